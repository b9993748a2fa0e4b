/** proof/judge/wrappers/refused-with: responses of a wrapper in place of the service, in the error family of the route. */
import { BAD_REQUEST, NOT_FOUND } from '../../../spec/errors.ts';
import type { Handler, Request, Response } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';

/** A refusal with this status in the error family of the route, with the headers of the service. */
export function refusedWith(
  handle: Handler,
  request: Request,
  status: number,
  walletError = 'invalid_field: user',
): Response {
  const { headers } = handle({ method: 'GET', path: '/', query: '', headers: {} });
  const error = status === 404 ? 'nothing has this name' : 'not acceptable';
  const bodies = {
    typed: { type: status === 404 ? NOT_FOUND : BAD_REQUEST, error },
    wallet: { error: walletError },
    plain: { error },
  };
  return { status, headers, body: JSON.stringify(bodies[matchRoute(request)?.family ?? 'plain']) };
}

/** sim/responder: creates responses: status by the profile, body in the error family, common headers. */
import type { ErrorFamily } from '../spec/errors.ts';
import { errorStatus, type Profile } from '../spec/profile.ts';
import type { Response } from '../wire/message.ts';
import { errorBody } from './error-body.ts';
import { createHeadersAt } from './headers.ts';
import type { RouteResponse } from './routes/call.ts';

/** Makes responses at `now` (service clock, milliseconds) for a route of `family`. */
export type Responder = (now: number, family: ErrorFamily, response: RouteResponse) => Response;

export function createResponder(profile: Profile): Responder {
  const headersAt = createHeadersAt();
  return (now, family, response) => {
    const common = headersAt(now);
    const headers = response.headers === undefined ? common : { ...common, ...response.headers };
    if (response.kind === 'ok') return { status: 200, headers, body: response.json };
    const { condition, detail, extra } = response;
    return { status: errorStatus(profile, condition), headers, body: errorBody(family, condition, detail, extra) };
  };
}

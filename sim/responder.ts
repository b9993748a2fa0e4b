/** sim/responder: creates responses: status by the profile, body in the error family, common headers. */
import type { ErrorFamily } from '../spec/errors.ts';
import { errorStatus, type Profile } from '../spec/profile.ts';
import type { Response } from '../wire/message.ts';
import { errorBody } from './error-body.ts';
import { createHeadersAt } from './headers.ts';
import type { Answer } from './routes/call.ts';

/** The outcome of a request; errors of the edge can have further headers. */
export type Ending = Answer & { readonly headers?: Readonly<Record<string, string>> };

/** Makes responses at `now` (service clock, milliseconds) for a route of `family`. */
export type Responder = (now: number, family: ErrorFamily, ending: Ending) => Response;

export function createResponder(profile: Profile): Responder {
  const headersAt = createHeadersAt();
  return (now, family, ending) => {
    const common = headersAt(now);
    const headers = ending.headers === undefined ? common : { ...common, ...ending.headers };
    if (ending.kind === 'ok') return { status: 200, headers, body: ending.json };
    const { condition, detail, extra } = ending;
    return { status: errorStatus(profile, condition), headers, body: errorBody(family, condition, detail, extra) };
  };
}

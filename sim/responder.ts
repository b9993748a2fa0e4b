/** sim/responder: creates responses: status by the profile, body in the error family (section 7), common headers. */
import { ERROR_TYPES, type ErrorCondition, type ErrorFamily } from '../spec/errors.ts';
import { errorStatus, type Profile } from '../spec/profile.ts';
import type { Response } from '../wire/message.ts';
import { createHeadersAt } from './headers.ts';
import type { RouteResponse } from './routes/call.ts';

/** Makes responses at `now` (service clock, milliseconds) for a route of `family`. */
type Responder = (now: number, family: ErrorFamily, response: RouteResponse) => Response;

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

/** `<code>` of the wallet-data routes; the detail follows a colon and a space. */
const CODES: Readonly<Record<ErrorCondition, string>> = {
  'bad-request': 'invalid_field',
  'missing-field': 'missing_field',
  'unknown-field': 'unknown_field',
  'too-large': 'too_large',
  'not-found': 'not_found',
  unauthorized: 'unauthorized',
  'not-allowlisted': 'unauthorized',
  'method-not-allowed': 'method_not_allowed',
  'not-accepting': 'not_accepting',
  throttled: 'rate_limited',
  internal: 'internal_error',
};

/** The JSON text of an error. `detail` is a sentence, in the wallet family the words after the code. */
export function errorBody(
  family: ErrorFamily,
  condition: ErrorCondition,
  detail: string,
  extra: Readonly<Record<string, string>> = {},
): string {
  switch (family) {
    case 'plain':
      return JSON.stringify({ error: detail, ...extra });
    case 'typed':
      return JSON.stringify({ type: ERROR_TYPES[condition], error: detail, ...extra });
    case 'wallet':
      return JSON.stringify({ error: `${CODES[condition]}: ${detail}`, ...extra });
  }
}

/** sim/error-body: error bodies as on the wire (interface section 7). */
import { ERROR_TYPES, type ErrorCondition, type ErrorFamily } from '../spec/errors.ts';

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

/** sim/error-body: the one place that knows what an error body looks like on the wire (interface section 7). */
import { BAD_REQUEST, type ErrorCondition, type ErrorFamily, NOT_FOUND } from '../spec/errors.ts';

/** `type` of the catalogue routes; the first four conditions are told apart by their text alone. */
const TYPES: Readonly<Record<ErrorCondition, string>> = {
  'bad-request': BAD_REQUEST,
  'missing-field': BAD_REQUEST,
  'unknown-field': BAD_REQUEST,
  'too-large': BAD_REQUEST,
  'not-found': NOT_FOUND,
  unauthorized: 'unauthorized error',
  'not-allowlisted': 'unauthorized error',
  'method-not-allowed': 'method not allowed error',
  'not-accepting': 'conflict error',
  throttled: 'rate limit error',
  internal: 'internal error',
};

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
      return JSON.stringify({ type: TYPES[condition], error: detail, ...extra });
    case 'wallet':
      return JSON.stringify({ error: `${CODES[condition]}: ${detail}`, ...extra });
  }
}

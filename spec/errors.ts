/** spec/errors: the error families of section 7 as schemas, and the conditions of routes. Profiles have statuses. */
import { z } from 'zod';

/** `plain`: `{error}`. `typed`: `{type, error}`. `wallet`: `{error: "<code>: <detail>"}`. */
export type ErrorFamily = 'plain' | 'typed' | 'wallet';

export const PlainError = z.strictObject({ error: z.string() });

export const TypedError = z.strictObject({ type: z.string(), error: z.string() });

/** `error` of a wallet-data route: a code, a colon, a space and a detail. */
export const WALLET_ERROR = /^[a-z][a-z0-9_]*: \S.*$/s;
export const WalletError = z.strictObject({ error: z.string().regex(WALLET_ERROR) });

export const errorSchemas = { plain: PlainError, typed: TypedError, wallet: WalletError } as const;

/** `type` values of the catalog routes. */
export const BAD_REQUEST = 'bad request';
export const NOT_FOUND = 'not found error';

/** The conditions under which a request is refused, on any route. Each profile gives each condition a status. */
export type ErrorCondition =
  | 'bad-request'
  | 'missing-field'
  | 'unknown-field'
  | 'unauthorized'
  | 'not-allowlisted'
  | 'not-found'
  | 'method-not-allowed'
  | 'not-accepting'
  | 'too-large'
  | 'throttled'
  | 'internal';

/** `type` of the catalog routes. The interface states the first two words; the first four differ in text alone. */
export const ERROR_TYPES: Readonly<Record<ErrorCondition, string>> = {
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

/** wire/signing-variants: other ways to sign, which show what part of the string differs (D/signing-string). */
import { createHash, createHmac } from 'node:crypto';
import type { Wallet } from './credentials.ts';
import type { Request } from './message.ts';
import { authHeaders } from './signer.ts';

export type SigningVariant = {
  /** How it signs, after "signed ...". */
  readonly how: string;
  /** The part of a request that it concerns; undefined for those that concern every request. */
  readonly part: 'body' | 'query' | undefined;
  /** True if its headers have the form that section 5 states. */
  readonly isWellFormed: boolean;
  sign(wallet: Wallet, request: Request, seconds: number): Request;
};

/** The hashed text, the key, and the forms of timestamp and digest. */
type Recipe = {
  stamp(seconds: number): string;
  method(method: string): string;
  path(request: Request): string;
  body(body: string): string;
  key(secret: string): Buffer;
  readonly digest: 'hex' | 'base64' | 'base64url';
};

const DOCUMENTED: Recipe = {
  stamp: String,
  method: (method) => method,
  path: ({ path }) => path,
  body: (body) => body,
  key: (secret) => Buffer.from(secret, 'base64'),
  digest: 'hex',
};

const variant = (how: string, changes: Partial<Recipe>, part?: 'body' | 'query'): SigningVariant => ({
  how,
  part,
  isWellFormed: changes.stamp === undefined && changes.digest === undefined,
  sign: (wallet, request, seconds) => signedBy({ ...DOCUMENTED, ...changes }, wallet, request, seconds),
});

export const SIGNING_VARIANTS: readonly SigningVariant[] = [
  variant('without the body', { body: () => '' }, 'body'),
  variant('with the SHA-256 of the body (hex) in place of the body', { body: sha256 }, 'body'),
  variant('with the query in the path', { path: ({ path, query }) => `${path}?${query}` }, 'query'),
  variant('with the text of the secret as the key, not decoded', { key: (secret) => Buffer.from(secret) }),
  variant('with the method in lower case', { method: (method) => method.toLowerCase() }),
  variant('with a timestamp in milliseconds', { stamp: (seconds) => String(seconds * 1_000) }),
  variant('with a digest in base64', { digest: 'base64' }),
  variant('with a digest in base64url', { digest: 'base64url' }),
];

function sha256(text: string) {
  return createHash('sha256').update(text).digest('hex');
}

function signedBy(recipe: Recipe, wallet: Wallet, request: Request, seconds: number): Request {
  const stamp = recipe.stamp(seconds);
  const body = recipe.body(typeof request.body === 'string' ? request.body : '');
  const text = stamp + recipe.method(request.method) + recipe.path(request) + body;
  // The digest of a dialect is in base64url already.
  const digest = wallet.dialect !== undefined && recipe.digest === 'hex' ? 'base64url' : recipe.digest;
  const signature = createHmac('sha256', recipe.key(wallet.secret)).update(text).digest(digest);
  const prefix = (wallet.dialect?.prefix ?? 'SVC_').toLowerCase();
  const own = { [`${prefix}timestamp`]: stamp, [`${prefix}signature`]: signature };
  const headers = { ...authHeaders(wallet, request, seconds), ...own };
  return { ...request, headers: { ...request.headers, ...headers } };
}

/** sim/auth: verifies the level-2 headers of a request (section 5), without the code of the client's signer. */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ok, type Result, refuse } from '../base/result.ts';
import { AUTH_HEADERS, type AuthHeader, headerName } from '../spec/auth.ts';
import type { Profile } from '../spec/profile.ts';
import type { Request } from '../wire/message.ts';
import type { WorldAccount } from './world/world.ts';

/** The account that signed the request, or a sentence about the fault in its headers. */
export type Authenticator = (request: Request, nowMs: number) => Result<WorldAccount, string>;

/** A level-2 trio and the account that it authenticates. */
export type ApiKey = { readonly account: WorldAccount } & NonNullable<WorldAccount['key']>;

/** Finds an API key by its id in lower case; undefined for an unknown or revoked one. */
export type FindApiKey = (apiKey: string) => ApiKey | undefined;

type Credential = {
  readonly key: ApiKey;
  readonly address: string;
  readonly passphrase: Buffer;
  readonly secret: () => KeyObject;
  /** The text that was signed last, and its signature: clients often repeat a request within a second. */
  signed: string;
  digest: Buffer;
};

export type AuthSettings = Profile['auth'] & {
  /** Whether the timestamp is compared with the service clock; default true. A virtual clock cannot be followed. */
  readonly judgesFreshness?: boolean;
};

type Header = Readonly<{ name: string; key: string; format: string; pattern: RegExp }>;
type Headers = Readonly<Record<AuthHeader['name'], Header>>;

const BASE64URL_DIGEST = /^[A-Za-z0-9_-]{43}=?$/;

export function keysOf(accounts: readonly WorldAccount[]): FindApiKey {
  const keys = new Map<string, ApiKey>();
  for (const account of accounts) {
    if (account.key !== undefined) keys.set(account.key.apiKey.toLowerCase(), { account, ...account.key });
  }
  return (apiKey) => keys.get(apiKey);
}

/** Knows the keys that `find` returns; `settings` are those of the profile. */
export function createAuthenticator(find: FindApiKey, settings: AuthSettings): Authenticator {
  const credentials = new WeakMap<ApiKey, Credential>();
  const own = headersOf(settings);
  const rows = Object.values(own);
  const { SVC_ADDRESS, SVC_API_KEY, SVC_PASSPHRASE, SVC_TIMESTAMP, SVC_SIGNATURE } = own;
  const verify: Authenticator = (request, nowMs) => {
    const { headers } = request;
    const malformed = malformedHeader(headers, rows, settings, SVC_SIGNATURE);
    if (malformed !== undefined) return refuse(malformed);
    const key = find((headers[SVC_API_KEY.key] ?? '').toLowerCase());
    if (key === undefined) return refuse('the API key is not known');
    const credential = credentials.get(key) ?? credentialOf(key);
    credentials.set(key, credential);
    if ((headers[SVC_ADDRESS.key] ?? '').toLowerCase() !== credential.address) {
      return refuse(`${SVC_ADDRESS.name} is not the wallet of the API key`);
    }
    if (!isEqual(Buffer.from(headers[SVC_PASSPHRASE.key] ?? ''), credential.passphrase)) {
      return refuse(`${SVC_PASSPHRASE.name} does not belong to the API key`);
    }
    const stamp = headers[SVC_TIMESTAMP.key] ?? '';
    if (settings.judgesFreshness !== false && !isFresh(stamp, nowMs, settings)) {
      return refuse(`${SVC_TIMESTAMP.name} is more than ${settings.windowSeconds} seconds from the service clock`);
    }
    return isSigned(request, stamp, headers[SVC_SIGNATURE.key] ?? '', credential)
      ? ok(key.account)
      : refuse(`${SVC_SIGNATURE.name} does not match the request`);
  };
  const { refusal } = settings;
  if (refusal === undefined) return verify;
  return (request, nowMs) => {
    const verified = verify(request, nowMs);
    return verified.ok ? verified : refuse(`${refusal}: ${verified.refusal}`);
  };
}

/** Whether a timestamp in seconds is close enough to the service clock. */
export function isFresh(stamp: string, nowMs: number, { windowSeconds }: Pick<AuthSettings, 'windowSeconds'>): boolean {
  return Math.abs(Math.floor(nowMs / 1_000) - Number(stamp)) <= windowSeconds;
}

function headersOf({ prefix, digest }: AuthSettings): Headers {
  const rows = AUTH_HEADERS.map(({ name, format, pattern }) => {
    const own = headerName(name, prefix);
    const stated = name === 'SVC_SIGNATURE' && digest === 'base64url' ? 'HMAC-SHA256 in base64url' : format;
    return [name, { name: own, key: own.toLowerCase(), format: stated, pattern }] as const;
  });
  return Object.fromEntries(rows) as Headers;
}

function credentialOf(key: ApiKey): Credential {
  let secret: KeyObject | undefined;
  return {
    key,
    address: key.account.address.toLowerCase(),
    passphrase: Buffer.from(key.passphrase),
    secret() {
      // Node reads both base64 alphabets under this name.
      secret ??= createSecretKey(Buffer.from(key.secret, 'base64'));
      return secret;
    },
    signed: '',
    digest: Buffer.alloc(0),
  };
}

function malformedHeader(
  headers: Request['headers'],
  rows: readonly Header[],
  settings: AuthSettings,
  signature: Header,
): string | undefined {
  for (const row of rows) {
    const value = headers[row.key];
    if (value === undefined || value === '') return `the header ${row.name} is missing`;
    if (row.pattern.test(value)) continue;
    if (row === signature && settings.acceptBase64url && BASE64URL_DIGEST.test(value)) continue;
    return `the header ${row.name} is malformed: ${row.format}`;
  }
  return undefined;
}

/** The signed text: timestamp, method, path without query, body, with nothing between them. */
function isSigned(request: Request, stamp: string, signature: string, credential: Credential) {
  const text = stamp + request.method + request.path + (typeof request.body === 'string' ? request.body : '');
  if (credential.signed !== text) {
    credential.digest = createHmac('sha256', credential.secret()).update(text).digest();
    credential.signed = text;
  }
  return isEqual(Buffer.from(signature, signature.length === 64 ? 'hex' : 'base64url'), credential.digest);
}

export function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * sim/auth: verifies the level-2 headers of a request (interface section 5; decisions on the signing string, the
 * freshness window and the digest). Shares no code with the client's signer; fixed vectors join the two.
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { AUTH_HEADERS } from '../spec/auth.ts';
import type { Profile } from '../spec/profile.ts';
import { ok, type Result, refuse } from '../spec/result.ts';
import type { Request } from '../wire/message.ts';
import type { WorldAccount } from './world/world.ts';

/** The account that signed the request, or a sentence about the fault in its headers. */
export type Authenticator = (request: Request, nowMs: number) => Result<WorldAccount, string>;

type Credential = {
  readonly account: WorldAccount;
  readonly address: string;
  readonly passphrase: Buffer;
  readonly secret: () => KeyObject;
  /** The text that was signed last, and its signature: clients often repeat a request within a second. */
  signed: string;
  digest: Buffer;
};

const HEADERS = AUTH_HEADERS.map(({ name, format, pattern }) => ({ name, key: name.toLowerCase(), format, pattern }));
const BASE64URL_DIGEST = /^[A-Za-z0-9_-]{43}=?$/;

/** Knows the keys of `accounts`; `settings` are those of the profile. */
export function createAuthenticator(accounts: readonly WorldAccount[], settings: Profile['auth']): Authenticator {
  const credentials = new Map<string, Credential>();
  for (const account of accounts) {
    if (account.key !== undefined)
      credentials.set(account.key.apiKey.toLowerCase(), credentialOf(account, account.key));
  }
  return (request, nowMs) => {
    const { headers } = request;
    const malformed = malformedHeader(headers, settings);
    if (malformed !== undefined) return refuse(malformed);
    const credential = credentials.get((headers['svc_api_key'] ?? '').toLowerCase());
    if (credential === undefined) return refuse('the API key is not known');
    if ((headers['svc_address'] ?? '').toLowerCase() !== credential.address) {
      return refuse('SVC_ADDRESS is not the wallet of the API key');
    }
    if (!isEqual(Buffer.from(headers['svc_passphrase'] ?? ''), credential.passphrase)) {
      return refuse('SVC_PASSPHRASE does not belong to the API key');
    }
    const stamp = headers['svc_timestamp'] ?? '';
    if (Math.abs(Math.floor(nowMs / 1_000) - Number(stamp)) > settings.windowSeconds) {
      return refuse(`SVC_TIMESTAMP is more than ${settings.windowSeconds} seconds from the service clock`);
    }
    return isSigned(request, stamp, credential)
      ? ok(credential.account)
      : refuse('SVC_SIGNATURE does not match the request');
  };
}

function credentialOf(account: WorldAccount, key: NonNullable<WorldAccount['key']>): Credential {
  let secret: KeyObject | undefined;
  return {
    account,
    address: account.address.toLowerCase(),
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

function malformedHeader(headers: Request['headers'], settings: Profile['auth']): string | undefined {
  for (const { name, key, format, pattern } of HEADERS) {
    const value = headers[key];
    if (value === undefined || value === '') return `the header ${name} is missing`;
    if (pattern.test(value)) continue;
    if (name === 'SVC_SIGNATURE' && settings.acceptBase64url && BASE64URL_DIGEST.test(value)) continue;
    return `the header ${name} is malformed: ${format}`;
  }
  return undefined;
}

/** The signed text: timestamp, method, path without query, body, with nothing between them. */
function isSigned(request: Request, stamp: string, credential: Credential): boolean {
  const body = typeof request.body === 'string' ? request.body : '';
  const text = stamp + request.method + request.path + body;
  if (credential.signed !== text) {
    credential.digest = createHmac('sha256', credential.secret()).update(text).digest();
    credential.signed = text;
  }
  const signature = request.headers['svc_signature'] ?? '';
  return isEqual(Buffer.from(signature, signature.length === 64 ? 'hex' : 'base64url'), credential.digest);
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

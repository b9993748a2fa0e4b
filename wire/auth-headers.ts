/** wire/auth-headers: the authentication headers of a request, whichever prefix its profile gives them. */
import { HEADER_PREFIXES } from '../spec/auth.ts';
import { headerOf, type Request } from './message.ts';

/** The part of a header's name after its prefix. `NONCE` belongs to level 1. */
export type AuthPart = 'ADDRESS' | 'API_KEY' | 'PASSPHRASE' | 'TIMESTAMP' | 'SIGNATURE' | 'NONCE';

const PREFIXES = HEADER_PREFIXES.map((prefix) => prefix.toLowerCase());
const SECRETS = ['api_key', 'passphrase', 'signature', 'timestamp'];

/** The value of a header, under any prefix and in any letter case of its name. */
export function authHeader(request: Pick<Request, 'headers'>, part: AuthPart): string | undefined {
  for (const prefix of PREFIXES) {
    const value: unknown = headerOf(request, `${prefix}${part.toLowerCase()}`);
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** True for the name, in lower case, of a header that begins with one of the prefixes. */
export function isAuthName(name: string): boolean {
  return PREFIXES.some((prefix) => name.startsWith(prefix));
}

/** True for the name, in lower case, of a header whose value is secret, or stale with the next request. */
export function isSecretAuthName(name: string): boolean {
  return PREFIXES.some((prefix) => SECRETS.some((part) => name === prefix + part));
}

/** spec/auth: the five level-2 headers of interface section 5 and the formats of their values. */

export type AuthHeader = {
  readonly name: 'SVC_ADDRESS' | 'SVC_API_KEY' | 'SVC_PASSPHRASE' | 'SVC_TIMESTAMP' | 'SVC_SIGNATURE';
  /** Stated format, in words. */
  readonly format: string;
  readonly pattern: RegExp;
};

export const AUTH_HEADERS: readonly AuthHeader[] = [
  { name: 'SVC_ADDRESS', format: 'wallet address', pattern: /^0x[0-9a-fA-F]{40}$/ },
  { name: 'SVC_API_KEY', format: 'UUID', pattern: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i },
  { name: 'SVC_PASSPHRASE', format: '64 hexadecimal characters', pattern: /^[0-9a-fA-F]{64}$/ },
  { name: 'SVC_TIMESTAMP', format: 'Unix seconds', pattern: /^\d{1,12}$/ },
  { name: 'SVC_SIGNATURE', format: 'hex-encoded HMAC-SHA256', pattern: /^[0-9a-fA-F]{64}$/ },
];

/** The beginnings of header names: of the interface, and of the profiles with an order book of real clients. */
export const HEADER_PREFIXES = ['SVC_', 'POLY_', 'KUEST_'] as const;
export type HeaderPrefix = (typeof HEADER_PREFIXES)[number];

export function headerName(name: AuthHeader['name'] | 'SVC_NONCE', prefix: HeaderPrefix): string {
  return prefix + name.slice('SVC_'.length);
}

/** Header names as Node delivers them: lower case, underscores kept. */
export const AUTH_HEADER_KEYS: readonly string[] = AUTH_HEADERS.map((header) => header.name.toLowerCase());

/** The level-2 signing string of the document profile: timestamp, METHOD, path without query, body. */
export function signingString(timestamp: string, method: string, path: string, body: string): string {
  return timestamp + method + path + body;
}

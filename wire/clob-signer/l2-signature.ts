/** wire/clob-signer/l2-signature: the level-2 signature of the CLOB profiles. */
import { createHmac } from 'node:crypto';

/** HMAC-SHA256 in padded base64url. `text`: timestamp, method, path without query and body, nothing between. */
export function l2Signature(secret: string, text: string): string {
  // Node reads both base64 alphabets under this name.
  const digest = createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64');
  return digest.replaceAll('+', '-').replaceAll('/', '_');
}

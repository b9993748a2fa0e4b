/** wire/clob-signer/l2-signature: the level-2 signature of the CLOB profiles. */
import { createHmac } from 'node:crypto';

/**
 * HMAC-SHA256 in base64url with its padding. `secret` is base64 or base64url, `text` the timestamp, method, path
 * without query and body of a request, with nothing between them.
 */
export function l2Signature(secret: string, text: string): string {
  // Node reads both base64 alphabets under this name.
  const digest = createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64');
  return digest.replaceAll('+', '-').replaceAll('/', '_');
}

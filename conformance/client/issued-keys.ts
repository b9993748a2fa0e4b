/** conformance/client/issued-keys: keys that the target issues are secret, even those of one check. */
import type { Request, Response } from '../../wire/message.ts';
import type { Redactor } from '../evidence/redact.ts';

/** Also in JSON that is quoted in a text. */
const FIELDS = /"(?:api_?key|secret|passphrase)\\?"\s*:\s*\\?"([^"\\]{8,1000})/gi;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const PATHS = ['/auth/api-key', '/auth/derive-api-key'];

/** Removes the key in a response from all later output. */
export function learnKeys({ path }: Request, { body }: Response, redactor: Redactor): void {
  // Also other keys of the caller.
  if (path === '/auth/api-keys') for (const [id] of body.matchAll(UUID)) redactor.addSecret(id);
  if (!PATHS.includes(path)) return;
  for (const [, secret = ''] of body.matchAll(FIELDS)) redactor.addSecret(secret);
}

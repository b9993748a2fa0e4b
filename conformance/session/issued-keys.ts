/** conformance/session/issued-keys: keys that the target issues during a run are secret, even those that exist for one check. */
import { parseJson, textAt } from '../../spec/json.ts';
import type { Request, Response } from '../../wire/message.ts';
import type { Redactor } from '../evidence/redact.ts';

const PATHS = ['/auth/api-key', '/auth/derive-api-key'];

/** Removes the key in a response from all later output. */
export function learnKeys({ path }: Request, { body }: Response, redactor: Redactor): void {
  if (!PATHS.includes(path)) return;
  const json = parseJson(body);
  for (const name of ['apiKey', 'secret', 'passphrase']) redactor.addSecret(textAt(json, name) ?? '');
}

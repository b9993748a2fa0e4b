/**
 * conformance/traffic/secrets: the secrets of recorded requests. Findings show requests without other headers than those of the
 * interface, and the report hides the secrets wherever else they occur.
 */
import type { Request } from '../../wire/message.ts';
import { createRedactor, type Redactor } from '../evidence/redact.ts';

/** Headers that a finding shows. The values of `svc_*` are secret, and `curl` lines have variables in their place. */
const SHOWN = /^(?:content-type|svc_[a-z_]+)$/;
const SECRET = /authorization|cookie|token|secret|password|key/;
/** Secrets of each kind that are kept; a recording has few. */
const KEPT = 1_000;

export type Secrets = {
  /** Remembers the secrets of a request, and returns it as findings may show it. */
  take(request: Request): Request;
  redactor(): Redactor;
};

export function createSecrets(): Secrets {
  const kinds = { apiKey: new Set<string>(), passphrase: new Set<string>(), other: new Set<string>() };
  const signatures = new Set<string>();
  let known: Redactor | undefined;
  const add = (set: Set<string>, value: string | undefined): void => {
    if (value === undefined || value === '' || set.has(value) || set.size >= KEPT) return;
    set.add(value);
    known = undefined;
  };
  return {
    take(request) {
      const { headers } = request;
      add(kinds.apiKey, headers['svc_api_key']);
      add(kinds.passphrase, headers['svc_passphrase']);
      if (signatures.size < 100 * KEPT) signatures.add(headers['svc_signature'] ?? '');
      for (const [name, value] of Object.entries(headers)) {
        if (!SECRET.test(name) || SHOWN.test(name)) continue;
        // The name of a cookie is no secret; an equals sign at the end is the padding of base64.
        for (const part of value.split(/[,;\s]+/)) add(kinds.other, part.replace(/^[^=]*=(?=[^=])/, ''));
      }
      return { ...request, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => SHOWN.test(name))) };
    },
    redactor() {
      known ??= createRedactor(walletsOf(kinds.apiKey, kinds.passphrase), kinds.other);
      for (const signature of signatures) known.addSignature(signature);
      return known;
    },
  };
}

function walletsOf(apiKeys: ReadonlySet<string>, passphrases: ReadonlySet<string>) {
  const [keys, phrases] = [[...apiKeys], [...passphrases]];
  const count = Math.max(keys.length, phrases.length);
  return Array.from({ length: count }, (_, index) => ({
    apiKey: keys[index] ?? '',
    passphrase: phrases[index] ?? '',
    secret: '',
  }));
}

/** conformance/traffic/secrets: the secrets of recorded requests, hidden wherever they occur. */

import { authHeader, isAuthName } from '../../wire/auth-headers.ts';
import type { Request } from '../../wire/message.ts';
import { copyOf, cut } from '../evidence/excerpt.ts';
import { createRedactor, HEAD_LENGTH, type Redactor, SHORTEST } from '../evidence/redact.ts';

/** Headers that a finding shows. `curl` lines have variables in place of the secret values. */
const isShown = (name: string) => name === 'content-type' || isAuthName(name);
const SECRET = /authorization|cookie|token|secret|password|key/;
/** Secrets of each kind that are kept; a recording has few. */
const KEPT = 1_000;
const HEADER_LENGTH = 4_000;
const SIGNATURE_LENGTH = 64;

export type Secrets = {
  /** Remembers the secrets of a request, and returns it as findings may show it. */
  take(request: Request): Request;
  redactor(): Redactor;
};

export function createSecrets(): Secrets {
  const kinds = {
    apiKey: new Set<string>(),
    passphrase: new Set<string>(),
    // Longer keys and passphrases.
    long: new Set<string>(),
    // Cookies that change with each request must not take the places of these.
    authorization: new Set<string>(),
    other: new Set<string>(),
  };
  const signatures = new Set<string>();
  let known: Redactor | undefined;
  const add = (set: Set<string>, value: string | undefined) => {
    const isLong = value !== undefined && value.length > HEAD_LENGTH;
    const isNamed = set === kinds.apiKey || set === kinds.passphrase;
    const [head = '', kept] = isLong ? [value.slice(0, HEAD_LENGTH), isNamed ? kinds.long : set] : [value, set];
    if (head.length < SHORTEST || kept.has(head) || kept.size >= KEPT) return;
    kept.add(copyOf(head));
    known = undefined;
  };
  return {
    take(request) {
      const { headers } = request;
      add(kinds.apiKey, authHeader(request, 'API_KEY'));
      add(kinds.passphrase, authHeader(request, 'PASSPHRASE'));
      const signature = authHeader(request, 'SIGNATURE') ?? '';
      if (signature.length === SIGNATURE_LENGTH && signatures.size < 100 * KEPT) signatures.add(signature);
      for (const [name, value] of Object.entries(headers)) {
        if (!SECRET.test(name) || isShown(name)) continue;
        // The name of a cookie is no secret; an equals sign at the end is the padding of base64.
        const kind = name === 'authorization' ? kinds.authorization : kinds.other;
        for (const part of value.split(/[,;\s]+/, KEPT)) {
          add(kind, part.replace(/^[^=]*=(?=[^=])/, '').replace(/^"(.+)"$/, '$1'));
        }
      }
      const shown = Object.entries(headers).filter(([name]) => isShown(name));
      return {
        ...request,
        headers: Object.fromEntries(shown.map(([name, value]) => [name, cut(value, HEADER_LENGTH)])),
      };
    },
    redactor() {
      const words = [...kinds.authorization, ...kinds.other];
      known ??= createRedactor(walletsOf(kinds.apiKey, kinds.passphrase), words, kinds.long);
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

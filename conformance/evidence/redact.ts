/** conformance/evidence/redact: removes every spelling of secrets, and every signature, from the whole report. */
import type { Wallet } from '../../wire/credentials.ts';
import type { Target } from '../../wire/message.ts';

export type Redactor = {
  /** A signature that was made; it is replaced from now on. */
  addSignature(signature: string): void;
  /** A key that the target issued during the run. */
  addSecret(secret: string): void;
  text(text: string): string;
  /** A copy of plain data with every text in it, keys included, redacted. */
  deep<Value>(value: Value): Value;
};

/** The signature of a private key, a digest in hex, and a whole word that is a digest in base64 or base64url. */
const SIGNATURES = /0x[0-9a-f]{130}|(?<![\w+/-])[\w+/-]{43}(?![\w+/-])=?|[0-9a-f]{64}/gi;
/** Shorter texts are not secret. */
export const SHORTEST = 8;
/** Characters of another secret that are compared. The characters that follow them directly are part of it. */
export const HEAD_LENGTH = 128;
const REST_OF_WORD = '(?:\\\\/|[^\\s,;.<>"\'\\\\]|\\.(?!\\.(?:\\.|$)))*';
const CUT = /\.\.\.(?: \(\d+ more characters\))?$/;
/** To the end of the line or excerpt, because a quote ends a JSON string and is part of a value that is no JSON. */
const REST_OF_LINE = `(?:(?!${CUT.source})[^\\r\\n])*`;

/** The texts that a target hides: header values, and the part of each after a scheme such as `Bearer`. */
export function secretsOf({ secrets = [] }: Target): readonly string[] {
  return secrets.flatMap((value) => [value, value.replace(/^\w+ +/, '')]).filter(({ length }) => length >= SHORTEST);
}

/** `words`: further secrets without a space, such as the values of cookies. `values`: those with any character. */
export function createRedactor(
  wallets: readonly Omit<Wallet, 'address'>[],
  words: Iterable<string> = [],
  values: Iterable<string> = [],
): Redactor {
  const named = namesOf(wallets, words, values);
  const { names } = named;
  let { longestFirst, known } = compiled(named);
  const signatures = new Set<string>();

  /** Replaces the first characters of a secret before the cut of an excerpt. */
  const withoutPart = (excerpt: string) => {
    const end = excerpt.search(CUT);
    if (end < 0) return excerpt;
    const head = excerpt.slice(0, end).toLowerCase();
    for (const secret of longestFirst) {
      const at = head.indexOf(secret.slice(0, SHORTEST), head.length - secret.length);
      if (at < 0 || !secret.startsWith(head.slice(at))) continue;
      return `${excerpt.slice(0, end - head.length + at)}${names.get(secret)}${excerpt.slice(end)}`;
    }
    return excerpt;
  };

  const text = (raw: string) => {
    if (raw.length < SHORTEST) return raw;
    const clean =
      known === undefined
        ? raw
        : withoutPart(raw.replace(known, (found) => names.get(found.toLowerCase()) ?? '<secret>'));
    if (signatures.size === 0) return clean;
    return clean.replace(SIGNATURES, (found) => (signatures.has(found.toLowerCase()) ? '<signature>' : found));
  };

  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== 'object' || value === null) return value;
    const copy: [string, unknown][] = [];
    for (const [key, inner] of Object.entries(value)) copy.push([text(key), deep(inner)]);
    return Object.fromEntries(copy);
  };

  return {
    addSignature(signature) {
      // A made-up signature, for example of zeros, is not secret, and zeros occur in many places.
      if (!/^(.)\1*$/.test(signature)) signatures.add(signature.toLowerCase());
    },
    addSecret(secret) {
      if (secret.length < SHORTEST || names.has(secret.toLowerCase())) return;
      for (const spelling of spellings(secret)) names.set(spelling.toLowerCase(), '<secret>');
      ({ longestFirst, known } = compiled(named));
    },
    text,
    deep: <Value>(value: Value) => deep(value) as Value,
  };
}

/** The words in place of each secret, in each of its spellings; for a cut secret, an expression for its rest. */
type Named = { readonly names: Map<string, string>; readonly rests: ReadonlyMap<string, string> };

function namesOf(
  wallets: readonly Omit<Wallet, 'address'>[],
  words: Iterable<string>,
  values: Iterable<string>,
): Named {
  const names = new Map<string, string>();
  const rests = new Map<string, string>();
  for (const [secrets, rest] of [[words, REST_OF_WORD] as const, [values, REST_OF_LINE] as const]) {
    for (const secret of secrets) {
      for (const spelling of spellings(secret.slice(0, HEAD_LENGTH))) {
        names.set(spelling.toLowerCase(), '<secret>');
        if (secret.length >= HEAD_LENGTH) rests.set(spelling.toLowerCase(), rest);
      }
    }
  }
  for (const [index, wallet] of wallets.entries()) {
    for (const field of ['apiKey', 'passphrase', 'secret', 'privateKey'] as const) {
      const secret = (wallet[field] ?? '').replace(/^0x/, '');
      for (const spelling of spellings(secret)) names.set(spelling.toLowerCase(), `<${field} ${index + 1}>`);
    }
  }
  return { names, rests };
}

function compiled({ names, rests }: Named): { longestFirst: readonly string[]; known: RegExp | undefined } {
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const patterns = longestFirst.map((secret) => `${escapeRegExp(secret)}${rests.get(secret) ?? ''}`);
  return { longestFirst, known: patterns.length === 0 ? undefined : new RegExp(patterns.join('|'), 'gi') };
}

function escapeRegExp(text: string) {
  return text.replaceAll(/[^\w]/g, '\\$&');
}

/** The spellings of a secret in a header, a URL, JSON and another base64 alphabet. */
function spellings(secret: string): string[] {
  const alphabets = [
    secret,
    secret.replaceAll('+', '-').replaceAll('/', '_'),
    secret.replaceAll('-', '+').replaceAll('_', '/'),
  ];
  const all = alphabets.flatMap((form) => [
    form,
    form.replace(/=+$/, ''),
    encodeURIComponent(form.toWellFormed()),
    form.replaceAll('/', '\\/'),
    JSON.stringify(form).slice(1, -1),
  ]);
  return all.filter((form) => form.length >= SHORTEST);
}

/** scenarios/recording/vocabulary: texts of a recording with names in place of known values, without secrets. */
import type { Secrets } from './signers.ts';

export type Vocabulary = ReturnType<typeof createVocabulary>;

/** Shorter texts, `12` or `yes`, mean different things in different places. */
const UNMISTAKABLE_LENGTH = 8;
const REMOVED = '(secret)';
const SECRET_KEY =
  /(?:secret|passphrase|password|authorization|cookie|api_?key|(?:access|refresh|bearer|session)_?token)$/i;

/** An empty vocabulary, which removes all of `secrets`. */
export function createVocabulary(secrets: Secrets) {
  const known = new Map<
    string,
    { readonly expression: string; readonly fits: ((key: string) => boolean) | undefined }
  >();

  const expressionOf = (text: string, key: string): string | undefined => {
    const found = known.get(text);
    if (found === undefined) return undefined;
    const isClear = found.fits === undefined ? text.length >= UNMISTAKABLE_LENGTH : found.fits(key);
    return isClear ? found.expression : undefined;
  };
  const plain = (text: string) => escaped(withoutSecrets(text, secrets));
  const part = (text: string, key: string) => {
    const expression = expressionOf(text, key);
    return expression === undefined ? plain(text) : `\${${expression}}`;
  };
  const written = (text: string, key: string) => {
    const expression = expressionOf(text, key);
    if (expression !== undefined) return `\${${expression}}`;
    if (SECRET_KEY.test(key) && text !== '') return REMOVED;
    const parts = text.length > 10_000 ? [text] : text.split(/([,:])/);
    const isMixed = parts.length > 1 && parts.some((one) => expressionOf(one, key) !== undefined);
    return isMixed ? parts.map((one) => part(one, key)).join('') : plain(text);
  };
  return {
    /** The expression for a whole text under `key`. */
    expressionOf,
    /** The text in a scenario: `${id}`, or itself. Names in lists and in `condition:index` pairs are found. */
    written,
    /** True if `written` would replace a part of the text: a secret, or a text with a name. */
    replacesIn: (text: string) => written(text, '') !== escaped(text),
    /** From now on `text` has this name, of short texts only under keys for which `fits` holds. */
    learn: (text: string, expression: string, fits?: (key: string) => boolean): void =>
      void known.set(text, { expression, fits }),
    forget: (text: string): void => void known.delete(text),
  };
}

/** Keys that no map of a scenario can have: the reader rejects them. */
export const FORBIDDEN_KEYS: readonly string[] = ['__proto__', '<<'];

/** The text in a scenario, where it is no expression. */
export function escaped(text: string): string {
  return text.replaceAll('${', '$$${');
}

function withoutSecrets(text: string, { lasting, passing }: Secrets): string {
  let rest = text;
  for (const secret of lasting) if (rest.includes(secret)) rest = rest.replaceAll(secret, REMOVED);
  if (passing.size === 0 || rest.length < UNMISTAKABLE_LENGTH) return rest;
  return rest.replaceAll(/[\w+/=-]{8,}/g, (word) => (passing.has(word) ? REMOVED : word));
}

/** A secret with zeros for letters and digits, so that a malformed one stays malformed. */
export function masked(text: string): string {
  return text.replaceAll(/[0-9A-Za-z]/g, '0');
}

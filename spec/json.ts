/**
 * spec/json: reading JSON whose shape nobody vouches for. Accessors answer undefined where a value is absent or of another
 * type, so that hostile answers cost a verdict and never a crash.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Levels of brackets that are read: several times what any comment thread needs. */
const DEPTH_MAX = 1_000;
/** Shorter texts cannot nest deeply enough to cost anything. */
const HARMLESS_LENGTH = 64 * 1024;

/** The parsed text, or undefined where it is not JSON or nests without measure, which costs memory and stack to read. */
export function parseJson(text: string): unknown {
  if (text.length > HARMLESS_LENGTH && nestsBeyond(text, DEPTH_MAX)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Longest words of the parser that are passed on. */
const WORDS_MAX = 160;

/** Why a text for which `parseJson` answers undefined is no JSON, in a few words that tell the place. */
export function jsonTrouble(text: string): string {
  if (text.trim() === '') return 'nothing';
  if (text.startsWith('\uFEFF')) return 'a byte order mark before the JSON';
  if (text.length > HARMLESS_LENGTH && nestsBeyond(text, DEPTH_MAX)) return `JSON nested more than ${DEPTH_MAX} deep`;
  try {
    JSON.parse(text);
    return 'JSON';
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, WORDS_MAX) : 'no JSON';
  }
}

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = Array.from('"\\[]{}', (sign) => sign.charCodeAt(0));

/** True where some place of a JSON text is inside more than `most` arrays and objects. */
function nestsBeyond(text: string, most: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (inString) {
      if (sign === BACKSLASH) at += 1;
      else if (sign === QUOTE) inString = false;
    } else if (sign === QUOTE) inString = true;
    else if (sign === OPEN || sign === OPEN_OBJECT) {
      depth += 1;
      if (depth > most) return true;
    } else if (sign === CLOSE || sign === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of an array; nothing where `value` is no array. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function own(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function textAt(value: unknown, key: string): string | undefined {
  const found = own(value, key);
  return typeof found === 'string' ? found : undefined;
}

export function numberAt(value: unknown, key: string): number | undefined {
  const found = own(value, key);
  return typeof found === 'number' ? found : undefined;
}

export function flagAt(value: unknown, key: string): boolean | undefined {
  const found = own(value, key);
  return typeof found === 'boolean' ? found : undefined;
}

export function listAt(value: unknown, key: string): readonly unknown[] {
  const found = own(value, key);
  return Array.isArray(found) ? found : [];
}

export function objectAt(value: unknown, key: string): JsonObject | undefined {
  const found = own(value, key);
  return isObject(found) ? found : undefined;
}

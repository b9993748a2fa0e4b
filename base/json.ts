/** base/json: reads JSON of unknown shape: a value that is absent or of another type is undefined, never an error. */
import { jsonExcess } from './json-bounds.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The parsed text; undefined when it is not JSON, or passes a bound of `base/json-bounds`. */
export function parseJson(text: string): unknown {
  return jsonExcess(text) === undefined ? parseUnbounded(text) : undefined;
}

/** The parsed text, for callers that bound it themselves; undefined when it is not JSON. */
export function parseUnbounded(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Longest words of the parser that are passed on. */
const WORDS_MAX = 160;

/** Why `parseJson` returns undefined for a text, in a few words with the place. */
export function jsonTrouble(text: string): string {
  if (text.trim() === '') return 'nothing';
  if (text.startsWith('\uFEFF')) return 'a byte order mark before the JSON';
  const excess = jsonExcess(text);
  if (excess !== undefined) return `the body ${excess}`;
  try {
    JSON.parse(text);
    return 'JSON';
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, WORDS_MAX) : 'no JSON';
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of an array; none if `value` is not an array. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function memberAt(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function textAt(value: unknown, key: string): string | undefined {
  const found = memberAt(value, key);
  return typeof found === 'string' ? found : undefined;
}

/** The text at a key; empty without one. */
export function textOrEmpty(value: unknown, key: string): string {
  return textAt(value, key) ?? '';
}

export function numberAt(value: unknown, key: string): number | undefined {
  const found = memberAt(value, key);
  return typeof found === 'number' ? found : undefined;
}

export function flagAt(value: unknown, key: string): boolean | undefined {
  const found = memberAt(value, key);
  return typeof found === 'boolean' ? found : undefined;
}

export function listAt(value: unknown, key: string): readonly unknown[] {
  const found = memberAt(value, key);
  return Array.isArray(found) ? found : [];
}

export function objectAt(value: unknown, key: string): JsonObject | undefined {
  const found = memberAt(value, key);
  return isObject(found) ? found : undefined;
}

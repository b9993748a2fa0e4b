/**
 * spec/json: reading JSON whose shape nobody vouches for. Accessors answer undefined where a value is absent or of another
 * type, so that hostile answers cost a verdict and never a crash.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

/** The parsed text, or undefined where it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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

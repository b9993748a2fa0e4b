/** proof/judge/wrappers/edit: changes one place of a JSON value by its path, for mutants. */
import { isObject, type JsonObject } from '../../../base/json.ts';

/** The address of a wallet that no world has. */
export const STRANGER = `0x${'2'.repeat(40)}`;

/** The new value of a place; undefined removes the key. `holder` is the object that contains it. */
export type Change = (value: unknown, holder: JsonObject) => unknown;

/**
 * `value` with every place that `path` names changed. A path is keys with dots between; `*` stands for every item of an
 * array or value of an object, `first` and `last` for one item.
 */
export function editAt(value: unknown, path: string, change: Change): unknown {
  return editFrom(value, path.split('.'), change, {});
}

function editFrom(value: unknown, path: readonly string[], change: Change, holder: JsonObject): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return change(value, holder);
  if (Array.isArray(value)) {
    const chosen = head === 'first' ? 0 : head === 'last' ? value.length - 1 : undefined;
    return value.map((item: unknown, index) =>
      chosen === undefined || index === chosen ? editFrom(item, rest, change, holder) : item,
    );
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, key === head || head === '*' ? editFrom(inner, rest, change, value) : inner] as const,
  );
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}

export const asJson: Change = (value) => (typeof value === 'string' ? JSON.parse(value) : value);
/** Unix seconds as an ISO 8601 moment. */
export const asIso: Change = (value) => new Date(Number(value) * 1_000).toISOString();
export const to =
  (constant: unknown): Change =>
  () =>
    constant;
/** A number, or digits in a text, moved by `amount`. */
export const plus =
  (amount: number): Change =>
  (value) =>
    typeof value === 'string' ? String(Number(value) + amount) : Number(value) + amount;
export const times =
  (factor: number): Change =>
  (value) =>
    Number(value) * factor;
export const withKey =
  (key: string, make: (holder: JsonObject) => unknown): Change =>
  (value) =>
    isObject(value) ? { ...value, [key]: make(value) } : value;
export const inverted: Change = (value) => value !== true;
export const shouted: Change = (value) => String(value).toUpperCase();
export const lowered: Change = (value) => String(value).toLowerCase();
export const reversed: Change = (value) => (Array.isArray(value) ? value.toReversed() : value);
export const lastTwice: Change = (value) => (Array.isArray(value) ? [...value, ...value.slice(-1)] : value);
export const lastGone: Change = (value) => (Array.isArray(value) ? value.slice(0, -1) : value);

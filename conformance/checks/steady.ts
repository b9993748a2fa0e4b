/**
 * conformance/checks/steady: responses of a deployment whose data may change between requests, and whose views may lag
 * behind a write. A disagreement counts only if the same requests get the same responses twice in a row.
 */
import { isObject, type JsonObject } from '../../base/json.ts';
import { VOLATILE } from '../../wire/pattern/meaning-matchers.ts';
import type { CheckContext, Exchange, RouteId } from '../check.ts';

/** True if two bodies contain the same JSON, in any order of keys, volatile fields aside. */
export function sameJson(left: Exchange, right: Exchange): boolean {
  return left.text === right.text || isSame(left.json, right.json);
}

/** As equal texts of `canonicalJson`, but it ends at the first difference. */
function isSame(left: unknown = null, right: unknown = null): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => isSame(item, right[index]));
  if (!isObject(left) || !isObject(right)) return false;
  const keysOf = (value: JsonObject) => Object.keys(value).filter((key) => !VOLATILE.has(key));
  const keys = keysOf(left);
  return (
    keys.length === keysOf(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSame(left[key], right[key]))
  );
}

const texts = new WeakMap<object, string>();

/** JSON text with keys in code-unit order and without volatile fields, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return textOf(value);
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = textOf(value);
  texts.set(value, text);
  return text;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  let text = '';
  for (const key of Object.keys(value).sort()) {
    if (VOLATILE.has(key)) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${textOf((value as JsonObject)[key])}`;
  }
  return `{${text}}`;
}

/** A reading of a view: one response, or several of them together. */
type Reading = { readonly json: unknown };

/** Two readings that are compared. `seen` is a right one that the check has already. */
type Pair<Left, Right> = {
  readonly left: () => Promise<Left>;
  readonly right: () => Promise<Right>;
  readonly seen?: Right | undefined;
};

const ROUNDS = 5;

/** Reads two views until they agree, or repeat their disagreement; ends the check if the data keeps changing. */
export async function readTogether<Left extends Reading, Right extends Reading>(
  context: CheckContext,
  reads: Pair<Left, Right>,
  agree: (left: Left, right: Right) => boolean,
): Promise<{ readonly left: Left; readonly right: Right }> {
  let left = await reads.left();
  let right = reads.seen ?? (await reads.right());
  for (let round = 0; round < ROUNDS; round += 1) {
    if (agree(left, right)) return { left, right };
    const before = [left.json, right.json];
    left = await reads.left();
    if (agree(left, right)) return { left, right };
    right = await reads.right();
    if (canonicalJson(before) === canonicalJson([left.json, right.json])) return { left, right };
  }
  return context.notTestable(
    'the data changed while it was read',
    'run against a deployment whose data does not change',
  );
}

/** Compares `views` before and after orders; once more if it does not hold, because a view may have lagged. */
export async function twice<Outcome extends { readonly holds: boolean }>(
  context: CheckContext,
  views: readonly RouteId[],
  experiment: () => Promise<Outcome>,
): Promise<Outcome> {
  await context.settled(views);
  const first = await experiment();
  if (first.holds) return first;
  await context.settled(views, true);
  const second = await experiment();
  if (!second.holds) context.settledInVain(views);
  return second;
}

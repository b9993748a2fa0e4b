/**
 * conformance/checks/rows: reading and comparing rows of answers: lists inside strings, the event of a market, and the
 * fields in which two views of one thing differ. Moments are equal when they name the same instant, numbers when they
 * have the same value.
 */
import type { JsonObject } from '../../spec/json.ts';
import { isObject, listAt, objectsIn, parseJson, textAt } from '../../spec/json.ts';
import type { CheckContext, Exchange } from '../check.ts';
import { momentOf } from './sorted.ts';
import { canonicalJson } from './steady.ts';

/** The texts of a JSON array carried inside a string; undefined where it is none. */
export function textsInside(row: unknown, field: string): readonly string[] | undefined {
  const inner = parseJson(textAt(row, field) ?? '');
  return Array.isArray(inner) && inner.every((item) => typeof item === 'string') ? inner : undefined;
}

/** The first event summary of a catalogue market. */
export function eventOf(market: unknown): JsonObject | undefined {
  return objectsIn(isObject(market) ? listAt(market, 'events') : undefined)[0];
}

/** The object of an answer. */
export function objectOf(exchange: Exchange): JsonObject {
  return isObject(exchange.json) ? exchange.json : {};
}

/** True where two values mean the same: moments by instant, all else as JSON. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (typeof left === 'string' && typeof right === 'string' && left !== right) {
    const isMoment = /^\d{4}-\d{2}-\d{2}/.test(left) && /^\d{4}-\d{2}-\d{2}/.test(right);
    return isMoment && momentOf(left) === momentOf(right);
  }
  return canonicalJson(left) === canonicalJson(right);
}

/** The first of `fields` whose values differ between two rows; fields that either row lacks are not compared. */
function differingField(left: JsonObject, right: JsonObject, fields: readonly string[]): string | undefined {
  return fields.find(
    (field) => left[field] !== undefined && right[field] !== undefined && !sameValue(left[field], right[field]),
  );
}

/** Index of the first value that stood in the list before, or -1. */
export function firstRepeated(values: readonly string[]): number {
  const seen = new Set<string>();
  return values.findIndex((value) => seen.size === seen.add(value).size);
}

/** Text for a report: at most 200 characters of JSON. */
export function brief(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 200);
}

/** What two views of the same thing disagree on. */
export type Difference = { readonly pointer: string; readonly expected: string; readonly actual: unknown };

/** One clause that two answers of the same thing have to satisfy together: how they differ, or undefined. */
export type Comparison = {
  readonly clause: string;
  readonly differs: (left: Exchange, right: Exchange) => Difference | undefined;
};

/**
 * Judges that two requests agree. Where they do not, the left one is asked once more: data that moved meanwhile is no
 * deviation. Findings cite the right answer.
 */
export async function judgeAgreement(
  context: CheckContext,
  ask: { readonly left: () => Promise<Exchange>; readonly right: () => Promise<Exchange> },
  comparisons: readonly Comparison[],
): Promise<void> {
  let left = await ask.left();
  const right = await ask.right();
  if (comparisons.some(({ differs }) => differs(left, right) !== undefined)) left = await ask.left();
  for (const { clause, differs } of comparisons) {
    const difference = differs(left, right);
    context.expect(clause, difference === undefined, right, difference ?? { expected: 'agreement', actual: '' });
  }
}

/** The difference of two objects in `fields`, at `pointer` of the right one. */
export function differenceIn(
  left: JsonObject,
  right: JsonObject,
  fields: readonly string[],
  pointer = '',
): Difference | undefined {
  const field = differingField(left, right, fields);
  if (field === undefined) return undefined;
  return {
    pointer: `${pointer}/${field}`,
    expected: `${brief(left[field])}, as in the other view`,
    actual: right[field],
  };
}

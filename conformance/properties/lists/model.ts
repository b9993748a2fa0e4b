/** conformance/properties/lists/model: pure functions that filter and sort rows, as far as it is stated. */
import { isObject, type JsonObject } from '../../../base/json.ts';
import { byCodeUnit, COLLATIONS, type Collation } from '../../../wire/pattern/collation.ts';
import { matches } from '../../../wire/pattern/match.ts';
import { isUnknown, relation, type SortKey, sortValue } from '../../../wire/pattern/matchers.ts';

/** The pattern of the rows that a filter may keep, and that of the rows that it must keep; the others are open. */
export type Meaning = { readonly allows: JsonObject; readonly demands?: JsonObject };

const known = new WeakMap<readonly JsonObject[], Map<unknown, unknown>>();
const KNOWN_MAX = 1_000;

/** Computes a fact about rows once: cases repeat filters and orders, and the rows stay while a list does not change. */
export function onceFor<Fact>(rows: readonly JsonObject[], key: unknown, compute: () => Fact): Fact {
  const facts = known.get(rows) ?? new Map<unknown, unknown>();
  known.set(rows, facts);
  // Each key belongs to one kind of fact.
  if (facts.has(key)) return facts.get(key) as Fact;
  const fact = compute();
  if (facts.size >= KNOWN_MAX) facts.clear();
  facts.set(key, fact);
  return fact;
}

const [DROPPED, OPEN, KEPT] = [0, 1, 2] as const;

/** For each row, what a filter does with it. */
export type Marks = Uint8Array;

export function marksOf(rows: readonly JsonObject[], { allows, demands }: Meaning): Marks {
  return Uint8Array.from(rows, (row) => {
    if (!matches(allows, row)) return DROPPED;
    return demands === undefined || matches(demands, row) ? KEPT : OPEN;
  });
}

export const dropsSome = (marks: Marks): boolean => marks.includes(DROPPED);

/** The indexes of the rows that all filters must keep, and of those that they may keep or drop. */
export type Sifted = { readonly kept: readonly number[]; readonly open: readonly number[] };

export function sift(count: number, filters: readonly Marks[]): Sifted {
  const sifted: { readonly kept: number[]; readonly open: number[] } = { kept: [], open: [] };
  for (let index = 0; index < count; index += 1) {
    let mark: number = KEPT;
    for (const marks of filters) mark = Math.min(mark, marks[index] ?? DROPPED);
    if (mark !== DROPPED) sifted[mark === KEPT ? 'kept' : 'open'].push(index);
  }
  return sifted;
}

/** For each place of a sorted list, the indexes of the rows that may be there: equal values are in any order. */
export type Ranking = readonly (readonly number[])[];

/** The sort values of all rows, and the rank of each row in every order that they may have; NaN without a place. */
type Column = { readonly values: readonly unknown[]; readonly ranks: readonly Float64Array[] };

function columnOf(rows: readonly JsonObject[], key: SortKey): Column {
  return onceFor(rows, key, () => {
    const values = rows.map((row) => sortValue(row, key));
    const placed = [...values.keys()].filter((index) => !isUnknown(values[index]) && hasPlace(values[index], key));
    const found = new Map<string, Float64Array>();
    for (const collate of key.as === 'text' ? COLLATIONS : COLLATIONS.slice(0, 1)) {
      const ranks = ranksOf(rows.length, placed, (left, right) => between(values[left], values[right], key, collate));
      found.set(ranks.join(), ranks);
    }
    return { values, ranks: [...found.values()] };
  });
}

function ranksOf(count: number, placed: readonly number[], compare: (left: number, right: number) => number) {
  const ranks = new Float64Array(count).fill(Number.NaN);
  let before: number | undefined;
  for (const [place, index] of placed.toSorted(compare).entries()) {
    ranks[index] = before === undefined || compare(before, index) !== 0 ? place : (ranks[before] ?? place);
    before = index;
  }
  return ranks;
}

/**
 * The orders in which the chosen rows may be listed, one for each collation that makes a difference. None if a row has
 * a value without a place, or if numbers and texts are mixed.
 */
export function rankings(rows: readonly JsonObject[], chosen: readonly number[], key: SortKey): readonly Ranking[] {
  const { values, ranks } = columnOf(rows, key);
  const isPlaced = chosen.every((index) => !Number.isNaN(ranks[0]?.[index]));
  if (!isPlaced || new Set(chosen.map((index) => typeof values[index])).size > 1) return [];
  const found = new Map(ranks.map((places) => rankedBy(chosen, places)).map((one) => [JSON.stringify(one), one]));
  return [...found.values()];
}

/** A moment that cannot be read is still a text. */
function hasPlace(value: unknown, { as }: SortKey) {
  if (as === 'moment' || as === 'number') return typeof value === 'number';
  return typeof value === 'number' || typeof value === 'string';
}

function between(left: unknown, right: unknown, { order }: SortKey, collate: Collation) {
  return (relation(left, right, collate) ?? byCodeUnit(typeof left, typeof right)) * (order === 'desc' ? -1 : 1);
}

function rankedBy(chosen: readonly number[], ranks: Float64Array): Ranking {
  const rankOf = (index: number) => ranks[index] ?? 0;
  const sorted = chosen.toSorted((left, right) => rankOf(left) - rankOf(right));
  const ties = Map.groupBy(sorted, rankOf);
  return [...ties.values()].flatMap((tie) => tie.map(() => tie));
}

/** The number of different values that a sort key has in the chosen rows. */
export function countValues(rows: readonly JsonObject[], chosen: readonly number[], key: SortKey): number {
  const { values } = columnOf(rows, key);
  return new Set(chosen.map((index) => values[index])).size;
}

/** True if no two rows have the same value of a field, and each has one. */
export function areUnique(rows: readonly JsonObject[], field: string): boolean {
  return onceFor(rows, `unique ${field}`, () => {
    const values = rows.map((row) => row[field]).filter((value) => value !== undefined && !isObject(value));
    return new Set(values).size === rows.length;
  });
}

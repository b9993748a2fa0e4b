/** conformance/properties/lists/model: pure functions that filter and sort the rows of a whole list, as far as the interface states it. */
import { isObject, type JsonObject } from '../../../base/json.ts';
import { COLLATIONS, type Collation } from '../../../wire/pattern/collation.ts';
import { matches } from '../../../wire/pattern/match.ts';
import { isUnknown, relation, type SortKey, sortValue } from '../../../wire/pattern/sorted-matcher.ts';

/** The pattern of the rows that a filter may keep, and that of the rows that it must keep; the interface leaves the others open. */
export type Meaning = { readonly allows: JsonObject; readonly demands?: JsonObject };

/** The indexes of the rows that all filters must keep, and of those that they may keep or drop. */
export type Sifted = { readonly kept: readonly number[]; readonly open: readonly number[] };

export function sift(rows: readonly JsonObject[], meanings: readonly Meaning[]): Sifted {
  const kept: number[] = [];
  const open: number[] = [];
  for (const [index, row] of rows.entries()) {
    if (!meanings.every(({ allows }) => matches(allows, row))) continue;
    const isKept = meanings.every(({ demands }) => demands === undefined || matches(demands, row));
    (isKept ? kept : open).push(index);
  }
  return { kept, open };
}

/** For each place of a sorted list, the indexes of the rows that may be there: rows with equal values are in any order. */
export type Ranking = readonly (readonly number[])[];

/**
 * The orders in which the chosen rows may be listed, one for each collation that makes a difference. None if a row has
 * a value without a place.
 */
export function rankings(rows: readonly JsonObject[], chosen: readonly number[], key: SortKey): readonly Ranking[] {
  const values = new Map(chosen.map((index) => [index, sortValue(rows[index], key)]));
  if ([...values.values()].some((value) => isUnknown(value) || !hasPlace(value, key))) return [];
  const found = new Map<string, Ranking>();
  for (const collate of key.as === 'text' ? COLLATIONS : COLLATIONS.slice(0, 1)) {
    const ranking = rankedBy(chosen, (left, right) => between(values.get(left), values.get(right), key, collate));
    found.set(JSON.stringify(ranking), ranking);
  }
  return [...found.values()];
}

/** A moment that cannot be read is still a text. */
function hasPlace(value: unknown, { as }: SortKey): boolean {
  if (as === 'moment' || as === 'number') return typeof value === 'number';
  return typeof value === 'number' || typeof value === 'string';
}

function between(left: unknown, right: unknown, { order }: SortKey, collate: Collation): number {
  return (relation(left, right, collate) ?? 0) * (order === 'desc' ? -1 : 1);
}

function rankedBy(chosen: readonly number[], compare: (left: number, right: number) => number): Ranking {
  const sorted = chosen.toSorted(compare);
  const ties: number[][] = [];
  for (const [place, index] of sorted.entries()) {
    const before = sorted[place - 1];
    if (before !== undefined && compare(before, index) === 0) ties.at(-1)?.push(index);
    else ties.push([index]);
  }
  return ties.flatMap((tie) => tie.map(() => tie));
}

/** The number of different values that a sort key has in the chosen rows. */
export function countValues(rows: readonly JsonObject[], chosen: readonly number[], key: SortKey): number {
  return new Set(chosen.map((index) => sortValue(rows[index], key))).size;
}

/** True if no two rows have the same value of a field, and each has one. */
export function areUnique(rows: readonly JsonObject[], field: string): boolean {
  const values = rows.map((row) => row[field]).filter((value) => value !== undefined && !isObject(value));
  return new Set(values).size === rows.length;
}

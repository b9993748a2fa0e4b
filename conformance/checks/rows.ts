/** conformance/checks/rows: parses rows of responses: lists in strings, the event of a market, tokens, repetitions. */
import { isObject, type JsonObject, listAt, objectsIn, textAt } from '../../base/json.ts';
import { parseJsonStringArray } from '../../spec/resources/resource.ts';
import type { Exchange } from '../check.ts';

export function objectOf(exchange: Exchange): JsonObject {
  return isObject(exchange.json) ? exchange.json : {};
}

/** The texts of a JSON array carried inside a string; undefined if it is none. */
export function textsInside(row: unknown, field: string): readonly string[] | undefined {
  return parseJsonStringArray(textAt(row, field) ?? '');
}

/** The event summaries of a catalog market; empty if it belongs to no event. */
export function eventsOf(market: unknown): readonly JsonObject[] {
  return objectsIn(listAt(market, 'events'));
}

export function eventOf(market: unknown): JsonObject | undefined {
  return eventsOf(market)[0];
}

/** Token ids of a trading market, in its order. */
export function tokenIdsOf(market: unknown): readonly string[] {
  return objectsIn(listAt(market, 'tokens')).map((token) => textAt(token, 'token_id') ?? '');
}

/** Texts of one field; a row without the field has the empty text. */
export function textsOf(rows: readonly JsonObject[], field: string): readonly string[] {
  return rows.map((row) => textAt(row, field) ?? '');
}

/** At most so many items, at equal distances from the first one on. */
export function sampled<Item>(items: readonly Item[], most: number): readonly Item[] {
  const step = Math.max(1, Math.floor(items.length / most));
  return items.filter((_, index) => index % step === 0).slice(0, most);
}

/** True if two texts differ only in letter case. */
export function isSameCaseless(left: string | undefined, right: string | undefined): boolean {
  return left?.toLowerCase() === right?.toLowerCase();
}

/** Index of the first value that occurred before, or -1. */
export function firstRepeated(values: readonly string[]): number {
  const seen = new Set<string>();
  return values.findIndex((value) => seen.size === seen.add(value).size);
}

/** Text for a report: at most 200 characters of JSON. */
export function brief(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 200);
}

/** conformance/checks/trades/page: the trades that checks of builder trades read, and their columns. */
import { type JsonObject, listAt, objectsIn, textAt } from '../../../base/json.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Query } from '../../../wire/message.ts';
import { momentOf } from '../../../wire/pattern/collation.ts';
import type { CheckContext } from '../../check.ts';
import type { Listed } from '../assertions.ts';
import { itemsOf, sendGet } from '../requests.ts';
import { textsOf } from '../rows.ts';

/** The first page of trades that satisfy the filters. */
export async function readTrades(context: CheckContext, query: Query = {}): Promise<Listed> {
  const response = await sendGet(context, 'builder-trades', query);
  return { response, rows: itemsOf(routeById('builder-trades'), response) };
}

/** The orders that the taker's order filled. */
export function makerOrders(row: JsonObject): readonly JsonObject[] {
  return objectsIn(listAt(row, 'maker_orders'));
}

/** Addresses that a trade names: that of the row, and those of its maker orders. */
export function walletsOf(row: JsonObject): readonly string[] {
  return textsOf([row, ...makerOrders(row)], 'maker_address');
}

/** When the trade matched, in Unix seconds with their fraction. */
export function secondsOf(row: JsonObject): number {
  return momentOf(textAt(row, 'match_time') ?? '') / 1000;
}

/** The seconds in which trades matched, in order. The check of the shape reports a match_time that is no moment. */
export function secondsIn(rows: readonly JsonObject[]): readonly number[] {
  const seconds = rows.map((row) => Math.floor(secondsOf(row))).filter(Number.isFinite);
  return [...new Set(seconds)].sort((a, b) => a - b);
}

/** The pattern of a row that is of another market, or else like one of `patterns`. */
export function inMarket(market: string, ...patterns: readonly JsonObject[]): JsonObject {
  return { $any: [{ market: { $not: market } }, ...patterns] };
}

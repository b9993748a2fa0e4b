/** conformance/checks/trades/page: the trades that checks of builder trades read, and their columns. */
import { type JsonObject, listAt, objectsIn, textOrEmpty } from '../../../base/json.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Query } from '../../../wire/message.ts';
import { momentOf } from '../../../wire/pattern/collation.ts';
import type { CheckContext } from '../../check.ts';
import { type Listed, textsOf } from '../assertions.ts';
import { itemsOf, sendGet } from '../definition.ts';

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
  return momentOf(textOrEmpty(row, 'match_time')) / 1000;
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

function ownOrMaker(pattern: JsonObject): JsonObject {
  return { $any: [pattern, { maker_orders: { $contains: [pattern] } }] };
}

/** The token is that of the row or of one of its maker orders. */
export const hasAsset = (asset: string): JsonObject => ownOrMaker({ asset_id: asset });

/** The wallet is that of the row or of one of its maker orders, in any letter case. */
export const hasMaker = (wallet: string): JsonObject => ownOrMaker({ maker_address: { $caseless: wallet } });

/** Strictly before or after a Unix second; in that second on either side, as the service may keep finer moments. */
export function isStrictly(name: 'before' | 'after', bound: number, rows: readonly JsonObject[]): JsonObject {
  const strict = name === 'before' ? '$lt' : '$gt';
  return { match_time: { $moment: { [areCoarse(rows) ? `${strict}e` : strict]: bound * 1000 } } };
}

/** By the rows: a list is looked at once, although each of its rows may be judged. */
const known = new WeakMap<readonly JsonObject[], boolean>();

/** True for rows of which each shows a whole second. */
export function areCoarse(rows: readonly JsonObject[]): boolean {
  const isCoarse = known.get(rows) ?? rows.every((row) => Number.isInteger(secondsOf(row)));
  known.set(rows, isCoarse);
  return isCoarse;
}

/** True for a row whose moment is certainly before or after a Unix second. */
export function isOnSide(name: 'before' | 'after', bound: number, row: JsonObject): boolean {
  return name === 'before' ? secondsOf(row) < bound : secondsOf(row) > bound;
}

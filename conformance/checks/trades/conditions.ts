/** conformance/checks/trades/conditions: each filter of builder trades as the pattern of a row (interface 4.6). */
import type { JsonObject } from '../../../base/json.ts';
import { secondsOf } from './page.ts';

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

/**
 * conformance/checks/trades/conditions: the meaning of each filter of builder trades, as code and as a pattern (interface 4.6).
 */
import type { JsonObject } from '../../../spec/json.ts';
import { textAt } from '../../../spec/json.ts';
import { noOtherThan } from '../assertions.ts';
import { isSameCaseless } from '../rows.ts';
import { assetsOf, secondsOf, walletsOf } from './page.ts';

/** A condition on each row of a list. */
export type Condition = {
  readonly holds: (row: JsonObject) => boolean;
  /** The pattern of a list of such rows, which a list with this wrong row does not match. */
  readonly list: (wrong: JsonObject) => unknown;
};

function ownOrMaker(pattern: Readonly<Record<string, string>>): unknown {
  return noOtherThan({ $any: [pattern, { maker_orders: { $contains: [pattern] } }] });
}

export const hasId = (id: string): Condition => ({
  holds: (row) => textAt(row, 'id') === id,
  list: () => noOtherThan({ id }),
});

export const isInMarket = (market: string): Condition => ({
  holds: (row) => textAt(row, 'market') === market,
  list: () => noOtherThan({ market }),
});

/** The token is that of the row or of one of its maker orders. */
export const hasAsset = (asset: string): Condition => ({
  holds: (row) => assetsOf(row).includes(asset),
  list: () => ownOrMaker({ asset_id: asset }),
});

/** The wallet is that of the row or of one of its maker orders, in any letter case. */
export const hasMaker = (wallet: string): Condition => ({
  holds: (row) => walletsOf(row).some((maker) => isSameCaseless(maker, wallet)),
  list: () => ownOrMaker({ maker_address: wallet }),
});

/**
 * The trade happened strictly before or after a Unix second. `rows` show whole seconds, while the service may keep finer moments:
 * then a trade in that second may have happened on either side.
 */
export function isStrictly(name: 'before' | 'after', bound: number, rows: readonly JsonObject[]): Condition {
  return {
    holds: (row) => isOnSide(name, bound, row) || (secondsOf(row) === bound && areCoarse(rows)),
    list: (wrong) => noOtherThan({ match_time: { $not: wrong['match_time'] } }),
  };
}

/** By the rows: a list is looked at once, although each of its rows is judged. */
const known = new WeakMap<readonly JsonObject[], boolean>();

/** True for rows of which each shows a whole second. */
function areCoarse(rows: readonly JsonObject[]): boolean {
  const isCoarse = known.get(rows) ?? rows.every((row) => Number.isInteger(secondsOf(row)));
  known.set(rows, isCoarse);
  return isCoarse;
}

/** True for a row whose moment is certainly before or after a Unix second. */
export function isOnSide(name: 'before' | 'after', bound: number, row: JsonObject): boolean {
  return name === 'before' ? secondsOf(row) < bound : secondsOf(row) > bound;
}

/** No row can satisfy the filters. */
export const isNone: Condition = { holds: () => false, list: () => [] };

/** sim/views/position-row: one holding as an item of `/positions` or `/closed-positions`, at the present price. */
import { formatMicro } from '../../base/units.ts';
import { type Cache, createCache } from '../cache.ts';
import type { World } from '../world/world.ts';
import type { Holding } from './holdings.ts';
import type { People } from './people.ts';
import { type Valuation, valueAt } from './position-maths.ts';
import type { TokenCard, TokenCards } from './token-card.ts';
import { tokenPriceIn } from './token-price.ts';

/** A holding at a moment. Prices and values in micro dollars. */
export type PositionRow = Valuation &
  Readonly<{
    holding: Holding;
    card: TokenCard;
    price: number;
    redeemable: boolean;
    mergeable: boolean;
  }>;

export type PositionRows = ReturnType<typeof createPositionRows>;

/** Cached rows of a wallet, at most; one with more holdings gets new rows for each page. */
const ROWS_KEPT = 32_768;

/** Rows of the holdings of a world, cached with their texts until a value in them changes. */
export function createPositionRows({ venue }: World, tokens: TokenCards, people: People) {
  /** By holding number. */
  const kept: Cache<Kept, number> = createCache(ROWS_KEPT);
  return {
    rowOf(holding: Holding) {
      const { market, outcome, opposite } = holding;
      const view = venue.market(market);
      const price = tokenPriceIn(view, venue, market, outcome);
      const redeemable = view?.payout !== undefined && holding.size > 0;
      const mergeable = holding.size > 0 && opposite !== undefined && opposite.size > 0;
      const known = kept.get(holding.number);
      if (
        known !== undefined &&
        known.version === holding.version &&
        known.row.price === price &&
        known.row.redeemable === redeemable &&
        known.row.mergeable === mergeable
      ) {
        return known.row;
      }
      const card = tokens.card(market, outcome);
      const row = { ...valueAt(holding, price), holding, card, price, redeemable, mergeable };
      kept.set(holding.number, { version: holding.version, row, text: undefined });
      return row;
    },
    /** JSON of an item of `/positions`; with `closed`, of `/closed-positions`. */
    text(row: PositionRow, closed: boolean) {
      const known = kept.get(row.holding.number);
      if (known?.row !== row) return rowText(row, people, closed);
      known.text ??= rowText(row, people, closed);
      return known.text;
    },
  };
}

/** A row and the version of its holding. One version of a holding is either current or closed. */
type Kept = { readonly version: number; readonly row: PositionRow; text: string | undefined };

/** Joined, not concatenated: a cached text should be one flat string, which is several times faster to copy. */
function rowText(row: PositionRow, people: People, closed: boolean) {
  const { holding, card } = row;
  const { json } = card;
  return [
    `{${people.person(holding.wallet).wallet},${json.asset}`,
    `,"size":${formatMicro(holding.size)},"avgPrice":${formatMicro(row.avgPrice)}`,
    `,"initialValue":${formatMicro(row.initialValue)},"currentValue":${formatMicro(row.currentValue)}`,
    `,"cashPnl":${formatMicro(row.cashPnl)},"percentPnl":${formatMicro(row.percentPnl)}`,
    `,"totalBought":${formatMicro(holding.totalBought)},"realizedPnl":${formatMicro(holding.realizedPnl)}`,
    `,"percentRealizedPnl":${formatMicro(row.percentRealizedPnl)},"curPrice":${formatMicro(row.price)}`,
    `,"redeemable":${row.redeemable},"mergeable":${row.mergeable},${json.market},${json.outcome},${json.opposite}`,
    `,"timestamp":${Math.floor(holding.changedAt / 1000)},${json.endDate}`,
    closed ? '}' : `,"negativeRisk":${card.market.negRisk}}`,
  ].join('');
}

/** sim/world/recorded/opening-orders: the first orders of recorded markets: a trade, then a book, as recorded. */
import type { Rng } from '../../../base/rng.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import { type Floor, shares } from '../floor.ts';
import type { Recorded } from './catalog.ts';

const LEVELS = 3;
const SHARES_MAX = 50_000;
/** Fewest shares of a level; more in markets set aside for writes. */
export const USUAL_SHARES = 100;
export const WRITE_SHARES = 2_000;
const TRADE_SIZES = [5, 10, 10, 20, 25, 50];

/** The market makers: one bids, the other offers. */
export type Makers = { readonly bidder: number; readonly offerer: number };

/** One trade at the recorded last price: the taker buys one outcome or the other. */
export function placeOpeningTrade(rng: Rng, floor: Floor, recorded: Recorded, makers: Makers, taker: number): void {
  const { last } = recorded.quotes;
  if (last === undefined) return;
  const { index: market, minimumOrderSize } = recorded.market;
  const size = shares(Math.max(minimumOrderSize, rng.pick(TRADE_SIZES)));
  const buysFirst = rng.chance(0.5);
  const taken = { wallet: buysFirst ? makers.offerer : makers.bidder, outcome: buysFirst ? 1 : 0 } as const;
  const price = buysFirst ? last : PRICE_ONE - last;
  floor.order({ ...taken, market, side: 'BUY', price: PRICE_ONE - price, shares: size });
  floor.order({ wallet: taker, market, outcome: buysFirst ? 0 : 1, side: 'BUY', price, shares: size });
}

/** Up to three levels on each side, a tick apart; both makers pay in dollars. */
export function placeOpeningBook(floor: Floor, recorded: Recorded, makers: Makers, sharesMin: number): void {
  const { quotes, market, liquidity } = recorded;
  const { tick, bid, ask } = quotes;
  const levelDollars = Math.max(0, liquidity) / (2 * LEVELS);
  const sizeAt = (price: number): number => {
    const wanted = (levelDollars * PRICE_ONE) / price;
    const atLeast = Math.max(sharesMin, 2 * market.minimumOrderSize);
    return Math.floor(Math.min(SHARES_MAX, Math.max(atLeast, wanted)) * 100) * (MICRO / 100);
  };
  const bids = (wallet: number, outcome: 0 | 1, price: number): void => {
    if (price >= tick)
      floor.order({ wallet, market: market.index, outcome, side: 'BUY', price, shares: sizeAt(price) });
  };
  for (let level = 0; level < LEVELS; level += 1) {
    if (bid !== undefined) bids(makers.bidder, 0, bid - level * tick);
    if (ask !== undefined) bids(makers.offerer, 1, PRICE_ONE - ask - level * tick);
  }
}

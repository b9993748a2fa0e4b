/**
 * sim/world/recorded/opening-orders: the opening of recorded markets: a trade at the recorded last price, then a book that
 * starts at the recorded best prices and holds about the recorded liquidity.
 */
import { MICRO, PRICE_ONE } from '../../../spec/units.ts';
import { type Floor, shares } from '../floor.ts';
import type { Rng } from '../rng.ts';
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
  const [own, other] = [last, PRICE_ONE - last];
  const maker = buysFirst ? makers.offerer : makers.bidder;
  floor.order({
    wallet: maker,
    market,
    outcome: buysFirst ? 1 : 0,
    side: 'BUY',
    price: buysFirst ? other : own,
    shares: size,
  });
  floor.order({
    wallet: taker,
    market,
    outcome: buysFirst ? 0 : 1,
    side: 'BUY',
    price: buysFirst ? own : other,
    shares: size,
  });
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
  for (let level = 0; level < LEVELS; level += 1) {
    const below = bid === undefined ? 0 : bid - level * tick;
    if (below >= tick) {
      floor.order({
        wallet: makers.bidder,
        market: market.index,
        outcome: 0,
        side: 'BUY',
        price: below,
        shares: sizeAt(below),
      });
    }
    const above = ask === undefined ? PRICE_ONE : ask + level * tick;
    const price = PRICE_ONE - above;
    if (price >= tick) {
      floor.order({
        wallet: makers.offerer,
        market: market.index,
        outcome: 1,
        side: 'BUY',
        price,
        shares: sizeAt(price),
      });
    }
  }
}

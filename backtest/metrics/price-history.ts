/** backtest/metrics/price-history: the middle of a token's book at any moment of a run, from the best prices. */
import { firstIndex } from '../../base/first-index.ts';
import { getOrAdd } from '../../base/record.ts';
import { PRICE_ONE } from '../../base/units.ts';
import type { BacktestResult, PriceSeries } from '../result.ts';

export type PriceHistory = {
  /** 1e-4 dollars; undefined when the book is unknown or one-sided at that moment. */
  midAt(token: number, at: number): number | undefined;
  /** The middle that was known last; undefined before the first one. */
  lastMidAt(token: number, at: number): number | undefined;
  /** The bid for the token that was known last, 0 for a book without one; undefined before the first book. */
  lastBidAt(token: number, at: number): number | undefined;
};

type Middles = Readonly<{
  at: readonly number[];
  mid: Float64Array;
  carried: Float64Array;
  /** The last known best prices. */
  bid: Float64Array;
  ask: Float64Array;
}>;

export function priceHistory({ prices }: Pick<BacktestResult, 'prices'>): PriceHistory {
  const series = new Map(prices.map((one) => [one.market, one]));
  const middles = new Map<number, Middles>();
  const find = (column: 'mid' | 'carried' | 'bid' | 'ask', token: number, at: number): number | undefined => {
    const market = Math.floor(token / 2);
    const one = series.get(market);
    if (one === undefined) return undefined;
    const known = getOrAdd(middles, market, () => middlesOf(one));
    const after = firstIndex(known.at.length, (index) => (known.at[index] as number) > at);
    const mid = known[column][after - 1] ?? -1;
    if (mid < 0) return undefined;
    return token % 2 === 0 ? mid : PRICE_ONE - mid;
  };
  return {
    midAt: (token, at) => find('mid', token, at),
    lastMidAt: (token, at) => find('carried', token, at),
    lastBidAt: (token, at) => find(token % 2 === 0 ? 'bid' : 'ask', token, at),
  };
}

function middlesOf({ at, bid, ask }: PriceSeries): Middles {
  const mid = Float64Array.from(at, (_, index) => {
    const [best, worst] = [bid[index] ?? -1, ask[index] ?? -1];
    return best < 0 || worst < 0 ? -1 : (best + worst) / 2;
  });
  // A side is empty when the other one has a price; otherwise the book is unknown.
  const bids = bid.map((best, index) => (best < 0 && (ask[index] ?? -1) >= 0 ? 0 : best));
  const asks = ask.map((best, index) => (best < 0 && (bid[index] ?? -1) >= 0 ? PRICE_ONE : best));
  return { at, mid, carried: carriedOn(mid), bid: carriedOn(bids), ask: carriedOn(asks) };
}

/** The value that was known last, at every moment; -1 before the first one. */
function carriedOn(values: ArrayLike<number>): Float64Array {
  let last = -1;
  return Float64Array.from(values, (value) => {
    if (value >= 0) last = value;
    return last;
  });
}

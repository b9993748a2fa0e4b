/** backtest/agents/totals tests: averages over time, by hand. */
import { expect, it } from 'vitest';
import type { Venue } from '../../sim/core/venue.ts';
import { MarketGauge } from './totals.ts';

it('weighs books by the time for which they lasted', () => {
  const books: [bid: number, bidSize: number, ask: number, askSize: number][] = [];
  const side = (price = 0, size = 0): readonly { price: number; size: number }[] =>
    size === 0 ? [] : [{ price, size }];
  const engine = {
    bids: (market: number) => side(books[market]?.[0], books[market]?.[1]),
    asks: (market: number) => side(books[market]?.[2], books[market]?.[3]),
  } as unknown as Venue;
  const gauge = new MarketGauge(engine, 2, 100);
  expect(gauge.quality(100)).toEqual({ twoSidedShare: 0, spread: null, depth: null });
  // Market 0: one-sided for 10, then 2 cents and 30 shares for 20, then 4 cents and 60 shares for 10.
  // Market 1 never has a book.
  books[0] = [4_900, 40e6, 0, 0];
  gauge.note(0, 105);
  books[0] = [4_900, 40e6, 5_100, 20e6];
  gauge.note(0, 110);
  books[0] = [4_900, 40e6, 5_300, 80e6];
  gauge.note(0, 130);
  const { twoSidedShare, spread, depth } = gauge.quality(140);
  expect(twoSidedShare).toBeCloseTo(30 / 80, 12);
  expect(spread).toBeCloseTo((20 * 0.02 + 10 * 0.04) / 30, 12);
  expect(depth).toBeCloseTo((20 * 30 + 10 * 60) / 30, 12);
});

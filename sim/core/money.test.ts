/** Fees and rounding to the micro dollar. */
import { describe, expect, test } from 'vitest';
import { assertClaim } from '../../proof/venue/counterexamples/fixtures/claimed-runs.ts';
import { ONE, order, type Stage, stage } from '../../proof/venue/oracle/stage.ts';
import type { FeeTerms } from '../../spec/venue/command.ts';
import type { TradeEvent } from '../../spec/venue/event.ts';
import type { Venue } from './venue.ts';

function lastTrade(venue: Venue): TradeEvent {
  const trade = venue.log.findLast((event) => event.kind === 'trade');
  if (trade === undefined) throw new Error('nothing has traded');
  return trade;
}

/** Fee of a taker's BUY of `size` at `price`. */
function feeFor(fee: FeeTerms, price: number, size: number): number {
  const { venue, must } = stage({ fee, tick: 1 });
  must(order(0, 'SELL', 0, 1, 1, { price, size }));
  must(order(1, 'BUY', 0, 1, 1, { price, size }));
  return lastTrade(venue).fee;
}

describe('fee = shares x rate x (p(1-p))^exponent, five decimals half up', () => {
  const rows: readonly (readonly [exponent: 0 | 1 | 2, rate: number, price: number, size: number, fee: number])[] = [
    [1, 50_000, 5_000, 100 * ONE, 1_250_000],
    [1, 50_000, 9_900, 100 * ONE, 49_500],
    [0, 20_000, 100, 10 * ONE, 200_000],
    [2, 1_000_000, 5_000, 10 * ONE, 625_000],
    [2, 250_000, 3_300, 7 * ONE, 85_550],
    [1, 0, 5_000, 100 * ONE, 0],
    // Exactly half of the fifth decimal goes up, anything less goes down.
    [1, 1_000_000, 5_000, 20, 10],
    [1, 1_000_000, 5_000, 19, 0],
    [1, 1_000_000, 5_000, 60, 20],
  ];
  test.each(rows)('exponent %i, rate %i: price %i, size %i pays %i', (exponent, rate, price, size, fee) => {
    expect(feeFor({ rate, exponent, takerOnly: true }, price, size)).toBe(fee);
  });

  test('BUY adds it to the cost, SELL deducts it from the proceeds', () => {
    const { venue, must } = stage({ fee: { rate: 40_000, exponent: 1, takerOnly: true } });
    must(order(0, 'SELL', 0, 50, 10));
    must(order(1, 'BUY', 0, 50, 10));
    expect([venue.cash(0).free, venue.cash(1).free]).toEqual([1_005 * ONE, 994.9 * ONE]);
    must(order(0, 'BUY', 0, 50, 10));
    must(order(2, 'SELL', 0, 50, 10));
    expect(venue.cash(2).free).toBe(1_004.9 * ONE);
    expect(venue.treasury().fees).toBe(0.2 * ONE);
  });

  test('is the same for a SELL of one token at p and of the other at 1-p', () => {
    const fee = { rate: 70_000, exponent: 1, takerOnly: true } as const;
    const sold = (outcome: 0 | 1, cents: number): number => {
      const { venue, must } = stage({ fee });
      must(order(0, 'BUY', outcome, cents, 10));
      must(order(1, 'SELL', outcome, cents, 10));
      return lastTrade(venue).fee;
    };
    expect(sold(0, 23)).toBe(sold(1, 77));
  });

  test('does not depend on the number of makers', () => {
    const fee = { rate: 33_333, exponent: 1, takerOnly: true } as const;
    const many = stage({ fee });
    for (let each = 0; each < 50; each += 1) many.must(order(0, 'SELL', 0, 37, 1, { size: 777 }));
    many.must(order(1, 'BUY', 0, 37, 1, { size: 50 * 777 }));
    expect(lastTrade(many.venue).fee).toBe(feeFor(fee, 3_700, 50 * 777));
  });

  test('never exceeds the proceeds of a sale', () => {
    const { venue, must } = stage({ fee: { rate: 500_000, exponent: 0, takerOnly: true } });
    must(order(0, 'BUY', 0, 1, 10));
    must(order(1, 'SELL', 0, 1, 10));
    expect(lastTrade(venue)).toMatchObject({ cash: 100_000, fee: 100_000 });
    expect(venue.cash(1).free).toBe(1_000 * ONE);
  });
});

describe('fractions of a micro dollar', () => {
  /** All money in the venue, less the deposits. */
  function imbalance({ venue }: Stage): number {
    const { deposits, collateral, fees, residual } = venue.treasury();
    const cash = [0, 1, 2, 3].reduce((sum, wallet) => sum + venue.cash(wallet).free + venue.cash(wallet).reserved, 0);
    return cash + collateral + fees + residual - deposits;
  }

  test('the buyer pays the ceiling, the seller gets the floor, the rest is residual', () => {
    const small = stage();
    small.must(order(0, 'SELL', 0, 50, 1, { size: 3 }));
    small.must(order(1, 'BUY', 0, 50, 1, { size: 3 }));
    expect(lastTrade(small.venue)).toMatchObject({ cash: 2, makers: [{ cash: 1 }] });
    expect(small.venue.treasury().residual).toBe(1);
    expect(imbalance(small)).toBe(0);
  });

  test('a mint of an uneven size is paid in full; its merge returns at most as much', () => {
    const minted = stage();
    minted.must(order(0, 'BUY', 0, 50, 1, { size: 1 }));
    minted.must(order(1, 'BUY', 1, 50, 1, { size: 1 }));
    expect(minted.venue.treasury().residual).toBe(1);
    minted.must(order(0, 'SELL', 0, 50, 1, { size: 1 }));
    minted.must(order(1, 'SELL', 1, 50, 1, { size: 1 }));
    expect(minted.venue.treasury()).toMatchObject({ residual: 2, collateral: 800 * ONE });
    expect(imbalance(minted)).toBe(0);
  });

  test('an order pays its total rounded up once, in any number of fills', () => {
    expect(assertClaim('paidOnce', 3).get('several fills')).toBeGreaterThan(50);
  });

  test('a thousand million shares are exact', () => {
    const { venue, must } = stage({ tick: 1 });
    must({ kind: 'deposit', wallet: 0, amount: 2_000_000_000 * ONE });
    must({ kind: 'deposit', wallet: 1, amount: 2_000_000_000 * ONE });
    must(order(0, 'BUY', 0, 1, 1, { price: 3_333, size: 1_000_000_000 * ONE - 1 }));
    must(order(1, 'BUY', 1, 1, 1, { price: 6_667, size: 1_000_000_000 * ONE - 1 }));
    expect(lastTrade(venue)).toMatchObject({ cash: 666_700_000_000_000, makers: [{ cash: 333_300_000_000_000 }] });
    expect(venue.treasury().residual).toBe(1);
  });
});

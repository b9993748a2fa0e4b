/** sim/views/movement tests: movements of conversions add up, and movements of failed trades mirror the trades. */
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { MICRO } from '../../base/units.ts';
import type { Event, Trade } from '../../spec/venue/event.ts';
import { createHoldings } from './holdings.ts';
import { movementsOf } from './movement.ts';
import { createTrades } from './trades.ts';

type Converted = Extract<Event, { kind: 'converted' }>;

const converted: fc.Arbitrary<Converted> = fc
  .record({
    members: fc.integer({ min: 2, max: 90 }),
    chosen: fc.infiniteStream(fc.boolean()),
    size: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 1_000_000_000_000 })),
  })
  .map(({ members, chosen, size }) => {
    const all = Array.from({ length: members }, (_, index) => 3 * index + 1);
    const picks = new Set(all.filter((market) => market === 1 || chosen.next().value));
    const markets = all.filter((market) => picks.has(market));
    const others = all.filter((market) => !picks.has(market));
    return { kind: 'converted', at: 5, wallet: 7, group: 0, markets, others, size, paid: (markets.length - 1) * size };
  });

const TRADE: Trade = {
  at: 1_000,
  trade: 3,
  market: 2,
  takerOrder: 9,
  takerWallet: 0,
  takerKey: 0,
  outcome: 0,
  side: 'BUY',
  size: 7,
  cash: 4,
  fee: 1,
  makers: [
    {
      order: 4,
      wallet: 1,
      key: 1,
      outcome: 0,
      side: 'SELL',
      price: 4_000,
      size: 5,
      cash: 2,
      fee: 0,
      takerPrice: 4_000,
      takerCash: 2,
      takerFee: 0,
    },
    {
      order: 5,
      wallet: 2,
      key: 2,
      outcome: 1,
      side: 'BUY',
      price: 3_000,
      size: 2,
      cash: 1,
      fee: 0,
      takerPrice: 7_000,
      takerCash: 1,
      takerFee: 1,
    },
  ],
};

describe('a conversion', () => {
  test.prop([converted])('moves one token of each member, and its dollars add up to the payment', (event) => {
    const movements = movementsOf(event, 12);
    expect(movements.map(({ market }) => market)).toEqual([...event.markets, ...event.others].sort((a, b) => a - b));
    let dollars = 0;
    let prices = 0;
    for (const { market, outcome, side, size, cash, price, type, source, wallet } of movements) {
      const gives = event.markets.includes(market);
      expect([type, source, wallet, size]).toEqual(['CONVERSION', 12, 7, event.size]);
      expect([outcome, side]).toEqual(gives ? [1, 'SELL'] : [0, 'BUY']);
      expect(cash).toBeGreaterThanOrEqual(0);
      expect(Math.abs(cash - (size * price) / MICRO)).toBeLessThan(1.01);
      dollars += gives ? cash : -cash;
      prices += gives ? MICRO - price : price;
    }
    expect(dollars).toBe(event.paid);
    expect(prices).toBe(MICRO);
  });

  it('of one market in three buys the other two for a third each', () => {
    const event: Converted = {
      kind: 'converted',
      at: 1,
      wallet: 0,
      group: 0,
      markets: [5],
      others: [2, 9],
      size: 10,
      paid: 0,
    };
    expect(movementsOf(event, 0).map(({ market, side, cash, price }) => [market, side, cash, price])).toEqual([
      [2, 'BUY', 3, 333_333],
      [5, 'SELL', 7, 666_667],
      [9, 'BUY', 4, 333_334],
    ]);
  });
});

describe('a trade that fails', () => {
  it('moves everything back at its own prices, as TRADE of the same transaction', () => {
    const made = movementsOf({ kind: 'trade', ...TRADE }, 20);
    const back = movementsOf({ kind: 'trade-reversed', ...TRADE, at: 2_500 }, 40);
    expect(back).toEqual(
      made.map((movement) => ({ ...movement, at: 2_500, side: movement.side === 'BUY' ? 'SELL' : 'BUY' })),
    );
    expect(back.map(({ source }) => source)).toEqual([3, 3, 3, 3]);
  });

  it('leaves the buyer without shares, and its status has the moment of the failure', () => {
    const first = { ...TRADE, trade: 0 };
    const log: readonly Event[] = [
      { kind: 'split', at: 1, wallet: 1, market: 2, size: 5 },
      { kind: 'trade', ...first },
      { kind: 'trade-status', at: 2_000, trade: 0, status: 'RETRYING' },
      { kind: 'trade-reversed', ...first, at: 2_500 },
      { kind: 'trade-status', at: 2_500, trade: 0, status: 'FAILED' },
    ];
    const holdings = createHoldings();
    const trades = createTrades((position) => log[position] as Event);
    for (const [position, event] of log.entries()) {
      for (const movement of movementsOf(event, position)) holdings.apply(movement);
      trades.apply(event, position);
    }
    const sizes = [0, 1, 2].flatMap((wallet) => holdings.ofWallet(wallet).all.map(({ size }) => [wallet, size]));
    expect(sizes).toEqual([
      [0, 0],
      [1, 5],
      [1, 5],
      [2, 0],
    ]);
    expect(trades.record(0)).toMatchObject({ status: 'FAILED', updatedAt: 2_500, event: { at: 1_000 } });
  });
});

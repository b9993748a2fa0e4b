/** sim/core/matching tests: priority, price and transfers over the orders of both tokens. */
import { describe, expect, test } from 'vitest';
import { ONE, order, stage } from '../../proof/venue/oracle/stage.ts';
import type { TradeEvent } from '../../spec/venue/event.ts';
import type { Venue } from './venue.ts';

function trades(venue: Venue): readonly TradeEvent[] {
  return venue.log.filter((event) => event.kind === 'trade');
}

function makers(venue: Venue): readonly number[] {
  return trades(venue).flatMap((trade) => trade.makers.map((leg) => leg.order));
}

describe('priority', () => {
  test('the better price goes first, whichever token it is for', () => {
    const { venue, must } = stage();
    must(order(0, 'SELL', 0, 52, 5));
    must(order(1, 'BUY', 1, 50, 5));
    must(order(2, 'SELL', 0, 51, 5));
    must(order(3, 'BUY', 0, 60, 15));
    expect(makers(venue)).toEqual([1, 2, 0]);
  });

  test('at one price the earlier goes first, whichever token it is for', () => {
    const { venue, must } = stage();
    must(order(0, 'SELL', 0, 50, 5));
    must(order(1, 'BUY', 1, 50, 5));
    must(order(2, 'SELL', 0, 50, 5));
    must(order(3, 'BUY', 0, 50, 12));
    expect(makers(venue)).toEqual([0, 1, 2]);
  });

  test('a partly filled order keeps its place', () => {
    const { venue, must } = stage();
    must(order(0, 'SELL', 0, 50, 5));
    must(order(1, 'SELL', 0, 50, 5));
    must(order(3, 'BUY', 0, 50, 2));
    must(order(3, 'BUY', 0, 50, 4));
    expect(makers(venue)).toEqual([0, 0, 1]);
  });

  test('a level stays whole when an order in its middle leaves', () => {
    const { venue, must } = stage();
    for (const wallet of [0, 1, 2]) must(order(wallet, 'SELL', 0, 50, 5));
    must({ kind: 'cancel', wallet: 1, order: 1 });
    must(order(3, 'BUY', 0, 50, 10));
    expect(makers(venue)).toEqual([0, 2]);
    expect(venue.asks(0, 0)).toEqual([]);
  });
});

describe('price', () => {
  test("the trade prints at the resting price; the improvement is the taker's", () => {
    const { venue, must } = stage();
    must(order(0, 'SELL', 0, 40, 10));
    expect(must(order(1, 'BUY', 0, 60, 10))).toMatchObject({ cash: 4 * ONE });
    expect(venue.cash(1)).toEqual({ free: 996 * ONE, reserved: 0 });
    expect(venue.market(0)?.lastPrice).toBe(4_000);
  });

  test('the last price is in first-outcome terms', () => {
    const { venue, must } = stage();
    must(order(0, 'SELL', 1, 40, 10));
    must(order(1, 'BUY', 1, 60, 10));
    expect(venue.market(0)?.lastPrice).toBe(6_000);
  });
});

describe('a fill', () => {
  test('BUY and SELL of one token transfer it', () => {
    const { venue, must } = stage();
    must(order(0, 'SELL', 1, 30, 10));
    must(order(1, 'BUY', 1, 30, 10));
    expect(venue.tokens(0, 0, 1).free).toBe(90 * ONE);
    expect(venue.tokens(1, 0, 1).free).toBe(110 * ONE);
    expect([venue.cash(0).free, venue.cash(1).free]).toEqual([1_003 * ONE, 997 * ONE]);
    expect(venue.supply(0)).toEqual({ tokens: [400 * ONE, 400 * ONE], collateral: 400 * ONE, vault: 0 });
  });

  test('two BUYs of opposite tokens mint complete sets; the taker pays the rest of the dollar', () => {
    const { venue, must } = stage();
    must(order(0, 'BUY', 0, 60, 10));
    must(order(1, 'BUY', 1, 45, 10));
    expect(venue.tokens(0, 0, 0).free).toBe(110 * ONE);
    expect(venue.tokens(1, 0, 1).free).toBe(110 * ONE);
    expect([venue.cash(0).free, venue.cash(1).free]).toEqual([994 * ONE, 996 * ONE]);
    expect(venue.supply(0)).toEqual({ tokens: [410 * ONE, 410 * ONE], collateral: 410 * ONE, vault: 0 });
  });

  test('two SELLs of opposite tokens merge complete sets', () => {
    const { venue, must } = stage();
    must(order(0, 'SELL', 0, 60, 10));
    must(order(1, 'SELL', 1, 35, 10));
    expect(venue.tokens(0, 0, 0).free).toBe(90 * ONE);
    expect(venue.tokens(1, 0, 1).free).toBe(90 * ONE);
    expect([venue.cash(0).free, venue.cash(1).free]).toEqual([1_006 * ONE, 1_004 * ONE]);
    expect(venue.supply(0)).toEqual({ tokens: [390 * ONE, 390 * ONE], collateral: 390 * ONE, vault: 0 });
  });

  test('prices that do not add up to a dollar do not mint', () => {
    const { venue, must } = stage();
    must(order(0, 'BUY', 0, 60, 10));
    expect(must(order(1, 'BUY', 1, 39, 10))).toMatchObject({ status: 'live' });
    expect(venue.asks(0, 0)).toEqual([{ price: 6_100, size: 10 * ONE }]);
  });
});

describe('a trade', () => {
  test('lists its taker and all makers, each in terms of the token that it trades', () => {
    const { venue, must } = stage({ fee: { rate: 50_000, exponent: 1, takerOnly: true } });
    must(order(0, 'SELL', 0, 50, 4));
    must(order(1, 'BUY', 1, 40, 6));
    must(order(2, 'BUY', 0, 60, 10));
    expect(trades(venue)).toEqual([
      {
        kind: 'trade',
        at: venue.now,
        trade: 0,
        market: 0,
        takerOrder: 2,
        takerWallet: 2,
        takerKey: 2,
        outcome: 0,
        side: 'BUY',
        size: 10 * ONE,
        cash: 5.6 * ONE,
        fee: 122_000,
        makers: [
          {
            order: 0,
            wallet: 0,
            key: 0,
            outcome: 0,
            side: 'SELL',
            price: 5_000,
            size: 4 * ONE,
            cash: 2 * ONE,
            fee: 0,
            takerPrice: 5_000,
            takerCash: 2 * ONE,
            takerFee: 50_000,
          },
          {
            order: 1,
            wallet: 1,
            key: 1,
            outcome: 1,
            side: 'BUY',
            price: 4_000,
            size: 6 * ONE,
            cash: 2.4 * ONE,
            fee: 0,
            takerPrice: 6_000,
            takerCash: 3.6 * ONE,
            takerFee: 72_000,
          },
        ],
      },
    ]);
  });

  test('touches neither book version nor anything else of another market', () => {
    const { venue, must } = stage();
    const other = venue.market(1);
    must(order(0, 'SELL', 0, 50, 4));
    must(order(1, 'BUY', 0, 50, 4));
    expect(venue.market(1)).toEqual(other);
  });
});

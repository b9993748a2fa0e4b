/** sim/views/trades.test: every filter finds the trades that a scan of all trades finds. */
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { TradeEvent } from '../../spec/venue/event.ts';
import { createTrades, type TradeFilter, type Trades } from './trades.ts';

const outcome = fc.constantFrom(0 as const, 1 as const);
const small = fc.integer({ min: 0, max: 3 });
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });
const matches = fc.array(fc.record({ pause: fc.integer({ min: 0, max: 2 }), market: small, taker: small, outcome }), {
  maxLength: 40,
});
const filters = fc.record({
  trade: maybe(fc.integer({ min: -1, max: 45 })),
  taker: maybe(fc.integer({ min: -1, max: 4 })),
  market: maybe(fc.integer({ min: -1, max: 4 })),
  token: maybe(fc.record({ market: small, outcome })),
  after: maybe(fc.integer({ min: 0, max: 60 })),
  before: maybe(fc.integer({ min: 0, max: 60 })),
});

type Match = { readonly pause: number; readonly market: number; readonly taker: number; readonly outcome: 0 | 1 };

function tradesOf(items: readonly Match[]): readonly TradeEvent[] {
  let at = 0;
  return items.map(({ pause, market, taker, outcome }, trade) => {
    at += pause;
    const order = { takerOrder: trade, takerWallet: taker, takerKey: taker, outcome, side: 'BUY' } as const;
    return { kind: 'trade', at, trade, market, ...order, size: 1, cash: 1, fee: 0, makers: [] };
  });
}

function foldOf(log: readonly TradeEvent[]): Trades {
  const trades = createTrades((position) => log[position] as TradeEvent);
  for (const [position, event] of log.entries()) trades.apply(event, position);
  return trades;
}

function isFound(event: TradeEvent, { trade, taker, market, token, after, before }: TradeFilter): boolean {
  return (
    (trade === undefined || event.trade === trade) &&
    (taker === undefined || event.takerWallet === taker) &&
    (market === undefined || event.market === market) &&
    (token === undefined || (event.market === token.market && event.outcome === token.outcome)) &&
    (after === undefined || event.at > after) &&
    (before === undefined || event.at < before)
  );
}

describe('trades', () => {
  test.prop([matches, filters, fc.nat({ max: 10 }), fc.nat({ max: 10 })])(
    'are found as by a scan of all of them',
    (items, filter, skip, limit) => {
      const log = tradesOf(items);
      const expected = log.filter((event) => isFound(event, filter)).toReversed();
      const found = foldOf(log).newestFirst(filter, skip, limit);
      expect(found).toEqual(expected.slice(skip, skip + limit).map(({ trade }) => trade));
    },
  );
});

/** proof/venue/oracle/self-trade.test: an order crosses an own one, in each mode; figures are worked out by hand. */
import { describe, expect, test } from 'vitest';
import type { MarketTerms, PlaceOrder } from '../../../spec/venue/command.ts';
import { DOCUMENT_RULES, type SelfTradeMode } from '../../../spec/venue/rules.ts';
import type { Port } from './port.ts';
import { ONE, order, type Stage, stageOn, VENUES } from './stage.ts';

/** Orders 0 to 2 are the asks, 3 is the arriving one. */
const ARRIVING = (more: Partial<PlaceOrder> = {}): PlaceOrder => order(0, 'BUY', 0, 52, 10, more);

/** The last events in short: kind, order, shares. */
function eventsInShort(venue: Port, count: number): string {
  const words = venue.log.slice(-count).map((event) => {
    if (event.kind === 'trade') return `trade ${event.makers.map((leg) => `${leg.order}:${leg.size / ONE}`).join(' ')}`;
    if (event.kind === 'order-closed') return `${event.reason} ${event.order}:${event.remaining / ONE}`;
    return event.kind === 'order-reduced' ? `reduced ${event.order}:${event.size / ONE}` : event.kind;
  });
  return words.join(', ');
}

describe.each(VENUES)('%s, an order that crosses its own', (_, create) => {
  const begin = (selfTrade: SelfTradeMode, terms: Partial<MarketTerms> = {}): Stage<Port> =>
    stageOn(create({ ...DOCUMENT_RULES, selfTrade }), terms);
  /** Asks of the first outcome: 2 of another wallet at 50 cents, 3 own at 51, 4 of a third wallet at 52. */
  const withAsks = (selfTrade: SelfTradeMode): Stage<Port> => {
    const play = begin(selfTrade);
    for (const [wallet, cents, shares] of [
      [1, 50, 2],
      [0, 51, 3],
      [2, 52, 4],
    ] as const)
      play.must(order(wallet, 'SELL', 0, cents, shares));
    return play;
  };

  test('cancel-newest: trades up to its own order and ends there', () => {
    const play = withAsks('cancel-newest');
    expect(play.must(ARRIVING())).toEqual({ kind: 'placed', order: 3, status: 'matched', size: 2 * ONE, cash: ONE });
    expect(eventsInShort(play.venue, 4)).toBe('order-accepted, trade 0:2, matched 0:0, self-trade 3:8');
    expect(play.venue.cash(0)).toEqual({ free: 999 * ONE, reserved: 0 });
  });

  test('cancel-oldest: cancels its own order and continues', () => {
    const play = withAsks('cancel-oldest');
    const reply = play.must(ARRIVING());
    expect(reply).toEqual({ kind: 'placed', order: 3, status: 'matched', size: 6 * ONE, cash: 3_080_000 });
    expect(eventsInShort(play.venue, 5)).toBe(
      'order-accepted, trade 0:2 2:4, matched 0:0, self-trade 1:3, matched 2:0',
    );
    expect(play.venue.order(3)).toMatchObject({ state: 'live', size: 10 * ONE, matched: 6 * ONE });
    // Four shares left at 52 cents.
    expect(play.venue.cash(0)).toEqual({ free: 1000 * ONE - 3_080_000 - 2_080_000, reserved: 2_080_000 });
    expect(play.venue.tokens(0, 0, 0)).toEqual({ free: 106 * ONE, reserved: 0 });
  });

  test('cancel-both: cancels both, and orders behind them stay', () => {
    const play = withAsks('cancel-both');
    play.must(ARRIVING());
    expect(eventsInShort(play.venue, 5)).toBe('order-accepted, trade 0:2, matched 0:0, self-trade 1:3, self-trade 3:8');
    expect(play.venue.asks(0, 0)).toEqual([{ price: 5200, size: 4 * ONE }]);
  });

  test('decrement: reduces both by the smaller remainder, and the rest continues', () => {
    const play = withAsks('decrement');
    const reply = play.must(ARRIVING());
    expect(reply).toEqual({ kind: 'placed', order: 3, status: 'matched', size: 6 * ONE, cash: 3_080_000 });
    expect(eventsInShort(play.venue, 7)).toBe(
      'order-accepted, trade 0:2 2:4, matched 0:0, reduced 1:3, reduced 3:3, self-trade 1:0, matched 2:0',
    );
    expect(play.venue.order(1)).toMatchObject({ state: 'cancelled', size: 0, matched: 0 });
    expect(play.venue.order(3)).toMatchObject({ state: 'live', size: 7 * ONE, matched: 6 * ONE });
    // One share left at 52 cents.
    expect(play.venue.cash(0)).toEqual({ free: 1000 * ONE - 3_080_000 - 520_000, reserved: 520_000 });
  });

  test('decrement: an arrival smaller than its own is reduced to nothing', () => {
    const play = withAsks('decrement');
    const matched = play.must(order(0, 'BUY', 0, 51, 4));
    expect(matched).toEqual({ kind: 'placed', order: 3, status: 'matched', size: 2 * ONE, cash: ONE });
    expect(eventsInShort(play.venue, 4)).toBe('matched 0:0, reduced 1:2, reduced 3:2, self-trade 3:0');
    expect(play.venue.order(1)).toMatchObject({ state: 'live', size: ONE, matched: 0 });
    expect(play.venue.tokens(0, 0, 0)).toEqual({ free: 101 * ONE, reserved: ONE });
    const nothing = play.must(order(0, 'BUY', 0, 51, 1));
    expect(nothing).toEqual({ kind: 'placed', order: 4, status: 'unmatched', size: 0, cash: 0 });
    expect(eventsInShort(play.venue, 5)).toBe(
      'order-accepted, reduced 1:1, reduced 4:1, self-trade 1:0, self-trade 4:0',
    );
    expect(play.venue.tokens(0, 0, 0)).toEqual({ free: 102 * ONE, reserved: 0 });
  });

  test('decrement: a reduced buy reserves only the cost of its remainder, fees included', () => {
    const play = begin('decrement', { fee: { rate: 100_000, exponent: 1, takerOnly: false } });
    play.must(order(0, 'BUY', 0, 50, 4));
    // 4 x 0.50, and a fee of 4 x 0.1 x 0.25.
    expect(play.venue.cash(0).reserved).toBe(2_100_000);
    play.must(order(0, 'SELL', 0, 50, 1));
    expect(play.venue.cash(0)).toEqual({ free: 1000 * ONE - 1_575_000, reserved: 1_575_000 });
    // The remainder trades and is charged as if the order had never been larger.
    play.must(order(1, 'SELL', 0, 50, 3));
    expect(play.venue.cash(0)).toEqual({ free: 1000 * ONE - 1_575_000, reserved: 0 });
    expect(play.venue.order(0)).toMatchObject({ state: 'matched', size: 3 * ONE, matched: 3 * ONE });
  });

  test('an order for the other token counts as its own', () => {
    const play = begin('cancel-oldest');
    play.must(order(0, 'BUY', 1, 49, 3));
    play.must(order(0, 'BUY', 0, 51, 3));
    expect(eventsInShort(play.venue, 2)).toBe('order-accepted, self-trade 0:3');
  });

  test.each([
    ['cancel-newest', 'self-trade'],
    ['cancel-oldest', 'accepted'],
    ['cancel-both', 'accepted'],
    ['decrement', 'accepted'],
  ] as const)('%s: if the first order that it crosses is its own, it is %s', (mode, answer) => {
    const play = begin(mode);
    play.must(order(0, 'SELL', 0, 51, 3));
    expect(play.refusal(order(0, 'BUY', 0, 51, 3, { type: 'FAK' }))).toBe(answer);
    expect(play.venue.asks(0, 0)).toHaveLength(mode === 'cancel-newest' ? 1 : 0);
  });

  test.each([
    ['cancel-newest', 2, 'accepted', 3, 'fok-not-filled'],
    ['cancel-oldest', 6, 'accepted', 7, 'fok-not-filled'],
    ['cancel-both', 2, 'accepted', 3, 'fok-not-filled'],
    ['decrement', 2, 'accepted', 3, 'fok-not-filled'],
  ] as const)('%s: FOK of %i is %s, of %i %s', (mode, fits, good, larger, bad) => {
    const play = withAsks(mode);
    expect(play.refusal(order(0, 'BUY', 0, 52, larger, { type: 'FOK' }))).toBe(bad);
    expect(play.refusal(order(0, 'BUY', 0, 52, fits, { type: 'FOK' }))).toBe(good);
    expect(play.venue.order(3)).toMatchObject({ state: 'matched', matched: fits * ONE });
  });

  test('cancel-oldest: a FAK that crossed only its own order is killed without a trade', () => {
    const play = begin('cancel-oldest');
    play.must(order(0, 'SELL', 0, 51, 3));
    const reply = play.must(order(0, 'BUY', 0, 51, 2, { type: 'FAK' }));
    expect(reply).toEqual({ kind: 'placed', order: 1, status: 'unmatched', size: 0, cash: 0 });
    expect(eventsInShort(play.venue, 3)).toBe('order-accepted, self-trade 0:3, killed 1:2');
  });

  test.each(['cancel-newest', 'cancel-oldest', 'cancel-both', 'decrement'] as const)(
    '%s: post-only counts its own order as crossing, and a FAK needs a crossing order',
    (mode) => {
      const play = begin(mode);
      play.must(order(0, 'SELL', 0, 51, 3));
      expect(play.refusal(order(0, 'BUY', 0, 51, 3, { postOnly: true }))).toBe('post-only-crosses');
      expect(play.refusal(order(0, 'BUY', 0, 50, 3, { type: 'FAK' }))).toBe('fak-no-match');
    },
  );

  test.each([
    ['cancel-newest', 'self-trade 1:2'],
    ['cancel-oldest', 'self-trade 0:3'],
    ['cancel-both', 'self-trade 0:3, self-trade 1:2'],
    ['decrement', 'reduced 0:2, reduced 1:2, self-trade 1:0'],
  ] as const)('%s: a delayed order obeys it at its release', (mode, after) => {
    const play = begin(mode, { delayMs: 1_000 });
    play.must(order(0, 'SELL', 0, 51, 3));
    const reply = play.must(order(0, 'BUY', 0, 51, 2));
    expect(reply).toMatchObject({ status: 'delayed' });
    play.wait(1_000);
    expect(eventsInShort(play.venue, after.split(', ').length + 1)).toBe(`order-released, ${after}`);
  });
});

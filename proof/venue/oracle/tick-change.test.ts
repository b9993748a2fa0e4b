/** proof/venue/oracle/tick-change.test: the tick of a market changes while orders rest in it. */
import { describe, expect, test } from 'vitest';
import type { MarketTerms } from '../../../spec/venue/command.ts';
import { DOCUMENT_RULES } from '../../../spec/venue/rules.ts';
import type { Port } from './port.ts';
import { ONE, order, type Stage, stageOn, VENUES } from './stage.ts';

/** Orders closed by a tick change, in order. */
function closed(venue: Port): number[] {
  return venue.log.flatMap((event) =>
    event.kind === 'order-closed' && event.reason === 'tick-changed' ? [event.order] : [],
  );
}

describe.each(VENUES)('%s, a new tick', (_, create) => {
  const begin = (terms: Partial<MarketTerms> = {}): Stage<Port> => stageOn(create(DOCUMENT_RULES), terms);
  const coarse = { kind: 'change-tick', market: 0, tick: 1_000 } as const;

  test('coarser: orders off the new tick end by number and release their reservations', () => {
    const play = begin();
    for (const cents of [45, 40, 5, 44]) play.must(order(0, 'BUY', 0, cents, 1));
    for (const cents of [95, 60]) play.must(order(1, 'SELL', 0, cents, 1));
    play.must(order(2, 'BUY', 1, 35, 1));
    expect(play.must(coarse)).toEqual({ kind: 'done' });
    expect(play.venue.log.slice(-6, -5)).toMatchObject([{ kind: 'tick-changed', market: 0, tick: 1_000 }]);
    // 45, 5, 44, 95 and 35 cents are not multiples of ten cents.
    expect(closed(play.venue)).toEqual([0, 2, 3, 4, 6]);
    expect(play.venue.cash(0)).toEqual({ free: 1000 * ONE - 400_000, reserved: 400_000 });
    expect(play.venue.tokens(1, 0, 0)).toEqual({ free: 99 * ONE, reserved: ONE });
    expect(play.venue.bids(0, 0)).toEqual([{ price: 4_000, size: ONE }]);
    expect(play.venue.asks(0, 0)).toEqual([{ price: 6_000, size: ONE }]);
  });

  test('coarser: orders closer than a tick to 0 or to a dollar end too', () => {
    const play = begin({ tick: 1 });
    for (const price of [1, 100, 200, 9_800, 9_900, 9_999]) play.must(order(0, 'BUY', 1, 0, 1, { price }));
    play.must({ kind: 'change-tick', market: 0, tick: 200 });
    expect(closed(play.venue)).toEqual([0, 1, 4, 5]);
  });

  test('finer: all orders stay, and prices in between are valid', () => {
    const play = begin();
    play.must(order(0, 'BUY', 0, 45, 1));
    expect(play.refusal(order(1, 'BUY', 0, 45.5, 1))).toBe('price-off-tick');
    play.must({ kind: 'change-tick', market: 0, tick: 25 });
    expect(play.venue.market(0)?.terms.tick).toBe(25);
    expect(closed(play.venue)).toEqual([]);
    play.must(order(1, 'BUY', 0, 45.5, 2));
    expect(play.venue.bids(0, 0)).toEqual([
      { price: 4_550, size: 2 * ONE },
      { price: 4_500, size: ONE },
    ]);
    expect(play.step(order(1, 'BUY', 0, 0, 2, { price: 24 }))).toEqual({
      ok: false,
      refusal: { kind: 'price-out-of-range', min: 25, max: 9_975 },
    });
  });

  test('coarser and finer again: priority is kept', () => {
    const play = begin();
    play.must(order(0, 'SELL', 0, 50, 1));
    play.must(order(1, 'BUY', 1, 50, 1));
    play.must(coarse);
    play.must({ ...coarse, tick: 10 });
    play.must(order(2, 'SELL', 0, 50, 1));
    play.must(order(3, 'BUY', 0, 50, 2));
    const trade = play.venue.log.find((event) => event.kind === 'trade');
    expect(trade?.kind === 'trade' && trade.makers.map((leg) => leg.order)).toEqual([0, 1]);
  });

  test('a delayed order ends and is never released', () => {
    const play = begin({ delayMs: 1_000 });
    play.must(order(0, 'SELL', 0, 45, 1));
    play.must(order(1, 'BUY', 0, 45, 1));
    play.must(coarse);
    expect(closed(play.venue)).toEqual([0, 1]);
    expect(play.venue.nextDue()).toBeUndefined();
    expect(play.venue.cash(1)).toEqual({ free: 1000 * ONE, reserved: 0 });
  });

  test('a partly filled order ends with its remainder; other markets are unaffected', () => {
    const play = begin();
    play.must(order(0, 'SELL', 0, 45, 3));
    play.must(order(0, 'SELL', 0, 45, 3, { market: 1 }));
    play.must(order(1, 'BUY', 0, 45, 1));
    play.must(coarse);
    expect(play.venue.log.at(-1)).toMatchObject({ kind: 'order-closed', order: 0, remaining: 2 * ONE });
    expect(play.venue.asks(1, 0)).toEqual([{ price: 4_500, size: 3 * ONE }]);
  });

  test('the same tick is no event; a paused market accepts a new one, a closed or resolved one does not', () => {
    const play = begin();
    const { length } = play.venue.log;
    expect(play.must({ ...coarse, tick: 100 })).toEqual({ kind: 'done' });
    expect(play.venue.log).toHaveLength(length);
    play.must({ kind: 'pause-market', market: 0 });
    play.must({ ...coarse, tick: 50 });
    play.must({ kind: 'close-market', market: 0 });
    expect(play.step({ ...coarse, tick: 50 })).toEqual({
      ok: false,
      refusal: { kind: 'market-not-accepting', state: 'closed' },
    });
    play.must({ kind: 'resolve-market', market: 0, payout: [ONE, 0] });
    expect(play.step(coarse)).toEqual({ ok: false, refusal: { kind: 'market-not-accepting', state: 'resolved' } });
    expect(play.refusal({ ...coarse, market: 2 })).toBe('unknown-market');
    for (const tick of [0, -100, 30, 10_000, 0.5, Number.NaN])
      expect(play.step({ ...coarse, tick })).toEqual({ ok: false, refusal: { kind: 'malformed', what: 'tick' } });
  });
});

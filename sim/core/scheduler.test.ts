/** sim/core/scheduler tests: due work happens exactly at its moment. */
import { describe, expect, test } from 'vitest';
import { ONE, order, START, stage, stageOn, TERMS, VENUES } from '../../proof/venue/oracle/stage.ts';
import type { Event } from '../../spec/venue/event.ts';
import { DELAY_LIMIT, DOCUMENT_RULES, MOMENT_LIMIT } from '../../spec/venue/rules.ts';
import type { Venue } from './venue.ts';

function closings(venue: Venue): readonly Event[] {
  return venue.log.filter((event) => event.kind === 'order-closed');
}

describe('GTD', () => {
  const gtd = { type: 'GTD', expiresAt: START + 60_001 } as const;

  test('trades until the millisecond before its expiry', () => {
    const { must, wait } = stage();
    must(order(0, 'SELL', 0, 50, 5, gtd));
    wait(60_000);
    expect(must(order(1, 'BUY', 0, 50, 5))).toMatchObject({ status: 'matched' });
  });

  test('ends at its expiry and releases its reservation', () => {
    const { venue, must, wait } = stage();
    must(order(0, 'SELL', 0, 50, 5, gtd));
    expect(venue.nextDue()).toBe(START + 60_001);
    wait(60_001);
    expect(must(order(1, 'BUY', 0, 50, 5))).toMatchObject({ status: 'live' });
    expect(venue.order(0)).toMatchObject({ state: 'expired' });
    expect(venue.tokens(0, 0, 0)).toEqual({ free: 100 * ONE, reserved: 0 });
  });

  test('does not trade with an order that is released at the moment of its expiry', () => {
    const { venue, must, wait } = stage({ delayMs: 60_001 });
    must(order(0, 'SELL', 0, 50, 1));
    expect(must(order(1, 'BUY', 0, 50, 5))).toMatchObject({ status: 'delayed' });
    must(order(2, 'SELL', 0, 50, 5, gtd));
    wait(60_001);
    expect(venue.order(2)).toMatchObject({ state: 'expired', matched: 0 });
    expect(venue.order(1)).toMatchObject({ state: 'live', matched: ONE });
  });

  test('expires at its own moment when the clock jumps further', () => {
    const { venue, must, wait } = stage();
    must(order(0, 'SELL', 0, 50, 5, gtd));
    wait(1_000_000);
    expect(closings(venue)).toEqual([
      { kind: 'order-closed', at: START + 60_001, order: 0, reason: 'expired', remaining: 5 * ONE },
    ]);
    expect(venue.nextDue()).toBeUndefined();
  });

  test('is not due after its cancellation', () => {
    const { venue, must } = stage();
    must(order(0, 'SELL', 0, 50, 5, gtd));
    must({ kind: 'cancel', wallet: 0, order: 0 });
    expect(venue.nextDue()).toBeUndefined();
  });
});

describe('heartbeats', () => {
  test('a key that never sent one keeps its orders', () => {
    const { venue, must, wait } = stage();
    must(order(0, 'BUY', 0, 50, 5));
    wait(1_000_000);
    expect(venue.order(0)).toMatchObject({ state: 'live' });
  });

  test('ten seconds after the last one the orders are gone, not a millisecond before', () => {
    const { venue, must, wait } = stage();
    must(order(0, 'BUY', 0, 50, 5));
    must({ kind: 'heartbeat', key: 0 });
    wait(9_999);
    expect(venue.order(0)).toMatchObject({ state: 'live' });
    must({ kind: 'heartbeat', key: 0 });
    wait(9_999);
    expect(venue.order(0)).toMatchObject({ state: 'live' });
    wait(1);
    expect(venue.order(0)).toMatchObject({ state: 'cancelled' });
    expect(venue.cash(0)).toEqual({ free: 1_000 * ONE, reserved: 0 });
    expect(venue.log.slice(-2)).toEqual([
      { kind: 'heartbeat-lost', at: START + 19_999, key: 0 },
      { kind: 'order-closed', at: START + 19_999, order: 0, reason: 'heartbeat', remaining: 5 * ONE },
    ]);
  });

  test('one that arrives at the deadline is too late and begins a new session', () => {
    const { venue, must, wait } = stage();
    must(order(0, 'BUY', 0, 50, 5));
    must({ kind: 'heartbeat', key: 0 });
    wait(10_000);
    must({ kind: 'heartbeat', key: 0 });
    expect(venue.order(0)).toMatchObject({ state: 'cancelled' });
    expect(venue.nextDue()).toBe(START + 20_000);
  });

  test('cancel the orders of the key in all markets, delayed ones too, in order of acceptance, and no others', () => {
    const { venue, must, wait } = stage({ delayMs: 60_000 });
    must({ kind: 'heartbeat', key: 7 });
    must(order(0, 'SELL', 0, 50, 5));
    must(order(1, 'BUY', 0, 50, 5, { key: 7 }));
    must(order(2, 'BUY', 0, 40, 5, { key: 7, market: 1 }));
    must(order(2, 'BUY', 0, 41, 5, { key: 8, market: 1 }));
    must(order(1, 'BUY', 0, 10, 5, { key: 7 }));
    wait(10_000);
    expect(closings(venue).map((event) => (event.kind === 'order-closed' ? event.order : -1))).toEqual([1, 2, 4]);
    expect([venue.order(0)?.state, venue.order(3)?.state]).toEqual(['live', 'live']);
  });

  test('a lost session leaves later orders alone', () => {
    const { venue, must, wait } = stage();
    must({ kind: 'heartbeat', key: 0 });
    wait(10_000);
    must(order(0, 'BUY', 0, 50, 5));
    wait(100_000);
    expect(venue.order(0)).toMatchObject({ state: 'live' });
  });
});

describe('the delay of a market', () => {
  test('a marketable order waits exactly that long and is then matched with the book of that moment', () => {
    const { venue, must, wait } = stage({ delayMs: 3_000 });
    must(order(0, 'SELL', 0, 50, 5));
    expect(must(order(1, 'BUY', 0, 52, 5))).toEqual({ kind: 'placed', order: 1, status: 'delayed', size: 0, cash: 0 });
    expect(venue.bids(0, 0)).toEqual([]);
    wait(2_999);
    must(order(2, 'SELL', 0, 49, 5, { postOnly: true }));
    expect(venue.order(1)).toMatchObject({ state: 'delayed', matched: 0 });
    wait(1);
    expect(venue.order(1)).toMatchObject({ state: 'matched' });
    expect(venue.order(2)).toMatchObject({ state: 'matched' });
  });

  test('orders that cross nothing do not wait', () => {
    const { must } = stage({ delayMs: 3_000 });
    expect(must(order(0, 'SELL', 0, 50, 5))).toMatchObject({ status: 'live' });
  });

  test('it can be cancelled while it waits', () => {
    const { venue, must, wait } = stage({ delayMs: 3_000 });
    must(order(0, 'SELL', 0, 50, 5));
    must(order(1, 'BUY', 0, 50, 5));
    must({ kind: 'cancel', wallet: 1, order: 1 });
    wait(3_000);
    expect(venue.order(0)).toMatchObject({ matched: 0 });
    expect(venue.cash(1)).toEqual({ free: 1_000 * ONE, reserved: 0 });
  });

  test('without liquidity at the end of the delay GTC rests, behind orders that rested before', () => {
    const { venue, must, wait } = stage({ delayMs: 3_000 });
    must(order(0, 'SELL', 0, 50, 5));
    must(order(1, 'BUY', 0, 50, 5));
    must({ kind: 'cancel', wallet: 0, order: 0 });
    must(order(2, 'BUY', 0, 50, 5));
    wait(3_000);
    expect(venue.order(1)).toMatchObject({ state: 'live' });
    must(order(3, 'SELL', 0, 50, 5));
    wait(3_000);
    expect([venue.order(1)?.matched, venue.order(2)?.matched]).toEqual([0, 5 * ONE]);
  });

  test.each(['FOK', 'FAK'] as const)('without liquidity at the end of the delay %s is killed', (type) => {
    const { venue, must, wait } = stage({ delayMs: 3_000 });
    must(order(0, 'SELL', 0, 50, 5));
    must(order(1, 'BUY', 0, 50, 5, { type }));
    must({ kind: 'cancel', wallet: 0, order: 0 });
    wait(3_000);
    expect(venue.order(1)).toMatchObject({ state: 'killed', matched: 0 });
  });

  test('an own order that began to rest during the delay stops it', () => {
    const { venue, must, wait } = stage({ delayMs: 3_000 });
    must(order(0, 'SELL', 0, 50, 5));
    must(order(1, 'BUY', 0, 50, 5));
    must(order(1, 'SELL', 0, 49, 5));
    wait(3_000);
    expect(venue.log.at(-1)).toMatchObject({ kind: 'order-closed', order: 1, reason: 'self-trade' });
  });

  test.each([{}, { type: 'GTD', expiresAt: START + 90_000 }, { type: 'FOK' }, { type: 'FAK' }] as const)(
    'in a paused market the end of the delay kills it: %j',
    (more) => {
      const { venue, must, wait } = stage({ delayMs: 3_000 });
      must(order(0, 'SELL', 0, 50, 5));
      must(order(1, 'BUY', 0, 50, 5, more));
      must({ kind: 'pause-market', market: 0 });
      wait(2_999);
      expect(venue.order(1)).toMatchObject({ state: 'delayed' });
      wait(1);
      expect(venue.order(1)).toMatchObject({ state: 'killed', matched: 0 });
      expect(venue.cash(1).reserved).toBe(0);
      must({ kind: 'resume-market', market: 0 });
      wait(10_000);
      expect(venue.order(1)).toMatchObject({ state: 'killed', matched: 0 });
      expect(venue.order(0)).toMatchObject({ state: 'live', matched: 0 });
    },
  );
});

describe('settlement', () => {
  test('matched at once, mined after two seconds, confirmed five seconds later', () => {
    const { venue, must, wait } = stage();
    must(order(0, 'SELL', 0, 50, 5));
    must(order(1, 'BUY', 0, 50, 5));
    wait(1_999);
    expect(venue.log.filter((event) => event.kind === 'trade-status')).toEqual([]);
    wait(5_001);
    expect(venue.log.filter((event) => event.kind === 'trade-status')).toEqual([
      { kind: 'trade-status', at: START + 2_000, trade: 0, status: 'MINED' },
      { kind: 'trade-status', at: START + 7_000, trade: 0, status: 'CONFIRMED' },
    ]);
  });
});

describe('time', () => {
  test('never goes back: a command from the past happens now', () => {
    const { venue, wait } = stage();
    wait(5_000);
    venue.step({ kind: 'heartbeat', key: 1 }, START);
    expect(venue.now).toBe(START + 5_000);
    expect(venue.log.at(-1)).toMatchObject({ at: START + 5_000 });
  });

  test('work due at one moment is done in the order of its requests', () => {
    const { venue, must, wait } = stage();
    const expiresAt = START + 61_000;
    must(order(0, 'BUY', 0, 50, 5, { type: 'GTD', expiresAt }));
    wait(51_000);
    must({ kind: 'heartbeat', key: 0 });
    must(order(0, 'BUY', 0, 51, 5));
    wait(10_000);
    expect(closings(venue)).toEqual([
      { kind: 'order-closed', at: expiresAt, order: 0, reason: 'expired', remaining: 5 * ONE },
      { kind: 'order-closed', at: expiresAt, order: 1, reason: 'heartbeat', remaining: 5 * ONE },
    ]);
  });
});

describe('a command from a clock that is behind', () => {
  test('comes after what is due at the present moment', () => {
    const { venue, must } = stage({}, { minedAfterMs: 0 });
    must(order(0, 'SELL', 0, 50, 5));
    must(order(1, 'BUY', 0, 50, 5));
    expect(venue.nextDue()).toBe(START);
    venue.step({ kind: 'heartbeat', key: 7 }, START - 500);
    expect(venue.log.slice(-2)).toEqual([
      { kind: 'trade-status', at: START, trade: 0, status: 'MINED' },
      { kind: 'heartbeat-kept', at: START, key: 7 },
    ]);
  });
});

describe.each(VENUES)('the last moment of the clock of %s', (_, create) => {
  const begin = () => stageOn(create(DOCUMENT_RULES), { delayMs: DELAY_LIMIT });
  const beyond = [MOMENT_LIMIT + 1, Number.MAX_SAFE_INTEGER, 2 ** 53, Infinity];

  test('is reached, and the work that follows from it has later moments', () => {
    const { venue } = begin();
    const at = (command: Parameters<typeof venue.step>[0]) => venue.step(command, MOMENT_LIMIT);
    expect(at(order(0, 'SELL', 0, 50, 1)).ok).toBe(true);
    expect(at(order(1, 'BUY', 0, 50, 1))).toMatchObject({ value: { status: 'delayed' } });
    expect(venue.log.at(-1)).toMatchObject({ at: MOMENT_LIMIT, delayedUntil: MOMENT_LIMIT + DELAY_LIMIT });
    expect(venue.nextDue()).toBe(MOMENT_LIMIT + DELAY_LIMIT);
    at({ kind: 'heartbeat', key: 0 });
    expect(venue.nextDue()).toBe(MOMENT_LIMIT + 10_000);
    expect(at(order(0, 'SELL', 0, 50, 1, { market: 1 })).ok).toBe(true);
    expect(at(order(1, 'BUY', 0, 50, 1, { market: 1 }))).toMatchObject({ value: { status: 'matched' } });
    expect(venue.nextDue()).toBe(MOMENT_LIMIT + 2_000);
    expect(venue.now).toBe(MOMENT_LIMIT);
  });

  test('is the end of the clock: a later moment throws and changes nothing', () => {
    const { venue, must } = begin();
    must({ kind: 'heartbeat', key: 0 });
    const { length } = venue.log;
    for (const now of beyond) {
      expect(() => venue.advanceTo(now)).toThrow(RangeError);
      expect(() => venue.step({ kind: 'list-market', terms: TERMS }, now)).toThrow(RangeError);
    }
    expect([venue.now, venue.log.length]).toEqual([START, length]);
  });

  test('is the last at which an order may expire', () => {
    const { refusal } = begin();
    const expiring = (expiresAt: number) => refusal(order(0, 'BUY', 0, 40, 1, { type: 'GTD', expiresAt }));
    expect(expiring(MOMENT_LIMIT)).toBe('accepted');
    for (const expiresAt of beyond) expect(expiring(expiresAt)).toBe('malformed');
  });
});

test('the error for a later moment names the limit', () => {
  const { venue } = stage();
  const limit = 'the clock counts whole milliseconds up to 8640000000000000, got 8640000000000001';
  expect(() => venue.advanceTo(MOMENT_LIMIT + 1)).toThrow(new RangeError(limit));
  expect(() => venue.desk.place(MOMENT_LIMIT + 1)).toThrow(new RangeError(limit));
  expect(() => venue.desk.cancel(0, 0, MOMENT_LIMIT + 1)).toThrow(new RangeError(limit));
});

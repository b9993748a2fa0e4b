/** sim/core/venue tests: values that a venue returns cannot change it. */
import { describe, expect, test } from 'vitest';
import { ONE, order, type Stage, stage, TERMS } from '../../proof/venue/oracle/stage.ts';
import { createVenue, restoreVenue, type Venue } from './venue.ts';

/** A venue with something in every view: a group, a delayed order, an ended order, a changed price step. */
function full(): Stage {
  const play = stage({ delayMs: 1_000 });
  const { must } = play;
  for (let market = 2; market < 5; market += 1) must({ kind: 'list-market', terms: TERMS });
  must({ kind: 'group-markets', markets: [2, 3] });
  must({ kind: 'resolve-market', market: 4, payout: [ONE / 2, ONE / 2] });
  must({ kind: 'change-tick', market: 1, tick: 10 });
  must(order(0, 'SELL', 0, 50, 5));
  must(order(1, 'BUY', 0, 50, 5));
  return play;
}

function restored({ venue }: Stage): Venue {
  const again = restoreVenue(venue.snapshot());
  if (!again.ok) throw new Error(JSON.stringify(again.refusal));
  return again.value;
}

/** Every reader, by name. */
const VIEWS: Readonly<Record<string, (venue: Venue) => unknown>> = {
  market: (venue) => [0, 1, 2, 3, 4].map((market) => venue.market(market)),
  group: (venue) => venue.group(0),
  order: (venue) => [venue.order(0), venue.order(1)],
  supply: (venue) => venue.supply(0),
  treasury: (venue) => venue.treasury(),
  cash: (venue) => venue.cash(0),
  tokens: (venue) => venue.tokens(0, 0, 0),
  levels: (venue) => [venue.bids(0, 0), venue.asks(0, 0)],
  event: (venue) => Array.from({ length: venue.eventCount }, (_, index) => venue.eventAt(index)),
};

/** Writes to everything that can be written, at any depth. */
function scribble(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    scribble(part);
    Reflect.set(value, key, typeof part === 'number' ? part + 1 : undefined);
  }
}

describe.each([
  ['as it grew', ({ venue }: Stage) => venue],
  ['as it was restored', restored],
] as const)('a venue %s', (_, of) => {
  test.each(Object.keys(VIEWS))('does not change when a caller writes to its %s', (name) => {
    const venue = of(full());
    const before = venue.snapshot();
    const shown = structuredClone(VIEWS[name]?.(venue));
    scribble(VIEWS[name]?.(venue));
    expect(venue.snapshot()).toEqual(before);
    expect(VIEWS[name]?.(venue)).toEqual(shown);
  });

  test('returns levels that cannot be removed', () => {
    const levels = of(full()).asks(0, 0) as unknown[];
    expect(() => levels.pop()).toThrow(TypeError);
  });

  test('returns frozen terms, payouts and groups', () => {
    const venue = of(full());
    const [first, , , , last] = [0, 1, 2, 3, 4].map((market) => venue.market(market));
    const kept = [first?.terms, first?.terms.fee, venue.market(1)?.terms, last?.payout, venue.group(0)?.markets];
    expect(kept.map((part) => Object.isFrozen(part) && part !== undefined)).toEqual(kept.map(() => true));
  });
});

test('a venue copies its rules', () => {
  const rules = { selfTrade: 'cancel-newest', heartbeatMs: 10, minimumLifeMs: 1, minedAfterMs: 1, confirmedAfterMs: 1 };
  const venue = createVenue(rules as Parameters<typeof createVenue>[0]);
  rules.heartbeatMs = 1;
  venue.step({ kind: 'heartbeat', key: 0 }, 0);
  expect(venue.nextDue()).toBe(10);
});

describe.each([
  ['as it grew', ({ venue }: Stage) => venue],
  ['as it was restored', restored],
] as const)('a venue %s', (_, of) => {
  test.each([0.5, -1, 1e9, Number.NaN, Infinity, null, '0', undefined])('returns nothing at index %j', (place) => {
    const [venue, nowhere] = [of(full()), place as number];
    const nothing = { free: 0, reserved: 0 };
    expect([venue.cash(nowhere), venue.tokens(nowhere, 0, 0), venue.tokens(0, nowhere, 0)]).toEqual([
      nothing,
      nothing,
      nothing,
    ]);
    expect([venue.order(nowhere), venue.eventAt(nowhere)]).toEqual([undefined, undefined]);
  });

  test.each([2, 7, -1, 0.5, '1', undefined])('returns nothing for outcome %j', (outcome) => {
    const [venue, none] = [of(full()), outcome as 0];
    expect([venue.bids(0, none), venue.asks(0, none)]).toEqual([[], []]);
    expect(venue.tokens(0, 0, none)).toEqual({ free: 0, reserved: 0 });
  });
});

test.each([null, undefined, 5, {}, 'bytes', new ArrayBuffer(64), new DataView(new ArrayBuffer(64))])(
  'nothing is restored from %j',
  (given) => {
    expect(restoreVenue(given as Uint8Array)).toEqual({
      ok: false,
      refusal: { position: 0, reason: 'a snapshot is a Uint8Array' },
    });
  },
);

test('rules that are no object are rejected', () => {
  expect(() => createVenue(null as never)).toThrow(new RangeError('rules must be an object of five fields, got null'));
});

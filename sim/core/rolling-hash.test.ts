/** The hash over events: every field counts, order counts, and the value is the same everywhere. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ONE, order, stage } from '../../proof/venue/oracle/stage.ts';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import type { Event } from '../../spec/venue/event.ts';
import { addressOf, newEventLog } from './event-log.ts';
import { readEvent } from './log-read.ts';
import { writeEvent, writeReversed } from './log-write.ts';
import { hashOf, hashOfLog, newRollingHash } from './rolling-hash.ts';

const FEE = { rate: 1, exponent: 2, takerOnly: true } as const;

/** One event of each kind, with every optional field present. */
const EVENTS: readonly Event[] = [
  { kind: 'market-listed', at: 1, market: 2, terms: { tick: 100, minSize: 3, fee: FEE, delayMs: 4 } },
  { kind: 'wallet-opened', at: 1, wallet: 2 },
  { kind: 'deposited', at: 1, wallet: 2, amount: 3 },
  { kind: 'split', at: 1, wallet: 2, market: 3, size: 4 },
  { kind: 'merged', at: 1, wallet: 2, market: 3, size: 4 },
  { kind: 'redeemed', at: 1, wallet: 2, market: 3, sizes: [4, 5], paid: [6, 7] },
  {
    kind: 'order-accepted',
    at: 1,
    order: 2,
    wallet: 3,
    key: 4,
    market: 5,
    outcome: 1,
    side: 'BUY',
    type: 'GTD',
    price: 6,
    size: 7,
    postOnly: false,
    expiresAt: 8,
    salt: 'salt',
    delayedUntil: 9,
  },
  {
    kind: 'trade',
    at: 1,
    trade: 2,
    market: 3,
    takerOrder: 4,
    takerWallet: 5,
    takerKey: 6,
    outcome: 0,
    side: 'SELL',
    size: 7,
    cash: 8,
    fee: 9,
    makers: [
      {
        order: 1,
        wallet: 2,
        key: 3,
        outcome: 1,
        side: 'BUY',
        price: 4,
        size: 5,
        cash: 6,
        fee: 7,
        takerPrice: 8,
        takerCash: 9,
        takerFee: 10,
      },
    ],
  },
  { kind: 'order-reduced', at: 1, order: 2, size: 3 },
  { kind: 'tick-changed', at: 1, market: 2, tick: 3 },
  { kind: 'markets-grouped', at: 1, group: 2, markets: [3, 4] },
  { kind: 'converted', at: 1, wallet: 2, group: 3, markets: [4, 5], others: [6], size: 7, paid: 8 },
  { kind: 'trade-status', at: 1, trade: 2, status: 'MINED' },
  { kind: 'order-released', at: 1, order: 2 },
  { kind: 'order-closed', at: 1, order: 2, reason: 'cancelled', remaining: 3 },
  { kind: 'heartbeat-kept', at: 1, key: 2 },
  { kind: 'heartbeat-lost', at: 1, key: 2 },
  { kind: 'market-state', at: 1, market: 2, state: 'open' },
  { kind: 'market-resolved', at: 1, market: 2, payout: [3, 4] },
];

function hashFor(...log: readonly Event[]): string {
  return hashOfLog(log);
}

/** Another member for each field with an enumerated value. */
const OTHER: Readonly<Record<string, string>> = {
  BUY: 'SELL',
  SELL: 'BUY',
  GTD: 'FAK',
  MINED: 'FAILED',
  cancelled: 'killed',
  open: 'closed',
};
/** Fields that hold whole numbers of any size; numbers of entities, prices and ticks are small. */
const WIDE =
  /^(at|key|takerKey|size|amount|cash|fee|takerCash|takerFee|remaining|expiresAt|delayedUntil|paid|delayMs|minSize)$/;

/** Every variant of a value that differs in exactly one leaf, with the path of that leaf. */
function bend(value: unknown, field = ''): readonly (readonly [path: string, bent: unknown])[] {
  if (field === 'outcome' || field === 'exponent') return [['', value === 1 ? 0 : 1]];
  if (typeof value === 'number') {
    return WIDE.test(field) ? [1, 2 ** 32].map((more) => ['', value + more] as const) : [['', value + 1]];
  }
  if (typeof value === 'boolean') return [['', !value]];
  if (field === 'salt') return ['saltx', 'Xalt', '7', '8', '07', 'salt\0'].map((salt) => ['', salt] as const);
  if (typeof value === 'string') return [['', OTHER[value]]];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      bend(item, field).map(([path, bent]) => [`[${index}]${path}`, value.with(index, bent)] as const),
    );
  }
  return Object.entries(value ?? {}).flatMap(([name, inner]) =>
    name === 'kind'
      ? []
      : bend(inner, name).map(([path, bent]) => [`.${name}${path}`, { ...(value as object), [name]: bent }] as const),
  );
}

describe('the rolling hash', () => {
  test.each(EVENTS.map((event) => [event.kind, event] as const))('covers every field of %s', (_kind, event) => {
    const variants = bend(event);
    expect(variants.length).toBeGreaterThan(1);
    const hashes = variants.map(([path, bent]) => [path, hashFor(bent as Event) !== hashFor(event)]);
    expect(hashes).toEqual(variants.map(([path]) => [path, true]));
  });

  test('distinguishes an absent optional field from zero', () => {
    const accepted = EVENTS.find((event) => event.kind === 'order-accepted');
    const without = { ...accepted, expiresAt: undefined } as Event;
    expect(hashFor(without)).not.toBe(hashFor({ ...accepted, expiresAt: 0 } as Event));
  });

  test('all kinds differ, and order matters', () => {
    expect(new Set(EVENTS.map((event) => hashFor(event))).size).toBe(EVENTS.length);
    expect(hashFor(...EVENTS)).not.toBe(hashFor(...EVENTS.toReversed()));
  });

  test('does not depend on the moments at which it is read', () => {
    const log = newEventLog();
    const stepwise = newRollingHash();
    for (const event of EVENTS) {
      writeEvent(log, event);
      hashOf(stepwise, log);
    }
    expect(hashOf(stepwise, log)).toBe(hashFor(...EVENTS));
  });

  test('does not depend on the moments at which it is read, at any end of a chunk', () => {
    const trade = EVENTS.find((event) => event.kind === 'trade');
    if (trade === undefined) throw new Error('a trade is among the events');
    const kept: Event = { kind: 'heartbeat-kept', at: 1, key: 1 };
    // Chunks have 65,536 cells: order-closed (two) or heartbeat (three) fills them to an even or odd offset.
    for (const fill of [kept, { kind: 'order-released', at: 1, order: 1 } as const]) {
      const log = newEventLog();
      const stepwise = newRollingHash();
      for (let index = 0; index < 70_000; index += 1) {
        writeEvent(log, fill);
        hashOf(stepwise, log);
      }
      expect(log.chunks.length).toBeGreaterThan(2);
      expect(hashOf(stepwise, log)).toBe(hashOf(newRollingHash(), log));
    }
  });

  const LONG_TRADES = [
    ['trade', 'near', 0, 0],
    ['trade-reversed', 'far', 2 ** 40, 1],
  ] as const;

  test.each(drawnPart(LONG_TRADES, 2).part)(
    'a %s with too many legs for a length in cells is read whole, with a %s key',
    (kind, _, key, index) => {
      const trade = EVENTS.find((event) => event.kind === 'trade');
      const leg = trade?.makers[0];
      if (trade === undefined || leg === undefined) throw new Error('a trade with a leg is among the events');
      const log = newEventLog();
      const legs = 1_200_000;
      writeEvent(log, { ...trade, takerKey: key, makers: new Array<typeof leg>(legs).fill(leg) });
      const address = addressOf(log, 0);
      writeReversed(log, 9, address);
      writeEvent(log, { ...trade, at: 10 });
      const read = readEvent(log, addressOf(log, index));
      expect(read.kind).toBe(kind);
      const makers = read.kind === 'trade' || read.kind === 'trade-reversed' ? read.makers : [];
      expect(makers.length).toBe(legs);
      expect([makers[0], makers.at(-1)]).toEqual([leg, leg]);
      expect(readEvent(log, addressOf(log, 2))).toEqual({ ...trade, at: 10 });
    },
  );

  test('events are read as written, over many chunks and trades longer than a chunk', () => {
    const log = newEventLog();
    const trade = EVENTS.find((event) => event.kind === 'trade');
    if (trade === undefined) throw new Error('a trade is among the events');
    const long = { ...trade, makers: Array.from({ length: 20_000 }, () => trade.makers).flat() };
    const written = Array.from({ length: 500 }, (_, at) => (at % 200 === 3 ? [long, ...EVENTS] : EVENTS)).flat();
    for (const event of written) writeEvent(log, event);
    const read: Event[] = [];
    for (let index = 0; index < log.events; index += 1) read.push(readEvent(log, addressOf(log, index)));
    expect(read.length).toBe(written.length);
    expect(read.findIndex((event, index) => !isDeepStrictEqual(event, written[index]))).toBe(-1);
  });

  test('is 16 hex digits and the same on every machine', () => {
    expect(hashFor(...EVENTS)).toBe('de7349761979b509');
    expect(hashFor()).toMatch(/^[0-9a-f]{16}$/);
  });

  test('reads do not change it', () => {
    const { venue, must } = stage();
    must(order(0, 'BUY', 0, 50, 5, { type: 'GTD', expiresAt: venue.now + 70_000 }));
    const before = venue.hash();
    venue.bids(0, 0);
    venue.asks(0, 1);
    venue.order(0);
    venue.nextDue();
    venue.cash(0);
    venue.tokens(99, 99, 1);
    venue.supply(99);
    venue.market(0);
    venue.treasury();
    expect(venue.hash()).toBe(before);
    expect(venue.tokens(0, 0, 0)).toEqual({ free: 100 * ONE, reserved: 0 });
  });
});

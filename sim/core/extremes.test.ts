/**
 * sim/core/extremes tests: cases that drawn runs rarely reach: sums that just fit a double, the last digit of a fee,
 * salts that differ at their end, and books that must not change.
 */
import { describe, expect, test } from 'vitest';
import { ONE, order, stage, TERMS } from '../../proof/venue/oracle/stage.ts';
import type { Command, PlaceOrder } from '../../spec/venue/command.ts';
import { saltDigest } from './salts.ts';
import { createVenue, restoreVenue, type Venue } from './venue.ts';

const MAX = Number.MAX_SAFE_INTEGER;

function must(venue: Venue, ...commands: readonly Command[]): void {
  for (const command of commands)
    expect(venue.step(command, venue.now), JSON.stringify(command)).toMatchObject({ ok: true });
}

const refused = (venue: Venue, command: Command): unknown => {
  const reply = venue.step(command, venue.now);
  return reply.ok ? reply : reply.refusal.kind;
};

let salts = 0;
function bid(fields: Partial<PlaceOrder>): PlaceOrder {
  salts += 1;
  return { ...order(0, 'BUY', 0, 50, 1), salt: `extreme ${salts}`, ...fields };
}

describe('shares of a level', () => {
  test('add up to the largest exact integer at most', () => {
    const venue = createVenue();
    must(venue, { kind: 'list-market', terms: { ...TERMS, tick: 1, minSize: 1 } }, { kind: 'open-wallet' });
    must(venue, { kind: 'deposit', wallet: 0, amount: 1e12 });
    for (let count = 0; count < 9; count += 1) must(venue, bid({ price: 1, size: 1e15 }));
    must(venue, bid({ price: 1, size: MAX - 9e15 }));
    expect(venue.bids(0, 0)).toEqual([{ price: 1, size: MAX }]);
    expect(refused(venue, bid({ price: 1, size: 1 }))).toBe('size-invalid');
  });
});

describe('a conversion', () => {
  const [members, size] = [11, 8e14];
  const owed = (members - 1) * size;

  function grouped(more: number): Venue {
    const venue = createVenue();
    const markets = Array.from({ length: members }, (_, index) => index);
    must(venue, ...markets.map(() => ({ kind: 'list-market', terms: TERMS }) as const));
    must(venue, { kind: 'group-markets', markets }, { kind: 'open-wallet' });
    must(venue, { kind: 'deposit', wallet: 0, amount: MAX - owed + more });
    must(venue, { kind: 'split', wallet: 0, market: 0, size });
    return venue;
  }
  const convert: Command = { kind: 'convert', wallet: 0, group: 0, markets: [0], size };

  test('may owe up to the largest exact integer', () => {
    const venue = grouped(0);
    must(venue, convert);
    expect(venue.group(0)?.debt).toBe(owed);
    expect(venue.treasury()).toMatchObject({ debt: owed, collateral: owed + size });
  });

  test('may not owe a micro dollar more', () => {
    expect(refused(grouped(1), convert)).toBe('size-invalid');
  });
});

describe('a fee that is half a step after two fills', () => {
  // 128 thousand shares: with the first one left out, or its last digit, there is less than half a step more.
  const [rate, price, size] = [1_000_000, 25, 2 ** 16 * 5 ** 9];
  const exact = BigInt(size) * BigInt(rate) * BigInt(price * (10_000 - price)) ** 2n;

  function charged(between: (venue: Venue) => Venue): number {
    const made = createVenue();
    const fee = { rate, exponent: 2, takerOnly: false } as const;
    must(made, { kind: 'list-market', terms: { ...TERMS, tick: 25, minSize: 1, fee } });
    for (const wallet of [0, 1]) must(made, { kind: 'open-wallet' }, { kind: 'deposit', wallet, amount: 10 * size });
    // The maker of the fee is behind an empty slot, which the takers get.
    must(made, bid({ price: 50 }), bid({ price, size }), { kind: 'cancel', wallet: 0, order: 0 });
    const take = (part: number): Command =>
      bid({ wallet: 1, outcome: 1, type: 'FAK', price: 10_000 - price, size: part });
    must(made, take(1));
    const venue = between(made);
    must(venue, take(size - 1));
    const legs = venue.log.flatMap((event) => (event.kind === 'trade' ? event.makers : []));
    return legs.reduce((sum, leg) => sum + leg.fee, 0);
  }

  test('is rounded up', () => {
    const step = 10n ** 23n;
    expect(exact % step).toBe(step / 2n);
    expect(charged((venue) => venue)).toBe(Number((exact / step + 1n) * 10n));
  });

  test('is rounded up in a venue that was restored between them, too', () => {
    const again = charged((venue) => {
      const restored = restoreVenue(venue.snapshot());
      if (!restored.ok) throw new Error(restored.refusal.reason);
      return restored.value;
    });
    expect(again).toBe(charged((venue) => venue));
  });
});

describe('salts', () => {
  test('that differ only at their end are distinct', () => {
    const { venue, must: mustDo } = stage();
    // The first two such texts of equal digests for wallet 0. A change of the digest needs another pair.
    const [one, other] = [1_049_599, 1_212_382].map((end) => `${'x'.repeat(210)}${end}`) as [string, string];
    expect(saltDigest({ wallet: 0, salt: -1, saltText: one })).toBe(
      saltDigest({ wallet: 0, salt: -1, saltText: other }),
    );
    mustDo(bid({ salt: one }));
    mustDo(bid({ salt: other }));
    expect([one, other].map((salt) => refused(venue, bid({ salt })))).toEqual(['duplicate', 'duplicate']);
  });
});

describe('a book', () => {
  const UNTOUCHED: readonly (readonly [string, readonly Command[]])[] = [
    ['a pause', [{ kind: 'pause-market', market: 0 }]],
    [
      'a pause and its end',
      [
        { kind: 'pause-market', market: 0 },
        { kind: 'resume-market', market: 0 },
      ],
    ],
    [
      'the end of its market',
      [
        { kind: 'close-market', market: 0 },
        { kind: 'resolve-market', market: 0, payout: [ONE, 0] },
      ],
    ],
    [
      'complete sets',
      [
        { kind: 'split', wallet: 0, market: 0, size: ONE },
        { kind: 'merge', wallet: 0, market: 0, size: ONE },
      ],
    ],
    ['a heartbeat', [{ kind: 'heartbeat', key: 3 }]],
  ];

  test.each(UNTOUCHED)('is not changed by %s', (_, commands) => {
    const { venue, wait } = stage();
    const before = venue.market(0);
    wait(5);
    must(venue, ...commands);
    expect(venue.market(0)).toMatchObject({
      bookVersion: before?.bookVersion,
      bookChangedAt: before?.bookChangedAt,
    });
  });

  test('is not changed by an order of another market, or the end of one', () => {
    const { venue, wait } = stage();
    must(venue, { kind: 'list-market', terms: TERMS });
    const before = venue.market(0);
    wait(5);
    const other = venue.market(1)?.bookVersion ?? 0;
    must(venue, bid({ market: 1 }), { kind: 'cancel', wallet: 0, order: 0 });
    expect(venue.market(0)).toEqual(before);
    expect(venue.market(1)?.bookVersion).toBeGreaterThan(other);
  });
});

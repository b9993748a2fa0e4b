/** sim/core/snapshot tests: a snapshot has the whole state, and damage is refused with its position. */
import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import { runGenes } from '../../proof/venue/oracle/runs.ts';
import { ONE, order, stage } from '../../proof/venue/oracle/stage.ts';
import { hashOfLog } from './rolling-hash.ts';
import { packSections, unpackSections } from './snapshot-format.ts';
import { createVenue, restoreVenue, type Venue } from './venue.ts';

function restored(bytes: Uint8Array): Venue {
  const result = restoreVenue(bytes);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refusal)}`);
  return result.value;
}

function drawn(seed: string, length: number): Venue {
  const random = seedrandom(seed);
  return runGenes(createVenue(), length, () => random.int32() >>> 1).venue;
}

describe('a snapshot', () => {
  test('of an empty venue is an empty venue', () => {
    const copy = restored(createVenue().snapshot());
    expect([copy.hash(), copy.log, copy.now, copy.nextDue()]).toEqual([createVenue().hash(), [], 0, undefined]);
  });

  test.each(['one', 'two', 'three'])(
    'of a drawn run %s has its log, its hash and its books, and makes an equal snapshot',
    (seed) => {
      const venue = drawn(seed, 800);
      const copy = restored(venue.snapshot());
      expect(copy.hash()).toBe(venue.hash());
      expect(copy.log).toEqual(venue.log);
      const trades = venue.log.filter(({ kind }) => kind === 'trade').length;
      expect(trades).toBeGreaterThan(0);
      expect([venue.tradeCount, copy.tradeCount]).toEqual([trades, trades]);
      expect([copy.now, copy.nextDue(), copy.treasury()]).toEqual([venue.now, venue.nextDue(), venue.treasury()]);
      for (let market = 0; venue.market(market) !== undefined; market += 1) {
        expect(copy.market(market)).toEqual(venue.market(market));
        expect([copy.bids(market, 0), copy.asks(market, 1)]).toEqual([venue.bids(market, 0), venue.asks(market, 1)]);
      }
      expect(copy.snapshot()).toEqual(venue.snapshot());
    },
  );

  test('is independent of its venue', () => {
    const { venue, must } = stage();
    const bytes = venue.snapshot();
    const before = venue.hash();
    must(order(0, 'BUY', 0, 50, 5));
    const copy = restored(bytes);
    expect(copy.hash()).toBe(before);
    copy.step(order(0, 'BUY', 0, 40, 5), copy.now);
    expect(restored(bytes).hash()).toBe(before);
    expect(venue.bids(0, 0)).toEqual([{ price: 5_000, size: 5 * ONE }]);
  });

  test('of a book with fine prices has only the levels in use', () => {
    const { venue, must } = stage({ tick: 1 });
    for (const cents of [0.01, 3.2, 49]) must(order(0, 'BUY', 0, cents, 5));
    for (const cents of [49.01, 96, 99.99]) must(order(1, 'SELL', 0, cents, 5));
    const bytes = venue.snapshot();
    // Six times 32 levels of 16 bytes, and the log; all levels of one side are 160,000 bytes.
    expect(bytes.length).toBeLessThan(10_000);
    const copy = restored(bytes);
    expect([copy.bids(0, 0), copy.asks(0, 0)]).toEqual([venue.bids(0, 0), venue.asks(0, 0)]);
    for (const one of [venue, copy]) {
      expect(one.step(order(2, 'SELL', 0, 0.01, 12, { salt: 'all' }), one.now)).toMatchObject({
        value: { size: 12 * ONE },
      });
      expect(one.step(order(2, 'BUY', 0, 99.99, 12, { salt: 'of it' }), one.now)).toMatchObject({
        value: { size: 12 * ONE },
      });
    }
    expect([copy.hash(), copy.snapshot()]).toEqual([venue.hash(), venue.snapshot()]);
  });

  test('finds every event of a log of many chunks, some of them longer than others', () => {
    const { venue, must } = stage();
    while (venue.eventCount < 64) must({ kind: 'open-wallet' });
    // The 64th event, whose address is indexed, is the first of a chunk; the next opens one in its middle.
    for (const units of [196_400, 60_001, 60_000, 60_000, 60_001, 250_000, 7, 400_001, 60_000, 60_000]) {
      must(order(0, 'BUY', 0, 50, 5, { salt: `${venue.eventCount}${'x'.repeat(units)}` }));
      must({ kind: 'open-wallet' });
    }
    while (venue.eventCount < 200) must({ kind: 'open-wallet' });
    const copy = restored(venue.snapshot());
    for (const one of [venue, copy]) one.step(order(0, 'BUY', 0, 40, 5, { salt: 'y'.repeat(60_000) }), one.now);
    expect(copy.hash()).toBe(venue.hash());
    expect(venue.hash()).toBe(hashOfLog(venue.log));
    for (const one of [venue, copy]) {
      const backwards = Array.from({ length: one.eventCount }, (_, index) => one.eventAt(one.eventCount - 1 - index));
      expect(backwards.reverse()).toEqual(venue.log);
    }
  });

  test('keeps used salts of all forms', () => {
    const { venue, must } = stage();
    const salts = ['7', '07', '9007199254740991', '9007199254740993', 'a word', '', '\ud800'];
    for (const salt of salts) must(order(0, 'BUY', 0, 1, 1, { salt }));
    const copy = restored(venue.snapshot());
    for (const salt of salts) {
      const again = order(0, 'BUY', 0, 1, 1, { salt });
      expect(copy.step(again, copy.now)).toEqual({ ok: false, refusal: { kind: 'duplicate' } });
      expect(copy.step({ ...again, wallet: 1 }, copy.now).ok).toBe(true);
    }
  });
});

test.each([2e7, 1e12, -1, 0.5, Number.NaN])(
  'a forged snapshot with room for %d words of levels costs no more memory than its length',
  (words) => {
    const { venue, must } = stage();
    must(order(0, 'BUY', 0, 50, 5));
    const sections = unpackSections(venue.snapshot());
    if (!sections.ok) throw new Error('the snapshot is whole');
    const markets = sections.value[16] as Float64Array;
    // The words of the bids of the first market.
    expect(markets[22]).toBe(4);
    markets[22] = words;
    const before = process.memoryUsage().arrayBuffers;
    expect(() => restoreVenue(packSections(sections.value))).not.toThrow();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1e7);
  },
);

test('a snapshot is read at any alignment', () => {
  const bytes = drawn('place', 50).snapshot();
  for (let shift = 0; shift < 8; shift += 1) {
    const moved = Buffer.concat([Buffer.alloc(shift), bytes]).subarray(shift);
    expect(restored(Buffer.from(moved.buffer, moved.byteOffset, moved.length)).hash()).toBe(restored(bytes).hash());
  }
});

describe('bytes that are no snapshot', () => {
  const { venue, must } = stage();
  must(order(0, 'BUY', 0, 40, 5, { salt: 'text' }));
  must(order(1, 'BUY', 1, 70, 2));
  const bytes = venue.snapshot();

  test.each([
    ['nothing', new Uint8Array(0), 0, 'it ends before its head does'],
    ['other bytes', new Uint8Array(64).fill(7), 0, 'these bytes are no snapshot'],
    ['another version', withByte(8, 99), 8, 'its format is version 99, this program reads version 5'],
    ['half a cell less', bytes.slice(0, -4), bytes.length - 4, 'it ends in the middle of a cell'],
    ['a cell less', bytes.slice(0, -8), bytes.length - 8, 'a section is cut off'],
    ['a cell more', Uint8Array.of(...bytes, ...new Uint8Array(8)), bytes.length, 'something follows the last section'],
  ])('%s: refused with position and reason', (_name, damaged, position, reason) => {
    expect(restoreVenue(damaged)).toEqual({ ok: false, refusal: { position, reason } });
  });

  test('every single byte counts', () => {
    const survived: number[] = [];
    for (let at = 0; at < bytes.length; at += 1) {
      if (restoreVenue(withByte(at, (bytes[at] ?? 0) ^ 0x10)).ok) survived.push(at);
    }
    expect(survived).toEqual([]);
  });

  test('every length counts', () => {
    for (let length = 0; length < bytes.length; length += 1) {
      expect(restoreVenue(bytes.subarray(0, length)).ok).toBe(false);
    }
  });

  function withByte(at: number, value: number): Uint8Array {
    const copy = bytes.slice();
    copy[at] = value;
    return copy;
  }
});

describe('two damaged bits', () => {
  const { venue, must } = stage();
  must(order(0, 'BUY', 0, 40, 5));
  const bytes = venue.snapshot();
  const flipped = (one: number, two: number): Uint8Array => {
    const copy = bytes.slice();
    for (const bit of [one, two]) copy[bit >>> 3] = (copy[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
    return copy;
  };

  test('in the same half of adjacent cells do not cancel each other', () => {
    const accepted: number[] = [];
    for (let high = 31; high + 64 < bytes.length * 8; high += 32) {
      for (let low = high + 33; low <= high + 64; low += 1) {
        if (restoreVenue(flipped(high, low)).ok) accepted.push(high, low);
      }
    }
    expect(accepted).toEqual([]);
  });
});

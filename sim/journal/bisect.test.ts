/** sim/journal/bisect.test: the first difference of two runs is found, however their records group the events. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invariant } from '../../spec/result.ts';
import type { Command } from '../../spec/venue/command.ts';
import { createVenue, type Venue } from '../core/venue.ts';
import { type Comparison, compareRuns } from './bisect.ts';
import { testFolders } from './fixtures/folder.ts';
import { EMPTY, recordRun } from './fixtures/small-run.ts';
import { lineOf } from './line.ts';
import { indexRun } from './run-index.ts';

const newFolder = testFolders();
const SHARE = 1_000_000;
type Given = { readonly command: Command; readonly now: number };
type Diverged = Extract<Comparison, { kind: 'diverged' }>;

const order = (n: number, size = SHARE): Command => ({
  ...{ kind: 'place', wallet: n % 2, key: 0, market: 0, outcome: 0, side: n % 2 === 0 ? 'SELL' : 'BUY' },
  ...{ type: 'GTC', price: n % 2 === 0 ? 6_000 : 4_000, size, postOnly: false, salt: `${n}` },
});

/** A market, two wallets, and `count` orders that rest, one second after the other. */
function commands(count: number): Given[] {
  const fee = { rate: 0, exponent: 1, takerOnly: true } as const;
  const opening: Command[] = [
    { kind: 'list-market', terms: { tick: 100, minSize: 1, fee, delayMs: 0 } },
    { kind: 'open-wallet' },
    { kind: 'open-wallet' },
    { kind: 'deposit', wallet: 0, amount: 9_000 * SHARE },
    { kind: 'deposit', wallet: 1, amount: 9_000 * SHARE },
    { kind: 'split', wallet: 0, market: 0, size: 4_000 * SHARE },
  ];
  const orders = Array.from({ length: count }, (_, n) => ({ command: order(n), now: 1_000 * (n + 1) }));
  return [...opening.map((command) => ({ command, now: 0 })), ...orders];
}

const log = (given: readonly Given[], identity = EMPTY, venue?: Venue): string =>
  recordRun(newFolder(), given, identity, venue);

const compare = (a: string, b: string): Comparison => compareRuns(indexRun(a), indexRun(b));

function diverged(a: string, b: string): Diverged {
  const comparison = compare(a, b);
  invariant(comparison.kind === 'diverged', `diverged, not ${comparison.kind}`);
  return comparison;
}

describe('two runs', () => {
  it('with equal records are the same', () => {
    const path = log(commands(20));
    expect(compare(path, log(commands(20)))).toEqual({
      kind: 'same',
      common: { a: 26, b: 26, events: 26, hash: indexRun(path).hashes.at(-1) },
    });
  });

  it('have a common beginning if one is longer', () => {
    const [short, long] = [log(commands(4)), log(commands(9))];
    expect(compare(short, long)).toMatchObject({ kind: 'prefix', shorter: 'a', common: { a: 10, b: 10 } });
    expect(compare(long, short)).toMatchObject({ kind: 'prefix', shorter: 'b', common: { a: 10, b: 10 } });
    expect(compare(log([]), short)).toMatchObject({ kind: 'prefix', shorter: 'a', common: { a: 0, b: 0 } });
  });

  it.each([0, 1, 2, 7, 30, 31])('differ from order %i on if that has another size', (n) => {
    const other = commands(32).map((given, index) =>
      index === n + 6 ? { ...given, command: order(n, 2 * SHARE) } : given,
    );
    const { common, a, b, fields } = diverged(log(commands(32)), log(other));
    expect([common.a, common.b, a.record?.n, b.record?.n]).toEqual([n + 6, n + 6, n + 7, n + 7]);
    expect([a.record?.do, b.record?.do]).toEqual([order(n), order(n, 2 * SHARE)]);
    expect([a.departs, b.departs]).toEqual([undefined, undefined]);
    expect(a.events).toEqual([expect.objectContaining({ kind: 'order-accepted', order: n, size: SHARE })]);
    expect(fields).toContainEqual({ field: `order ${n} size`, a: SHARE, b: 2 * SHARE });
    const level = n % 2 === 0 ? 'market 0 ask 6000' : 'market 0 bid 4000';
    const before = Math.floor(n / 2) * SHARE;
    expect(fields).toContainEqual({ field: level, a: before + SHARE, b: before + 2 * SHARE });
    const held = n % 2 === 0 ? 'wallet 0 market 0 outcome 0 reserved' : 'wallet 1 cash reserved';
    expect(fields.map(({ field }) => field)).toContain(held);
    expect(fields.map(({ field }) => field)).not.toContain(`order ${n} price`);
  });

  it('differ from an additional command on, and only in the fields that it touches', () => {
    const extra: Given = { command: { kind: 'deposit', wallet: 1, amount: 5 }, now: 3_500 };
    const other = [...commands(3), extra, ...commands(20).slice(9)];
    const { common, a, b, fields } = diverged(log(commands(20)), log(other));
    expect([common.a, a.record?.n, b.record?.n, b.record?.do]).toEqual([9, 10, 10, extra.command]);
    expect(fields).toContainEqual({ field: 'treasury deposits', a: 18_000 * SHARE, b: 18_000 * SHARE + 5 });
    expect(fields.some(({ field }) => field.startsWith('order 2'))).toBe(false);
  });

  it('differ in the fields of the owner of an order that expired in only one of them', () => {
    const good: Command = { ...order(1), type: 'GTD', expiresAt: 90_000 } as Command;
    const start = [...commands(0), { command: good, now: 1_000 }];
    const lost = [...start, { command: { kind: 'cancel', wallet: 0, order: 77 } as const, now: 95_000 }];
    const kept = [...start, { command: { kind: 'heartbeat', key: 3 } as const, now: 80_000 }];
    const { a, b, fields } = diverged(log(lost), log(kept));
    expect([a.record?.do.kind, b.record?.do.kind]).toEqual(['clock', 'heartbeat']);
    expect(fields).toContainEqual({ field: 'order 0 state', a: 'expired', b: 'live' });
    expect(fields).toContainEqual({ field: 'wallet 1 cash reserved', a: 0, b: 400_000 });
    expect(fields).toContainEqual({ field: 'market 0 bid 4000', a: null, b: SHARE });
    expect(fields).toContainEqual({ field: 'key 3 heartbeatAt', a: null, b: 80_000 });
  });

  it('are the same if the same work fell due in different steps', () => {
    const heartbeats: Given[] = [0, 1, 2].map((key) => ({ command: { kind: 'heartbeat', key }, now: 100 + key * 50 }));
    const idle = (now: number): Given => ({ command: { kind: 'cancel', wallet: 0, order: 77 }, now });
    const one = log([...commands(0), ...heartbeats, idle(30_000)]);
    const three = log([...commands(0), ...heartbeats, idle(10_100), idle(10_150), idle(30_000)]);
    expect(compare(one, three)).toMatchObject({ kind: 'same', common: { a: 10, b: 12 } });
    const later: Given = { command: { kind: 'open-wallet' }, now: 40_000 };
    const last: Given = { command: { kind: 'heartbeat', key: 9 }, now: 40_000 };
    const [x, y] = [
      log([...commands(0), ...heartbeats, idle(30_000), later]),
      log([...commands(0), ...heartbeats, idle(10_100), idle(10_150), idle(30_000), last]),
    ];
    const { common, a, b } = diverged(x, y);
    expect([common.a, common.b, a.record?.do, b.record?.do]).toEqual([10, 12, later.command, last.command]);
  });

  it('can differ inside a record that contains the events of several records of the other', () => {
    const heartbeats: Given[] = [0, 1].map((key) => ({ command: { kind: 'heartbeat', key }, now: 100 + key * 50 }));
    const idle = (now: number): Given => ({ command: { kind: 'cancel', wallet: 0, order: 77 }, now });
    const together = log([...commands(0), ...heartbeats, idle(30_000)]);
    const apart = log([...commands(0), ...heartbeats, idle(10_120), { command: { kind: 'open-wallet' }, now: 10_130 }]);
    const { common, a, b } = diverged(together, apart);
    expect([common.a, a.record?.do.kind, a.record?.n, b.record?.do.kind, b.record?.n]).toEqual([
      8,
      'clock',
      9,
      'open-wallet',
      10,
    ]);
  });

  it('differ from the first event on that only one of them has', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat({ max: 39 }), fc.nat({ max: 39 }), (count, x, y) => {
        const change = (at: number) =>
          commands(count).map((given, index) =>
            index === at + 6 ? { ...given, command: order(at, 3 * SHARE) } : given,
          );
        const comparison = compare(log(change(x)), log(change(y)));
        const first = x === y ? count : Math.min(x, y);
        if (first >= count) expect(comparison.kind).toBe('same');
        else expect(comparison).toMatchObject({ kind: 'diverged', a: { record: { n: first + 7 } } });
      }),
      { numRuns: 40 },
    );
  });

  it('with different beginnings are compared by their settings and first state', () => {
    const other = { ...EMPTY, seed: '2', rules: { ...EMPTY.rules, minedAfterMs: 5 } };
    const venue = createVenue(other.rules);
    venue.step({ kind: 'open-wallet' }, 0);
    expect(compare(log([]), log([], other, venue))).toEqual({
      kind: 'other-start',
      fields: [
        { field: 'seed', a: '1', b: '2' },
        { field: 'minedAfterMs', a: 2_000, b: 5 },
        { field: 'state', a: createVenue().hash(), b: venue.hash() },
      ],
    });
  });
});

describe('runs with different rules, worlds, seeds or profiles that begin in the same state', () => {
  it.each([
    ['seed', { ...EMPTY, seed: '2' }, '1', '2'],
    ['world', { ...EMPTY, world: 'none.yaml' }, 'empty', 'none.yaml'],
    ['profile', { ...EMPTY, profile: 'mine' }, 'document', 'mine'],
    ['heartbeatMs', { ...EMPTY, rules: { ...EMPTY.rules, heartbeatMs: 5 } }, 10_000, 5],
  ])('are not the same because of their %s, though their records are', (field, other, a, b) => {
    expect(compare(log(commands(3)), log(commands(3), other))).toMatchObject({
      kind: 'other-start',
      fields: [{ field, a, b }],
      course: { kind: 'same', common: { a: 9, b: 9 } },
    });
  });

  it('are compared by settings first, and then by records', () => {
    const rules = { ...EMPTY.rules, selfTrade: 'cancel-oldest' } as const;
    const sale = { ...order(0), price: 5_000 } as Command;
    const given = [
      ...commands(0),
      { command: sale, now: 1_000 },
      { command: { ...sale, side: 'BUY', salt: 'b' } as Command, now: 2_000 },
      { command: { kind: 'open-wallet' } as const, now: 3_000 },
    ];
    const comparison = compare(log(given), log(given, { ...EMPTY, rules }));
    expect(comparison).toMatchObject({
      kind: 'other-start',
      fields: [{ field: 'selfTrade', a: EMPTY.rules.selfTrade, b: 'cancel-oldest' }],
    });
    expect(comparison).toHaveProperty('course.kind', 'diverged');
  });
});

describe('records under equal hashes', () => {
  type Records = Record<string, unknown>[];
  /** The run log at `path` with changed records, renumbered and with correct checksums. */
  const rewritten = (path: string, change: (records: Records) => Records): string => {
    const [header = '', ...lines] = readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(9));
    const records = change(lines.map((line) => JSON.parse(line) as Records[number]));
    const other = join(newFolder(), 'rewritten.journal');
    const texts = [header, ...records.map((record, index) => JSON.stringify({ ...record, n: index + 1 }))];
    writeFileSync(other, Buffer.concat(texts.map(lineOf)));
    return other;
  };
  const advance = (after: Records[number] | undefined, ms: number) => ({ ...after, do: { kind: 'advance', ms } });
  const path = log(commands(20));

  it.each([
    ['a requested move of the clock', { kind: 'advance', ms: 1 }],
    ['a moment at which nothing fell due', { kind: 'clock' }],
  ])('make a run longer: %s', (_, action) => {
    const longer = rewritten(path, (records) => [...records, { ...records.at(-1), do: action }]);
    const common = { a: 26, b: 26, events: 26 };
    expect(compare(path, longer)).toMatchObject({ kind: 'prefix', shorter: 'a', common });
    expect(compare(longer, path)).toMatchObject({ kind: 'prefix', shorter: 'b', common });
    expect(compare(longer, longer)).toMatchObject({ kind: 'same', common: { a: 27, b: 27 } });
  });

  it('differ if only one has a requested move of the clock', () => {
    const moved = rewritten(path, (records) => records.toSpliced(10, 0, advance(records[9], 5)));
    const { common, a, b, fields } = diverged(path, moved);
    expect(common).toMatchObject({ a: 10, b: 10, events: 10 });
    expect([a.record?.do.kind, b.record?.do]).toEqual(['place', { kind: 'advance', ms: 5 }]);
    expect([a.departs, b.departs]).toEqual([undefined, undefined]);
    expect(fields).toContainEqual({ field: 'order 4 state', a: 'live', b: null });
  });

  it('differ from a requested move of the clock on, though the events differ only later', () => {
    const moved = rewritten(path, (records) => records.toSpliced(10, 0, advance(records[9], 5)));
    const { common, a, b } = diverged(log([...commands(15), { command: { kind: 'open-wallet' }, now: 99_000 }]), moved);
    expect([common.a, common.b, a.record?.n, b.record?.do]).toEqual([10, 10, 11, { kind: 'advance', ms: 5 }]);
  });

  it('differ if the last records of both runs differ', () => {
    const [one, other] = [1, 2].map((ms) => rewritten(path, (records) => [...records, advance(records.at(-1), ms)]));
    const { common, a, b } = diverged(one ?? '', other ?? '');
    expect([common.a, common.b, a.record?.do, b.record?.do]).toEqual([
      26,
      26,
      { kind: 'advance', ms: 1 },
      { kind: 'advance', ms: 2 },
    ]);
  });

  it('with another command are named, with the outcome of that command', () => {
    const changed = rewritten(path, (records) =>
      records.with(3, { ...records[3], do: { kind: 'deposit', wallet: 0, amount: 7 } }),
    );
    for (const other of [path, log(commands(4))]) {
      const { common, a, b, fields } = diverged(other, changed);
      expect([common.a, common.b, a.departs, b.departs?.record?.n]).toEqual([3, 3, undefined, 4]);
      expect(fields).toContainEqual({ field: 'treasury deposits', a: 9_000 * SHARE, b: 7 });
    }
  });

  it.each([2, 9, 17, 25])('with a wrong hash between them are named: record %i', (n) => {
    const changed = rewritten(path, (records) => records.with(n - 1, { ...records[n - 1], hash: 'f'.repeat(16) }));
    const { common, a, b } = diverged(path, changed);
    expect([common.a, common.b, a.record?.n, b.record?.n]).toEqual([n - 1, n - 1, n, n]);
    expect([a.departs, b.departs?.record?.n]).toEqual([undefined, n]);
  });

  it('are the same if only sessions of heartbeats differ', () => {
    const beats = log([...commands(3), { command: { kind: 'heartbeat', key: 3 }, now: 9_000 }]);
    const other = rewritten(beats, (records) => records.with(-1, { ...records.at(-1), rotation: 1 }));
    expect(compare(beats, other)).toMatchObject({ kind: 'same', common: { a: 10, b: 10 } });
  });

  it('are the same in any order of their fields', () => {
    const turned = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, inner]) => [key, turned(inner)]),
          )
        : value;
    const other = rewritten(path, (records) => records.map((record) => turned(record) as Records[number]));
    expect(readFileSync(other, 'utf8')).toMatch(/"do":\{"salt":/);
    expect(compare(path, other)).toMatchObject({ kind: 'same' });
  });

  describe('when the same work fell due in different steps', () => {
    const heartbeats: Given[] = [0, 1, 2].map((key) => ({ command: { kind: 'heartbeat', key }, now: 100 + key * 50 }));
    const idle = (now: number): Given => ({ command: { kind: 'cancel', wallet: 0, order: 77 }, now });
    const begin = [...commands(0), ...heartbeats];
    const later: Given = { command: { kind: 'open-wallet' }, now: 40_000 };
    const three = [...begin, idle(10_100), idle(10_150), idle(30_000)];

    it('differ if the clocks at both ends differ', () => {
      const { common, a, b, fields } = diverged(log([...begin, idle(20_000)]), log(three));
      expect([common.a, common.b, a.record?.at, b.record?.at]).toEqual([10, 12, 20_000, 30_000]);
      expect(fields).toEqual([{ field: 'clock', a: 20_000, b: 30_000 }]);
      expect(compare(log([...begin, idle(20_000)]), log([...three, later]))).toMatchObject({
        kind: 'prefix',
        shorter: 'a',
        common: { a: 10, b: 12 },
      });
    });

    it.each([[[] as Given[]], [[later]]])('are named if a hash between the steps is wrong, before %j', (end) => {
      const together = log([...begin, idle(30_000), ...end]);
      const changed = rewritten(log([...three, ...end]), (records) =>
        records.with(10, { ...records[10], hash: 'f'.repeat(16) }),
      );
      const { common, a, b } = diverged(together, changed);
      expect([common.a, common.b, a.record?.n, b.record?.n, b.departs?.record?.n]).toEqual([9, 9, 10, 11, 11]);
      expect(diverged(changed, together).a.departs?.record?.n).toBe(11);
    });
  });
});

describe('a run that this version does not reproduce', () => {
  /** The log of a version with another state from one record on. */
  const rehashed = (path: string, from: number): string => {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const changed = lines.map((line, n) =>
      n < from ? line.slice(9) : line.slice(9).replace(/"hash":"../, '"hash":"ff'),
    );
    const other = join(newFolder(), 'other.journal');
    writeFileSync(other, Buffer.concat(changed.map(lineOf)));
    return other;
  };

  it('differs from its twin at its first other state, and is named', () => {
    const path = log(commands(20));
    const { common, a, b, fields } = diverged(path, rehashed(path, 15));
    expect([common.a, a.departs, b.departs?.record?.n]).toEqual([14, undefined, 15]);
    expect(b.departs?.departure).toMatchObject({ kind: 'differs', standing: { hash: a.record?.hash } });
    expect(fields).toEqual([]);
  });

  it('is named even if the runs differ only later, and their difference is still found', () => {
    const [path, longer] = [
      log(commands(20)),
      log(commands(12).concat({ command: { kind: 'open-wallet' }, now: 99_000 })),
    ];
    const { common, a, b, fields } = diverged(rehashed(path, 5), rehashed(longer, 5));
    expect([common.a, a.record?.n, b.record?.n, a.departs?.record?.n, b.departs?.record?.n]).toEqual([
      18, 19, 19, 5, 5,
    ]);
    expect(fields).toEqual([]);
  });
});

describe('a path without a run', () => {
  it('is an error with its place', () => {
    const folder = newFolder();
    expect(() => indexRun(folder)).toThrow(`${folder} is empty: name a journal directory or a run log`);
    expect(() => indexRun(join(folder, 'none'))).toThrow(/none cannot be read \(ENOENT\): name a journal directory/);
    const file = join(folder, 'pages.jsonl');
    writeFileSync(file, '{}\n');
    expect(() => indexRun(file)).toThrow(`${file}:1 (byte 0): the line does not begin with 8 hexadecimal digits`);
    writeFileSync(file, '');
    expect(() => indexRun(file)).toThrow(`${file} holds no run`);
    expect(() => indexRun(folder)).toThrow(
      `${folder} holds no journal but other files: name a journal directory or a run log`,
    );
  });

  // A pipe would block a failing test, so the test uses the empty device, which is no regular file either.
  it('is refused before it is read if it cannot be read twice', () => {
    expect(() => indexRun('/dev/null')).toThrow(
      '/dev/null is no regular file and no directory: write the run into a file and name that',
    );
  });

  it('ignores and reports an interrupted write at the end', () => {
    const path = log(commands(5));
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, -10));
    expect(indexRun(path)).toMatchObject({ records: 10, torn: { keep: whole.lastIndexOf('\n', -2) + 1 } });
    expect(compare(path, log(commands(5)))).toMatchObject({ kind: 'prefix', shorter: 'a' });
    expect(readFileSync(path)).toEqual(whole.subarray(0, -10));
  });
});

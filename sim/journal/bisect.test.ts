/** sim/journal/bisect.test: the first different step of two runs is found, however their records group the due work. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invariant } from '../../base/result.ts';
import type { Command } from '../../spec/venue/command.ts';
import { createVenue } from '../core/venue.ts';
import { compareRuns } from './bisect.ts';
import { testFolders } from './fixtures/folder.ts';
import { EMPTY, OPENING, recordRun, rewrite, SHARE, type Timed } from './fixtures/small-run.ts';

const newFolder = testFolders();

/** Orders that rest, one second after the other. */
const order = (n: number, size = SHARE): Command => ({
  kind: 'place',
  wallet: n % 2,
  key: 0,
  market: 0,
  outcome: 0,
  side: n % 2 === 0 ? 'SELL' : 'BUY',
  type: 'GTC',
  price: n % 2 === 0 ? 6_000 : 4_000,
  size,
  postOnly: false,
  salt: `${n}`,
});
const opening: readonly Timed[] = OPENING.map((command) => ({ command, now: 0 }));
const orders = (count: number, changed = -1): Timed[] => [
  ...opening,
  ...Array.from({ length: count }, (_, n) => ({
    command: order(n, n === changed ? 2 * SHARE : SHARE),
    now: 1_000 * (n + 1),
  })),
];
const beats = [0, 1, 2].map((key): Timed => ({ command: { kind: 'heartbeat', key }, now: 100 + key * 50 }));
/** A refused command, before which work falls due. */
const idle = (now: number): Timed => ({ command: { kind: 'cancel', wallet: 0, order: 77 }, now });
const wallet = (now: number): Timed => ({ command: { kind: 'open-wallet' }, now });

const log = (given: readonly Timed[], identity = EMPTY): string => recordRun(newFolder(), given, identity);
const compare = (a: readonly Timed[], b: readonly Timed[]) => compareRuns(log(a), log(b));

type Rewritten = Record<string, unknown>;
/** A log whose records were changed, numbered again, with right checksums. */
function changed(path: string, change: (records: Rewritten[]) => Rewritten[]): string {
  rewrite(path, ([header = '', ...texts]) => {
    const records = change(texts.map((text) => JSON.parse(text) as Rewritten));
    return [header, ...records.map((record, index) => JSON.stringify({ ...record, n: index + 1 }))];
  });
  return path;
}

function diverged(a: string, b: string) {
  const comparison = compareRuns(a, b);
  invariant(comparison.verdict === 'diverged', `diverged, not ${comparison.verdict}`);
  return comparison;
}

describe('two runs', () => {
  it('differ from the first different order on, or are the same, or one is the beginning of the other', () => {
    const count = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(count, count, fc.integer({ min: -1, max: 19 }), (countA, countB, at) => {
        const comparison = compare(orders(countA), orders(countB, at));
        const n = OPENING.length + at;
        if (at >= 0 && at < Math.min(countA, countB)) {
          const common = { a: n, b: n, events: n };
          const [a, b] = [order(at), order(at, 2 * SHARE)].map((command) => ({ record: { n: n + 1, do: command } }));
          expect(comparison).toMatchObject({ verdict: 'diverged', common, a, b });
          const fields = comparison.verdict === 'diverged' ? comparison.fields : [];
          expect(fields).toContainEqual({ field: `order ${at} size`, a: SHARE, b: 2 * SHARE });
          expect(fields.map(({ field }) => field)).not.toContain(`order ${at} price`);
        } else {
          const shorter = countA < countB ? { verdict: 'prefix', shorter: 'a' } : { verdict: 'prefix', shorter: 'b' };
          const length = OPENING.length + Math.min(countA, countB);
          expect(comparison).toMatchObject(countA === countB ? { verdict: 'same' } : shorter);
          expect(comparison).toMatchObject({ common: { a: length, b: length, events: length } });
        }
      }),
      { numRuns: 40 },
    );
  });

  const together = [...opening, ...beats, idle(30_000)];
  const apart = [...opening, ...beats, idle(10_100), idle(10_150), idle(30_000)];

  it.each<[string, readonly Timed[], readonly Timed[], object]>([
    ['the end', together, apart, { verdict: 'same', common: { a: 10, b: 12 } }],
    ['an earlier end', [...opening, ...beats, idle(20_000)], apart, { verdict: 'same', common: { a: 10, b: 12 } }],
    ['a longer run', together, [...apart, wallet(40_000)], { verdict: 'prefix', shorter: 'a' }],
    ['more of it', [...opening, ...beats, idle(10_100)], apart, { verdict: 'prefix', shorter: 'a' }],
  ])('are no different if the same work fell due in other steps, before %s', (_, a, b, result) => {
    expect(compare(a, b)).toMatchObject(result);
  });

  it.each<[string, readonly Timed[], readonly Timed[], string, string]>([
    ['commands after it', [...together, wallet(40_000)], [...apart, beats[0] as Timed], 'open-wallet', 'heartbeat'],
    ['a command before it', together, [...opening, ...beats, wallet(10_120)], 'clock', 'open-wallet'],
  ])('can differ around work that fell due: %s', (_, a, b, one, other) => {
    const { a: left, b: right, fields } = diverged(log(a), log(b));
    expect([left.record?.do.kind, right.record?.do.kind]).toEqual([one, other]);
    expect([left.departs, right.departs, fields.length > 0]).toEqual([null, null, true]);
  });

  it('can differ in requested moves of the clock alone', () => {
    const [one, other] = [1, 2].map((ms) =>
      changed(log(orders(4)), (records) => records.toSpliced(10, 0, { ...records[9], do: { kind: 'advance', ms } })),
    );
    const b = { record: { n: 11, do: { kind: 'advance', ms: 2 } } };
    expect(diverged(one ?? '', other ?? '')).toMatchObject({ common: { a: 10, b: 10 }, b });
  });

  it('are the same if only session ids of heartbeats, or the order of fields, differ', () => {
    const given = [...orders(3), { command: { kind: 'heartbeat', key: 3 }, now: 9_000 } as const];
    const turned = changed(log(given), (records) =>
      records.map((record) => ({ ...Object.fromEntries(Object.entries({ ...record, rotation: 1 }).reverse()) })),
    );
    expect(compareRuns(log(given), turned)).toMatchObject({ verdict: 'same', common: { a: 10, b: 10 } });
  });

  it('with other settings, or another beginning, are never the same', () => {
    const rules = { ...EMPTY.rules, heartbeatMs: 5 };
    const settings = [
      { field: 'seed', a: '1', b: '2' },
      { field: 'heartbeatMs', a: 10_000, b: 5 },
    ];
    const other = log([], { ...EMPTY, seed: '2', rules });
    expect(compareRuns(log([]), other)).toMatchObject({ verdict: 'other-start', fields: settings });
    const later = log([]);
    rewrite(later, ([header = '']) => [header.replace(/"hash":"\w+"/, `"hash":"${'0'.repeat(16)}"`)]);
    const state = { field: 'state', a: createVenue().hash(), b: '0'.repeat(16) };
    expect(compareRuns(log([]), later)).toMatchObject({ verdict: 'other-start', fields: [state] });
  });
});

describe('a record that this version does not reproduce', () => {
  const hashed = (n: number) => (records: Rewritten[]) =>
    records.with(n - 1, { ...records[n - 1], hash: 'f'.repeat(16) });

  it('is named if it is the first different one, with its outcome among the fields', () => {
    const deposit = (records: Rewritten[]) =>
      records.with(3, { ...records[3], do: { kind: 'deposit', wallet: 0, amount: 7 } });
    const { common, a, b, fields } = diverged(log(orders(20)), changed(log(orders(20)), deposit));
    expect([common.a, a.record?.n, b.record?.n, a.departs, b.departs?.record?.n]).toEqual([3, 4, 4, null, 4]);
    expect(b.departs?.reason).toMatch(
      /^led to state \w{16} with \d+ events when it was written, to \w{16} with \d+ now: /,
    );
    expect(fields).toContainEqual({ field: 'treasury deposits', a: 5_000 * SHARE, b: 7 });
  });

  it('is named if it comes before the difference, which is found without fields', () => {
    const [one, other] = [orders(20), orders(20, 12)].map((given) => changed(log(given), hashed(5)));
    const { common, a, b, fields } = diverged(one ?? '', other ?? '');
    expect([common.a, a.departs?.record?.n, b.departs?.record?.n, fields]).toEqual([18, 5, 5, []]);
    expect([a.events, b.events]).toEqual([[], []]);
  });
});

describe('a path', () => {
  it('without an intact run is an error with its place', () => {
    const [folder, path] = [newFolder(), log(orders(20, 1))];
    const error = (other: string) => expect(() => compareRuns(log(orders(5)), other));
    error(folder).toThrow(`${folder} is empty: name a journal directory or a run log`);
    error(join(folder, 'none')).toThrow(/none cannot be read \(ENOENT\): name a journal directory/);
    const file = join(folder, 'pages.jsonl');
    writeFileSync(file, '');
    error(file).toThrow(`${file} holds no run: its header is incomplete`);
    error(folder).toThrow(`${folder} holds no journal but other files: name a journal directory or a run log`);
    appendFileSync(path, 'behind the difference\n');
    error(path).toThrow(/:28 \(byte \d+\): the line does not begin/);
  });

  it('can have an interrupted write at the end, which is ignored and reported', () => {
    const path = log(orders(5));
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, -10));
    const torn = whole.length - 10 - (whole.lastIndexOf('\n', -2) + 1);
    const runs = { a: { records: 10, torn }, b: { records: 11, torn: 0 } };
    const found = { verdict: 'prefix', shorter: 'a', common: { a: 10, b: 10 }, runs };
    expect(compareRuns(path, log(orders(5)))).toMatchObject(found);
    expect(readFileSync(path)).toEqual(whole.subarray(0, -10));
  });
});

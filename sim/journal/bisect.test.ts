/** sim/journal/bisect.test: the first different step of two runs is found, with every field that differs after it. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invariant } from '../../base/result.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import type { Command } from '../../spec/venue/command.ts';
import { createVenue } from '../core/venue.ts';
import { compareRuns } from './bisect.ts';
import { EMPTY, OPENING, recordRun, rewrite, SHARE, type Timed } from './fixtures/small-run.ts';
import { JournalError } from './journal-error.ts';

const { newFolder } = testFolder('bisect');

/** Deposits of a share, one second after the other; that of `changed` is twice as large. */
const deposit = (n: number, amount = SHARE): Command => ({ kind: 'deposit', wallet: n % 2, amount });
const deposits = (count: number, changed = -1): Timed[] => [
  ...OPENING.map((command) => ({ command, now: 0 })),
  ...Array.from({ length: count }, (_, n) => ({
    command: deposit(n, n === changed ? 2 * SHARE : SHARE),
    now: 1_000 * (n + 1),
  })),
];
const log = (given: readonly Timed[], identity = EMPTY): string => recordRun(newFolder(), given, identity);

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
        const comparison = compareRuns(log(deposits(countA)), log(deposits(countB, at)));
        const n = OPENING.length + at;
        if (at >= 0 && at < Math.min(countA, countB)) {
          const common = { a: n, b: n, events: n };
          const [a, b] = [deposit(at), deposit(at, 2 * SHARE)].map((what) => ({ record: { n: n + 1, do: what } }));
          expect(comparison).toMatchObject({ verdict: 'diverged', common, a, b });
          const fields = comparison.verdict === 'diverged' ? comparison.fields : [];
          const total = (10_001 + at) * SHARE;
          expect(fields).toContainEqual({ field: 'treasury deposits', a: total, b: total + SHARE });
          expect(fields.map(({ field }) => field)).toEqual(['treasury deposits', `wallet ${at % 2} cash free`]);
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

  it('can differ in requested moves of the clock alone', () => {
    const [one, other] = [1, 2].map((ms) =>
      changed(log(deposits(4)), (records) => records.toSpliced(10, 0, { ...records[9], do: { kind: 'advance', ms } })),
    );
    const b = { record: { n: 11, do: { kind: 'advance', ms: 2 } } };
    expect(diverged(one ?? '', other ?? '')).toMatchObject({ common: { a: 10, b: 10 }, b });
  });

  it('are the same if only session ids of heartbeats, or the order of fields, differ', () => {
    const given = [...deposits(3), { command: { kind: 'heartbeat', key: 3 }, now: 9_000 } as const];
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
  it('is named if it is the first different one, with its outcome among the fields', () => {
    const fourth = (records: Rewritten[]) => records.with(3, { ...records[3], do: deposit(0, 7) });
    const { common, a, b, fields } = diverged(log(deposits(20)), changed(log(deposits(20)), fourth));
    expect([common.a, a.record?.n, b.record?.n, a.departs, b.departs?.record?.n]).toEqual([3, 4, 4, null, 4]);
    expect(b.departs?.reason).toMatch(
      /^led to state \w{16} with \d+ events when it was written, to \w{16} with \d+ now: /,
    );
    expect(fields).toContainEqual({ field: 'treasury deposits', a: 5_000 * SHARE, b: 7 });
  });

  it('is named if it comes before the difference, which is found without fields', () => {
    const hashed = (records: Rewritten[]) => records.with(4, { ...records[4], hash: 'f'.repeat(16) });
    const [one, other] = [deposits(20), deposits(20, 12)].map((given) => changed(log(given), hashed));
    const { common, a, b, fields } = diverged(one ?? '', other ?? '');
    expect([common.a, a.departs?.record?.n, b.departs?.record?.n, fields]).toEqual([18, 5, 5, []]);
    expect([a.events, b.events]).toEqual([[], []]);
  });
});

describe('a path', () => {
  it('without an intact run is an error with its place', () => {
    const [folder, path] = [newFolder(), log(deposits(20, 1))];
    const error = (other: string) => expect(() => compareRuns(log(deposits(5)), other));
    error(folder).toThrow(new JournalError(`${folder} is empty: name a journal directory or a run log`));
    error(join(folder, 'none')).toThrow(/none cannot be read \(ENOENT\): name a journal directory/);
    const file = join(folder, 'pages.jsonl');
    writeFileSync(file, '');
    error(file).toThrow(`${file} holds no run: its header is incomplete`);
    error(folder).toThrow(`${folder} holds no journal but other files: name a journal directory or a run log`);
    appendFileSync(path, 'behind the difference\n');
    error(path).toThrow(/:28 \(byte \d+\): the line does not begin/);
  });

  it('can have an interrupted write at the end, which is ignored and reported', () => {
    const path = log(deposits(5));
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, -10));
    const torn = whole.length - 10 - (whole.lastIndexOf('\n', -2) + 1);
    const runs = { a: { records: 10, torn }, b: { records: 11, torn: 0 } };
    const found = { verdict: 'prefix', shorter: 'a', common: { a: 10, b: 10 }, runs };
    expect(compareRuns(path, log(deposits(5)))).toMatchObject(found);
    expect(readFileSync(path)).toEqual(whole.subarray(0, -10));
  });
});

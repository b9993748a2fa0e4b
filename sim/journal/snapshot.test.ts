/**
 * sim/journal/snapshot.test: with a snapshot a start repeats fewer records and has the same result. A damaged snapshot is reported and
 * not used.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UNSYNCED, withCalls } from './fixtures/failing-disk.ts';
import { contentsOf, testFolders } from './fixtures/folder.ts';
import { act, FIRST, openRun, stateOf } from './fixtures/small-run.ts';
import { JournalError } from './journal-error.ts';
import type { JournalOptions } from './journaled-run.ts';
import { lineOf } from './line.ts';

const newFolder = testFolders();
const SNAPSHOT = 'g0001.snapshot';
const EVERY: JournalOptions = { snapshotEvery: 25 };

type Written = { readonly folder: string; readonly state: unknown; readonly records: number };

/** A journal of 100 turns with snapshots, and the state at its end. */
function written(options = EVERY, deposit = 0): Written {
  const folder = newFolder();
  const run = openRun(folder, options);
  for (let turn = 0; turn < 100; turn += 1) {
    if (turn === 8 && deposit > 0) run.venue.step({ kind: 'deposit', wallet: 0, amount: deposit }, run.venue.now);
    act(run, turn);
  }
  run.close();
  const records = readFileSync(join(folder, FIRST), 'utf8').split('\n').length - 2;
  return { folder, state: stateOf(run), records };
}

/** Restores the run, which must have its state, and returns the notices. */
function noticesOf({ folder, state, records }: Written): string[] {
  const run = openRun(folder);
  expect([stateOf(run), run.recovered, run.aheadMs]).toEqual([state, records, 9_800]);
  run.close();
  return run.notices.map((notice) => notice.replaceAll(folder, 'DIR'));
}

describe('snapshots', () => {
  it('are taken as often as the option says, and a start leads to the same state', () => {
    const [journal, plain] = [written(), written({ snapshotEvery: 0 })];
    expect(Object.keys(contentsOf(journal.folder))).toEqual([FIRST, SNAPSHOT]);
    expect(Object.keys(contentsOf(plain.folder))).toEqual([FIRST]);
    expect(journal.state).toEqual(plain.state);
    expect([noticesOf(journal), noticesOf(plain)]).toEqual([[], []]);
  });

  it('replace the records before them', () => {
    const journal = written();
    const path = join(journal.folder, FIRST);
    const lines = readFileSync(path, 'utf8').split('\n');
    // Line 10 is damaged, without a change of its length.
    writeFileSync(path, lines.with(9, 'x'.repeat(Buffer.byteLength(lines[9] ?? ''))).join('\n'));
    expect(noticesOf(journal)).toEqual([]);
  });

  it('restore a run: later actions lead to the same states as without a restart', () => {
    const { folder } = written();
    const whole = openRun(newFolder());
    for (let turn = 0; turn < 160; turn += 1) act(whole, turn);
    const rest = openRun(folder, EVERY);
    for (let turn = 100; turn < 160; turn += 1) act(rest, turn);
    rest.close();
    const again = openRun(folder);
    expect([stateOf(rest), stateOf(again)]).toEqual([stateOf(whole), stateOf(whole)]);
    again.close();
    whole.close();
  });

  it('that cannot be written are a notice, and the journal continues', () => {
    const folder = newFolder();
    const notices: string[] = [];
    const run = openRun(folder, { snapshotEvery: 5, onNotice: (notice) => notices.push(notice) });
    mkdirSync(join(folder, SNAPSHOT));
    for (let turn = 0; turn < 5; turn += 1) act(run, turn);
    expect([run.failure, notices]).toEqual([
      undefined,
      [`${join(folder, SNAPSHOT)} cannot be written (EISDIR): going on without it`],
    ]);
    run.close();
    expect(readdirSync(folder)).toEqual([FIRST, SNAPSHOT]);
  });

  it('are not taken if their records do not reach the disk', () => {
    const folder = newFolder();
    const failures: string[] = [];
    const run = openRun(folder, { snapshotEvery: 5, onFailure: ({ message }) => failures.push(message) });
    withCalls(UNSYNCED, () => {
      for (let turn = 0; turn < 5; turn += 1) act(run, turn);
    });
    expect(failures).toEqual([expect.stringContaining(`${FIRST} cannot be written (EIO)`)]);
    expect(() => act(run, 5)).toThrow(/EIO/);
    run.close();
    expect(Object.keys(contentsOf(folder))).toEqual([FIRST]);
    const again = openRun(folder);
    expect(again.recovered).toBe(5);
    again.close();
  });
});

describe('a snapshot that cannot be used is reported, and all records are repeated', () => {
  const notice = (reason: RegExp): unknown => [
    expect.stringMatching(new RegExp(`^DIR/g0001\\.snapshot is not used: ${reason.source}`)),
  ];

  it('whichever byte of it is wrong, and wherever it is cut', () => {
    const journal = written();
    const path = join(journal.folder, SNAPSHOT);
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(at) ^ 4, at);
      for (const damaged of [copy, bytes.subarray(0, at)]) {
        writeFileSync(path, damaged);
        expect(noticesOf(journal)).toEqual(notice(/(its first line is not that of a snapshot|it is damaged)/));
      }
    }
  });

  it.each<[string, (path: string) => void, RegExp]>([
    ['of another run', (path) => copyFileSync(join(written(EVERY, 5).folder, SNAPSHOT), path), /it does not belong to/],
    ['of another kind', (path) => writeFileSync(path, 'PK\u0003\u0004\n'), /its first line is not that of a snapshot/],
    [
      'that is a folder',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
      /it cannot be read \(EISDIR\)/,
    ],
    [
      'of another version',
      (path) => rewriteHeader(path, /"touchstone":""/, '"touchstone":"0.0.1"'),
      /another version of/,
    ],
    ['of another state', (path) => rewriteHeader(path, /"crc"/, '"bytes":0,"crc"'), /it is damaged/],
  ])('%s', (_, damage, reason) => {
    const journal = written();
    damage(join(journal.folder, SNAPSHOT));
    expect(noticesOf(journal)).toEqual(notice(reason));
  });
});

describe('a snapshot proves that its record was there', () => {
  it.each<[string, (path: string) => void]>([
    ['that can be used', () => undefined],
    ['of another version', (path) => rewriteHeader(path, /"touchstone":""/, '"touchstone":"0.0.1"')],
    ['that is damaged behind its first line', (path) => writeFileSync(path, readFileSync(path).subarray(0, -1))],
  ])('so that records which end before a snapshot %s are refused', (_, damage) => {
    const { folder } = written();
    damage(join(folder, SNAPSHOT));
    const path = join(folder, FIRST);
    const text = readFileSync(path, 'utf8');
    for (const part of [`${text.split('\n').slice(0, 51).join('\n')}\n`, text.slice(0, 5_000), '']) {
      writeFileSync(path, part);
      const before = contentsOf(folder);
      const last = Math.max(0, part.split('\n').length - 2);
      expect(() => openRun(folder)).toThrow(JournalError);
      expect(() => openRun(folder)).toThrow(
        `${path}: the records end at ${last}, before the last snapshot: restore the later ones`,
      );
      expect(contentsOf(folder)).toEqual(before);
    }
    rmSync(join(folder, SNAPSHOT));
    openRun(folder).close();
  });
});

/** Changes the first line of a snapshot, with a right checksum. */
function rewriteHeader(path: string, from: RegExp, to: string): void {
  const bytes = readFileSync(path);
  const end = bytes.indexOf('\n');
  const header = bytes.toString('utf8', 9, end).replace(from, to);
  writeFileSync(path, Buffer.concat([lineOf(header), bytes.subarray(end + 1)]));
}

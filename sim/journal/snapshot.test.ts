/**
 * sim/journal/snapshot.test: a snapshot replaces the records before it. One that cannot be used is reported, and has no
 * other effect.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentsOf, testFolder } from '../../spec/fixtures/test-folder.ts';
import { UNSYNCED, withCalls } from './fixtures/failing-disk.ts';
import { act, FIRST, openRun, stateOf } from './fixtures/small-run.ts';
import { type JournalOptions, lineOf } from './run-file.ts';

const { newFolder } = testFolder('snapshot');
const SNAPSHOT = 'g0001.snapshot';

/** A journal of 50 turns with snapshots, and its state and number of records at the end. */
function written({ wait = 0, ...options }: JournalOptions & { readonly wait?: number } = {}) {
  const folder = newFolder();
  const run = openRun(folder, { snapshotEvery: 25, ...options });
  run.venue.step({ kind: 'open-wallet' }, wait);
  for (let turn = 0; turn < 50; turn += 1) act(run, turn);
  run.close();
  const records = readFileSync(join(folder, FIRST), 'utf8').split('\n').length - 2;
  return { folder, path: join(folder, SNAPSHOT), state: stateOf(run), records };
}

/** Restores the run, which must have its state, and returns the notices. */
function noticesOf({ folder, state, records }: ReturnType<typeof written>): string[] {
  const run = openRun(folder);
  expect([stateOf(run), run.recovered, run.aheadMs]).toEqual([state, records, 4_900]);
  run.close();
  return run.notices.map((notice) => notice.replaceAll(folder, 'DIR'));
}

describe('a snapshot', () => {
  it('replaces the records before it', () => {
    const journal = written();
    const path = join(journal.folder, FIRST);
    const lines = readFileSync(path, 'utf8').split('\n');
    // Line 10 is damaged, without a change of its length.
    writeFileSync(path, lines.with(9, 'x'.repeat(Buffer.byteLength(lines[9] ?? ''))).join('\n'));
    expect(noticesOf(journal)).toEqual([]);
  });

  it('that cannot be written is a notice, and is not taken if its records do not reach the disk', () => {
    const [folder, notices]: [string, string[]] = [newFolder(), []];
    const run = openRun(folder, { snapshotEvery: 5, onNotice: (notice) => notices.push(notice) });
    mkdirSync(join(folder, SNAPSHOT));
    for (let turn = 0; turn < 5; turn += 1) act(run, turn);
    expect(notices).toEqual([`${join(folder, SNAPSHOT)} cannot be written (EISDIR): going on without it`]);
    rmSync(join(folder, SNAPSHOT), { recursive: true });
    withCalls(UNSYNCED, () => {
      for (let turn = 5; turn < 9; turn += 1) act(run, turn);
    });
    expect([run.failure?.message, notices.length]).toEqual([
      expect.stringContaining(`${FIRST} cannot be written (EIO)`),
      1,
    ]);
    run.close();
    expect(Object.keys(contentsOf(folder))).toEqual([FIRST]);
  });

  it('with a wrong byte, or cut, is not used', () => {
    const journal = written();
    const bytes = readFileSync(journal.path);
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: -1, max: 7 }), (at, bit) => {
        const copy = Buffer.from(bytes);
        copy.writeUInt8(copy.readUInt8(at) ^ (1 << Math.max(0, bit)), at);
        writeFileSync(journal.path, bit < 0 ? bytes.subarray(0, at) : copy);
        expect(noticesOf(journal)).toEqual([`DIR/${SNAPSHOT} is not used: it is damaged, or of another format`]);
      }),
      { numRuns: 60 },
    );
  });

  const ofOther = (wait: number) => (path: string) => copyFileSync(written({ wait }).path, path);
  it.each<[string, (path: string) => void, string]>([
    ['a snapshot of another run', ofOther(5), 'it does not belong to the records of'],
    ['a snapshot of a run with longer lines', ofOther(50_000), 'it does not belong to the records of'],
    ['a file of another kind', (path) => writeFileSync(path, lineOf('{}')), 'it is damaged, or of another format'],
    ['a folder', (path) => mkdirSync(path), 'it cannot be read (EISDIR)'],
  ])('replaced by %s is not used', (_, replace, reason) => {
    const journal = written();
    rmSync(journal.path);
    replace(journal.path);
    expect(noticesOf(journal)).toEqual([expect.stringContaining(`DIR/${SNAPSHOT} is not used: ${reason}`)]);
  });

  it('by another version is not used, and proves that its record was there', () => {
    const journal = written({ touchstone: '0.0.1' });
    expect(noticesOf(journal)).toEqual([`DIR/${SNAPSHOT} is not used: another version of Touchstone took it`]);
    const { folder, path: snapshot } = journal;
    const path = join(folder, FIRST);
    for (const length of [5_000, 0]) {
      truncateSync(path, length);
      const before = contentsOf(folder);
      expect(() => openRun(folder)).toThrow(`${path} ends before its last snapshot: restore the later records, or`);
      expect(contentsOf(folder)).toEqual(before);
    }
    writeFileSync(snapshot, 'damaged');
    expect(() => openRun(folder)).toThrow(`${path} ends before its last snapshot`);
    rmSync(snapshot);
    openRun(folder).close();
  });
});

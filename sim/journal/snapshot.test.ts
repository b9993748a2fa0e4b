/** sim/journal/snapshot.test: a snapshot saves doing records again and changes nothing else; a bad one is left aside and named. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { act, EMPTY, openRun, stateOf } from './fixtures/deeds.ts';
import { UNSYNCED } from './fixtures/disks.ts';
import { contentsOf, testFolders } from './fixtures/folder.ts';
import { JournalError } from './journal-error.ts';
import type { JournalOptions } from './journaled-run.ts';
import { lineOf } from './line.ts';

const newFolder = testFolders();
const OPTIONS: JournalOptions = { snapshotEvery: 25, segmentBytes: 3_000 };

/** A journal of 100 turns with snapshots, and the state it led to. */
function written(
  options: JournalOptions = OPTIONS,
  deposit = 0,
  identity = EMPTY,
): { folder: string; state: unknown; records: number } {
  const folder = newFolder();
  const run = openRun(folder, options, identity);
  for (let turn = 0; turn < 100; turn += 1) {
    if (turn === 8 && deposit > 0) run.venue.step({ kind: 'deposit', wallet: 0, amount: deposit }, run.venue.now);
    act(run, turn);
  }
  run.close();
  const again = openRun(folder, {}, identity);
  again.close();
  return { folder, state: stateOf(run), records: again.recovered };
}

const names = (folder: string, ending: string): string[] =>
  Object.keys(contentsOf(folder)).filter((name) => name.endsWith(ending));

/** Brings the run back, and answers what was said about it; the state must be as it was. */
function noticesOf({ folder, state, records }: ReturnType<typeof written>): string[] {
  const run = openRun(folder);
  expect([stateOf(run), run.recovered]).toEqual([state, records]);
  run.close();
  return run.notices.map((notice) => notice.replaceAll(folder, 'DIR'));
}

describe('snapshots', () => {
  it('are taken as often as wanted, the latest two are kept, and a start leads to the same state', () => {
    const journal = written();
    const plain = written({ segmentBytes: 3_000 });
    expect(names(journal.folder, '.snapshot')).toHaveLength(2);
    expect(names(plain.folder, '.snapshot')).toEqual([]);
    expect(journal.state).toEqual(plain.state);
    expect([noticesOf(journal), noticesOf(plain)]).toEqual([[], []]);
    const aheadMs = [journal, plain].map(({ folder }) => {
      const run = openRun(folder);
      run.close();
      return run.aheadMs;
    });
    expect(aheadMs).toEqual([9_800, 9_800]);
  });

  it('are not taken at all after every 0 records', () => {
    const folder = newFolder();
    const run = openRun(folder, { ...OPTIONS, snapshotEvery: 0 });
    for (let turn = 0; turn < 60; turn += 1) act(run, turn);
    run.close();
    expect(names(folder, '.snapshot')).toEqual([]);
  });

  it('stand for the records before them', () => {
    const journal = written();
    const [latest = ''] = names(journal.folder, '.snapshot').slice(-1);
    const n = Number(/-(\d{10})\./.exec(latest)?.[1]);
    let removed = 0;
    for (const name of names(journal.folder, '.journal')) {
      const last = Number(/-(\d{10})\.journal$/.exec(name)?.[1] ?? 'NaN');
      if (name.split('-').length < 3 || last > n) continue;
      rmSync(join(journal.folder, name));
      removed += 1;
    }
    expect(removed).toBeGreaterThan(2);
    expect(noticesOf(journal)).toEqual([]);
  });

  it('are where a run goes on from: further deeds lead where they would have led', () => {
    const { folder } = written();
    const whole = openRun(newFolder());
    for (let turn = 0; turn < 160; turn += 1) act(whole, turn);
    const rest = openRun(folder, OPTIONS);
    for (let turn = 100; turn < 160; turn += 1) act(rest, turn);
    expect(stateOf(rest)).toEqual(stateOf(whole));
    rest.close();
    expect(names(folder, '.snapshot')).toHaveLength(2);
    const again = openRun(folder);
    expect(stateOf(again)).toEqual(stateOf(whole));
    again.close();
    whole.close();
  });

  it('that cannot be written are told, and the journal goes on', () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'g0001-0000000005.snapshot.draft'));
    const said: string[] = [];
    writeFileSync(join(folder, 'g0001-0000000001.journal'), '');
    const run = openRun(folder, { snapshotEvery: 5, onNotice: (notice) => said.push(notice) });
    for (let turn = 0; turn < 30; turn += 1) act(run, turn);
    expect([run.failure, said]).toEqual([
      undefined,
      [`${join(folder, 'g0001-0000000005.snapshot')} cannot be written (EISDIR): the journal goes on without it`],
    ]);
    run.close();
    const again = openRun(folder);
    expect(stateOf(again)).toEqual(stateOf(run));
    again.close();
  });
});

describe('a snapshot that cannot be used is left aside', () => {
  const latestOf = ({ folder }: { folder: string }): string => join(folder, names(folder, '.snapshot').at(-1) ?? '');
  const LEFT = /^DIR\/g0001-\d{10}\.snapshot: byte \d+: .*: it is left aside$/;

  it('whichever byte of it is wrong', () => {
    const journal = written();
    const path = latestOf(journal);
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(at) ^ 4, at);
      writeFileSync(path, copy);
      expect(noticesOf(journal)).toEqual([expect.stringMatching(LEFT)]);
    }
  });

  it('wherever it is cut', () => {
    const journal = written();
    const path = latestOf(journal);
    const bytes = readFileSync(path);
    for (let length = 0; length < bytes.length; length += Math.ceil(bytes.length / 40)) {
      writeFileSync(path, bytes.subarray(0, length));
      expect(noticesOf(journal)).toEqual([expect.stringMatching(LEFT)]);
    }
  });

  it.each<[string, (journal: { folder: string }) => void, RegExp]>([
    [
      'of another moment',
      (j) => copyFileSync(join(j.folder, names(j.folder, '.snapshot')[0] ?? ''), latestOf(j)),
      /byte 0: it was taken after record \d+, not \d+ as its name says/,
    ],
    [
      'of another run',
      (j) => copyFileSync(latestOf(written(OPTIONS, 5)), latestOf(j)),
      /it was taken after record|it does not belong to the records of this journal/,
    ],
    [
      'of another kind',
      (j) => writeFileSync(latestOf(j), 'PK\u0003\u0004\n'),
      /byte 0: the line does not begin with 8/,
    ],
    [
      'that is a folder',
      (j) => {
        const path = latestOf(j);
        rmSync(path);
        mkdirSync(path);
      },
      /it is no regular file/,
    ],
  ])('%s', (_, damage, reason) => {
    const journal = written();
    damage(journal);
    expect(noticesOf(journal)).toEqual([expect.stringMatching(reason)]);
  });

  it('of the same deeds under another seed', () => {
    const [journal, other] = [written(), written(OPTIONS, 0, { ...EMPTY, seed: '2' })];
    copyFileSync(latestOf(other), latestOf(journal));
    expect(noticesOf(journal)).toEqual([expect.stringContaining('byte 0: it is of another run: it is left aside')]);
  });

  it('whose first line says another state than it holds', () => {
    const journal = written();
    const path = latestOf(journal);
    const bytes = readFileSync(path);
    const end = bytes.indexOf('\n');
    const header = bytes.toString('utf8', 9, end).replace(/("standing":.*?"hash":")..../, '$10000');
    writeFileSync(path, Buffer.concat([lineOf(header), bytes.subarray(end + 1)]));
    expect(noticesOf(journal)).toEqual([
      expect.stringMatching(/byte 0: it says state 0000\w+ and holds \w+: it is left/),
    ]);
  });

  it('that is not where the first segment begins, when those before it are gone', () => {
    const [journal, other] = [written({ ...OPTIONS, segmentBytes: 1 }), written({ ...OPTIONS, segmentBytes: 1 }, 5)];
    const latest = latestOf(journal);
    copyFileSync(join(other.folder, basename(latest)), latest);
    const n = Number(/-(\d{10})\.snapshot$/.exec(latest)?.[1]);
    for (const name of names(journal.folder, '.journal')) {
      if (Number(/^g0001-(\d{10})/.exec(name)?.[1]) <= n) rmSync(join(journal.folder, name));
    }
    expect(() => openRun(journal.folder)).toThrow(/does not belong to the records of this journal: it is left aside; /);
  });

  it('of another version of Touchstone, so that what it does otherwise comes to light', () => {
    const journal = written({ ...OPTIONS, touchstone: '0.0.1' });
    const told = noticesOf(journal);
    expect(told).toHaveLength(2);
    for (const notice of told)
      expect(notice).toContain('byte 0: another version of Touchstone took it: it is left aside');
  });

  it('and where records are missing as well, both are told and nothing is begun', () => {
    const journal = written();
    for (const name of names(journal.folder, '.snapshot')) writeFileSync(join(journal.folder, name), 'no');
    const [first = ''] = names(journal.folder, '.journal');
    rmSync(join(journal.folder, first));
    const before = contentsOf(journal.folder);
    expect(() => openRun(journal.folder)).toThrow(
      /snapshot: byte 0: .*; .*snapshot: byte 0: .*; .*records 1 to \d+ is missing/,
    );
    expect(contentsOf(journal.folder)).toEqual(before);
  });
});

describe('a snapshot proves that its record was there', () => {
  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    [
      'end before it',
      (bytes) => upToLine(bytes, 51),
      /^DIR: the records end at 50, but a snapshot was taken after record (\d+): put/,
    ],
    [
      'end in the middle of a line',
      (bytes) => bytes.subarray(0, 5_000),
      /^DIR: the records end at \d+, but a snapshot was taken/,
    ],
    [
      'are all gone',
      () => Buffer.alloc(0),
      /^DIR: the records end at 0, but a snapshot was taken after record \d+: put/,
    ],
  ])('and refuses records that %s', (_, damage, reason) => {
    const { folder } = written({ ...OPTIONS, segmentBytes: 1_000_000 });
    const path = join(folder, 'g0001-0000000001.journal');
    writeFileSync(path, damage(readFileSync(path)));
    const before = contentsOf(folder);
    expect(refusalOf(folder)).toMatch(reason);
    expect(contentsOf(folder)).toEqual(before);
    for (const name of names(folder, '.snapshot')) rmSync(join(folder, name));
    openRun(folder).close();
  });

  it.each<[string, JournalOptions, (path: string) => void]>([
    ['another version took', { touchstone: '0.0.1' }, () => undefined],
    ['is damaged behind its first line', {}, (path) => truncateSync(path, statSync(path).size - 1)],
  ])('also where it is one that %s', (_, options, damage) => {
    const { folder, records } = written({ ...OPTIONS, ...options, segmentBytes: 1_000_000 });
    const [older = '', latest = ''] = names(folder, '.snapshot');
    for (const name of [older, latest]) damage(join(folder, name));
    openRun(folder).close();
    const path = join(folder, 'g0001-0000000001.journal');
    writeFileSync(path, upToLine(readFileSync(path), 51));
    const n = Number(/-(\d{10})\./.exec(latest)?.[1]);
    expect(n).toBeLessThanOrEqual(records);
    expect(refusalOf(folder)).toContain(`DIR: the records end at 50, but a snapshot was taken after record ${n}: put`);
  });

  it('so that it is not taken where its records do not reach the disk', () => {
    const folder = newFolder();
    const said: string[] = [];
    const onFailure = ({ message }: Error): number => said.push(message);
    const run = openRun(folder, { snapshotEvery: 5, disk: UNSYNCED, onFailure });
    for (let turn = 0; turn < 5; turn += 1) act(run, turn);
    expect(said).toEqual([expect.stringContaining('g0001-0000000001.journal cannot be written (EIO)')]);
    expect(() => act(run, 5)).toThrow(/EIO/);
    run.close();
    expect(names(folder, '.snapshot')).toEqual([]);
    const again = openRun(folder);
    expect(again.recovered).toBe(5);
    again.close();
  });
});

/** Why the journal cannot be gone on from, with the folder's path taken out. */
function refusalOf(folder: string): string {
  try {
    openRun(folder).close();
  } catch (error) {
    if (error instanceof JournalError) return error.message.replaceAll(folder, 'DIR');
    throw error;
  }
  return 'it was taken';
}

function upToLine(bytes: Buffer, lines: number): Buffer {
  return Buffer.from(`${bytes.toString().split('\n').slice(0, lines).join('\n')}\n`);
}

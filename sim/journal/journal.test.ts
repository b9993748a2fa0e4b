/**
 * sim/journal/journal.test: a journal restores exactly the records that were written whole. Anything else is refused
 * with its place, and no file changes.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invariant } from '../../base/result.ts';
import { contentsOf, testFolder } from '../../spec/fixtures/test-folder.ts';
import type { Command } from '../../spec/venue/command.ts';
import { createVenue } from '../core/venue.ts';
import { act, EMPTY, FIRST, openRun, rewrite, stateOf } from './fixtures/small-run.ts';
import { type JournaledRun, openJournal } from './journal.ts';
import { JournalError } from './journal-error.ts';

const { newFolder } = testFolder('journal');

/** A journal of `turns` turns. */
function written(turns: number) {
  const folder = newFolder();
  const run = openRun(folder);
  for (let turn = 0; turn < turns; turn += 1) act(run, turn);
  run.close();
  const path = join(folder, FIRST);
  return { folder, path, bytes: readFileSync(path) };
}

/** The reason why the journal cannot be continued, with DIR for the folder. Expects that every file is as it was. */
function refusal(folder: string, identity = EMPTY): string {
  const before = contentsOf(folder);
  try {
    openRun(folder, {}, identity).close();
  } catch (error) {
    invariant(error instanceof JournalError, `a JournalError, not ${error}`);
    expect(contentsOf(folder)).toEqual(before);
    expect(error.message).toMatch(/^[ -~]{1,420}$/);
    return error.message.replaceAll(folder, 'DIR');
  }
  throw new Error('the journal was continued');
}

/** Closes the run and expects that the next start restores it. */
function expectRestored(folder: string, run: JournaledRun): void {
  const state = stateOf(run);
  run.close();
  const again = openRun(folder);
  expect([stateOf(again), again.notices]).toEqual([state, []]);
  again.close();
}

describe('a journal', () => {
  it('is a header and a line with a checksum for each accepted action', () => {
    const { folder, bytes } = written(60);
    const text = bytes.toString();
    expect(text).toMatch(/^[0-9a-f]{8} \{"format":"touchstone-journal","version":2,"touchstone":"","world":"empty"/);
    const kinds = new Set([...text.matchAll(/\n[0-9a-f]{8} .*"do":\{"kind":"([a-z-]+)"/g)].map(([, kind]) => kind));
    expect([...kinds].join()).toBe('list-market,open-wallet,deposit,split,advance,place,heartbeat,clock,cancel');
    const run = openRun(folder);
    const refused: Command = { kind: 'cancel', wallet: 0, order: 99 };
    run.venue.step(refused, run.venue.now);
    expect(readFileSync(join(folder, FIRST))).toEqual(bytes);
    run.venue.step(refused, run.venue.now + 60_000);
    expect(readFileSync(join(folder, FIRST), 'utf8').slice(text.length)).toMatch(/^[^\n]*"do":\{"kind":"clock"\}}\n$/);
    // A wrong moment changes nothing.
    expect(() => run.venue.step({ kind: 'open-wallet' }, 0.5)).toThrow(/whole milliseconds/);
    expect(() => run.venue.advanceTo(2 ** 53)).toThrow(/whole milliseconds/);
    run.venue.step({ kind: 'open-wallet' }, run.venue.now);
    expectRestored(folder, run);
  });

  it.each([0, 25])(
    'leads to the same states as without a restart, with a snapshot every %i records',
    (snapshotEvery) => {
      const [folder, whole] = [newFolder(), openRun(newFolder())];
      for (let start = 0; start < 200; start += 40) {
        const run = openRun(folder, { snapshotEvery });
        expect([stateOf(run), run.notices, run.aheadMs]).toEqual([stateOf(whole), [], 700 * Math.floor(start / 7)]);
        for (let turn = start; turn < start + 40; turn += 1) for (const one of [run, whole]) act(one, turn);
        run.close();
      }
      expect(Object.keys(contentsOf(folder))).toEqual(snapshotEvery === 0 ? [FIRST] : [FIRST, 'g0001.snapshot']);
      whole.close();
    },
  );
});

describe('a journal with damage', () => {
  const { bytes } = written(40);
  const hashes = [...bytes.toString().matchAll(/"hash":"(\w+)/g)].map(([, hash]) => hash);
  const ends = [...bytes.entries()].flatMap(([index, byte]) => (byte === 0x0a ? [index] : []));
  const place = fc.nat({ max: bytes.length - 1 });
  const holding = (damaged: Uint8Array): string => {
    const folder = newFolder();
    writeFileSync(join(folder, FIRST), damaged);
    return folder;
  };
  /** Expects the state after `records` records, and that later actions are kept. */
  const expectPrefix = (folder: string, records: number, notice: RegExp): void => {
    const run = openRun(folder);
    expect([run.recovered, run.notices]).toEqual([records, [expect.stringMatching(notice)]]);
    expect(run.venue.hash()).toBe(hashes[records]);
    run.venue.step({ kind: 'open-wallet' }, run.venue.now + 1);
    expectRestored(folder, run);
  };

  it('at its end has every record before the cut, wherever it is cut', () => {
    const zeros = fc.constantFrom(0, 0, 500);
    fc.assert(
      fc.property(place, zeros, (length, zeros) => {
        const lines = ends.filter((end) => end < length);
        const kept = (lines.at(-1) ?? -1) + 1;
        const torn = length - kept + zeros;
        fc.pre(torn > 0 || kept === 0);
        const cut = `torn at byte ${kept}: ${torn} bytes of an interrupted write are cut`;
        const notice = torn === 0 ? 'it is empty, without a header' : cut;
        const folder = holding(Buffer.concat([bytes.subarray(0, length), Buffer.alloc(zeros)]));
        expectPrefix(folder, Math.max(0, lines.length - 1), new RegExp(notice));
      }),
      { numRuns: 60, examples: [[0, 0]] },
    );
  });

  it('in any byte before is refused with the place of the line', () => {
    fc.assert(
      fc.property(place, fc.nat({ max: 7 }), (at, bit) => {
        const copy = Buffer.from(bytes);
        copy.writeUInt8(copy.readUInt8(at) ^ (1 << bit), at);
        const folder = holding(copy);
        const line = ends.findIndex((end) => end >= at);
        // Without its line feed, the last line is an interrupted write.
        if (at === ends.at(-1)) expectPrefix(folder, line - 1, /torn at byte/);
        else {
          const begin = (ends[line - 1] ?? -1) + 1;
          expect(refusal(folder)).toMatch(new RegExp(`^DIR/${FIRST}:${line + 1} \\(byte ${begin}\\): `));
        }
      }),
      { numRuns: 200, examples: [[bytes.length - 1, 1]] },
    );
  });
});

describe('a file that was changed', () => {
  /** The text to replace in a line, whose checksum is then corrected. */
  it.each<[reason: RegExp, line: number, from: string | RegExp, to: string]>([
    [/:2 .*: record 2 where record 1 belongs/, 1, '"n":1', '"n":2'],
    [/:1 .*: format: Invalid input/, 0, 'touchstone-journal', 'other'],
    [/:1 .*: version: this Touchstone reads version 2: name a new directory/, 0, '"version":2', '"version":1'],
    [/its state is "0000\w{12}", not "\w{16}"; another version made its world/, 0, /"hash":"..../, '"hash":"0000'],
    [/:2 .*: Invalid input/, 1, /.*/, '{"n":1,}'],
    [/:3 .*: do: Invalid input/, 2, 'open-wallet', '\\u001b[31m'],
    [/:7 .*\(split\) was accepted .* refused now \(unknown-wallet\)/, 6, '"wallet":0', '"wallet":9'],
    [/:5 .* led to state \w{16} with 4 events when .* with 4 now/, 4, /"amount":\d+/, '"amount":7'],
    [/:21 .*: record 20 .* with 1 events when/, 20, /"events":\d+/, '"events":1'],
  ])('is refused: %s', (reason, line, from, to) => {
    const { folder, path } = written(40);
    rewrite(path, (texts) => texts.with(line, texts[line]?.replace(from, to) ?? ''));
    expect(refusal(folder)).toMatch(reason);
  });

  it('or belongs to another run is refused, like a directory of other files', () => {
    const { folder } = written(1);
    const rules = { ...EMPTY.rules, minedAfterMs: 1 };
    const named = 'DIR is the journal of another run: its seed is "1", not "2"; name another directory';
    expect(refusal(folder, { ...EMPTY, seed: '2' })).toBe(named);
    expect(refusal(folder, { ...EMPTY, world: 'small' })).toMatch(/its world is "empty", not "small"/);
    // The file of a world may move.
    const [here, there] = ['a.yaml', 'b.yaml'].map((world) => ({ ...EMPTY, world, content: 'c0ffee' }));
    const moved = newFolder();
    for (const identity of [here, there]) openRun(moved, {}, identity).close();
    expect(refusal(moved, { ...EMPTY, world: 'a.yaml', content: 'dead' })).toMatch(/its world is "a.yaml \(digest c0f/);
    expect(refusal(folder, { ...EMPTY, profile: '\u009b31m' })).toMatch(/its profile is "document", not "\?31m"/);
    expect(refusal(folder, { ...EMPTY, rules })).toMatch(/its minedAfterMs is 2000, not 1/);
    const other = newFolder();
    writeFileSync(join(other, 'g0001-0000000001.journal'), '');
    expect(refusal(other)).toBe('DIR holds no journal but other files: name an empty or a new directory');
    const path = join(folder, FIRST);
    expect(() => openRun(path)).toThrow(`${path} cannot be made a journal directory (EEXIST): check the path`);
  });
});

describe('a run', () => {
  it('is no pipe and no file without lines, however long', () => {
    const endless = written(0);
    truncateSync(endless.path, 0);
    truncateSync(endless.path, 18 * 1024 * 1024);
    expect(refusal(endless.folder)).toBe(`DIR/${FIRST}: byte 0: a line of more than 16777216 bytes`);
    const folder = newFolder();
    execFileSync('mkfifo', [join(folder, FIRST)]);
    expect(() => openRun(folder)).toThrow(`${FIRST} is no regular file`);
  });

  it('is changed by commands alone', () => {
    const run = openRun(newFolder());
    expect(() => run.venue.desk).toThrow('use step in place of the desk');
    run.close();
  });

  it('whose venue throws ends before that action', () => {
    const folder = newFolder();
    const venue = createVenue(EMPTY.rules);
    const run = openJournal(folder, EMPTY)(venue);
    run.venue.step({ kind: 'open-wallet' }, 1);
    venue.step = () => {
      throw new Error('a defect');
    };
    expect(() => run.venue.step({ kind: 'open-wallet' }, 2)).toThrow('a defect');
    expect(() => run.venue.advanceTo(4)).toThrow(/broke off in the middle of a command/);
    run.close();
    const again = openRun(folder);
    expect([again.recovered, again.venue.eventCount]).toEqual([1, 1]);
    again.close();
  });
});

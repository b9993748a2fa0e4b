/** sim/journal/disk.test: a system that takes less than it is given, and one that has no more room in the middle of a line. */
import fs, { rmSync as namedRmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { act, openRun } from './fixtures/deeds.ts';
import { contentsOf, testFolders } from './fixtures/folder.ts';
import { type Calls, UNWAITED, withCalls } from './fixtures/patched-fs.ts';
import { indexRun } from './run-index.ts';

const newFolder = testFolders();

/** Plays into a folder: how many events had been acknowledged at the end, and the failure that it was, if any. */
function play(folder: string): { events: number; failure: string | undefined } {
  let events = 0;
  try {
    const run = openRun(folder, { segmentBytes: 900, snapshotEvery: 5 });
    try {
      for (let turn = 0; turn < 16; turn += 1) {
        act(run, turn);
        events = run.venue.eventCount;
      }
    } finally {
      run.close();
    }
    return { events, failure: undefined };
  } catch (error) {
    return { events, failure: String(error) };
  }
}

type Write = (descriptor: number, bytes: Uint8Array, from?: number) => number;

/** `writeSync` as those who write a journal call it. */
function writing(write: (real: Write) => Write): Calls {
  const { writeSync } = fs;
  return { writeSync: write((descriptor, bytes, from = 0) => writeSync(descriptor, bytes, from)) as typeof writeSync };
}

const taking = (part: (length: number) => number): Calls =>
  writing((real) => (descriptor, bytes, from = 0) => {
    const end = from + part(bytes.length - from);
    return real(descriptor, bytes.subarray(0, end), from);
  });

/** The `n`th write is taken in half, and nothing after it. */
const fullIn = (n: number): Calls => {
  let writes = 0;
  return writing((real) => (descriptor, bytes, from = 0) => {
    writes += 1;
    if (writes > n) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    return real(descriptor, writes < n ? bytes : bytes.subarray(0, Math.ceil((from + bytes.length) / 2)), from);
  });
};

const UNCUT: Calls = {
  ftruncateSync() {
    throw Object.assign(new Error('input/output error'), { code: 'EIO' });
  },
};

describe('a system that takes only a part of what it is given', () => {
  it.each([
    ['one byte', () => 1],
    ['half', (length: number) => Math.ceil(length / 2)],
  ])('%s each time, has all of it in the end', (_, part) => {
    const [whole, folder] = [newFolder(), newFolder()];
    withCalls(UNWAITED, () => play(whole));
    expect(withCalls({ ...UNWAITED, ...taking(part) }, () => play(folder)).failure).toBeUndefined();
    expect(contentsOf(folder)).toEqual(contentsOf(whole));
  });
});

describe('a disk that is full in the middle of a write', () => {
  it.each([
    ['is taken off again', {}],
    ['stays', UNCUT],
  ])('has all that was acknowledged, whichever write it is, where half of a line %s', (_, calls) => {
    const whole = newFolder();
    withCalls(UNWAITED, () => play(whole));
    const { hashes, records } = indexRun(whole);
    const failsIn = (n: number): boolean => {
      const folder = newFolder();
      const { events, failure } = withCalls({ ...UNWAITED, ...calls, ...fullIn(n) }, () => play(folder));
      const run = openRun(folder);
      run.close();
      if (calls !== UNCUT) expect(run.notices).toEqual([]);
      expect(run.venue.eventCount).toBeGreaterThanOrEqual(events);
      expect(run.venue.hash()).toBe(hashes[run.recovered]);
      if (failure !== undefined) expect(failure).toMatch(/\.journal cannot be written \(ENOSPC\): see to the disk/);
      return failure !== undefined;
    };
    let failures = 0;
    while (failsIn(failures + 1)) failures += 1;
    // Headers and snapshots are written as well.
    expect(failures).toBeGreaterThan(records + 5);
  });
});

describe('functions put in the place of those of node:fs', () => {
  it('are gone again, also where what is done meanwhile breaks off', () => {
    const { rmSync } = fs;
    const calls: Calls = { rmSync: () => undefined };
    const breakingOff = (): void => {
      expect(namedRmSync).toBe(calls.rmSync);
      throw new Error('broken off');
    };
    expect(() => withCalls(calls, breakingOff)).toThrow('broken off');
    expect([fs.rmSync, namedRmSync]).toEqual([rmSync, rmSync]);
  });
});

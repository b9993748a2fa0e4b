/**
 * sim/journal/lock.test: one process at a time writes in a journal, and the lock of a process that has ended is taken
 * over.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { contentsOf, testFolder } from '../../spec/fixtures/test-folder.ts';
import { SELF, startOf } from '../../wire/process-identity.ts';
import { createVenue } from '../core/venue.ts';
import { withCalls } from './fixtures/failing-disk.ts';
import { EMPTY, FIRST, openRun } from './fixtures/small-run.ts';
import { openJournal } from './journal.ts';

const { newFolder } = testFolder('lock');
afterEach(() => vi.restoreAllMocks());

/** A folder with this lock, `age` seconds old. */
function locked(text: string, age = 0): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'lock'), text);
  const moment = Date.now() / 1_000 - age;
  utimesSync(join(folder, 'lock'), moment, moment);
  return folder;
}

const holder = (fields: object): string => JSON.stringify({ ...SELF, ...fields });

describe('the lock of a journal', () => {
  it('keeps out a second user in its process, is renewed while its holder lives, and is released once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const folder = newFolder();
    const path = join(folder, 'lock');
    const run = openRun(folder);
    expect(() => openRun(folder)).toThrow(/is in use by this process: close its journal first/);
    utimesSync(path, 1, 1);
    vi.advanceTimersByTime(2_000);
    await expect.poll(() => statSync(path).mtimeMs).toBeGreaterThan(Date.now() - 20_000);
    run.close();
    expect(readdirSync(folder)).toEqual([FIRST]);
    writeFileSync(path, 'of another');
    run.close();
    expect(readFileSync(path, 'utf8')).toBe('of another');
    vi.useRealTimers();
  });

  it('that another process has taken ends writing, and stays with that process', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const failures: string[] = [];
    const folder = newFolder();
    const run = openRun(folder, { onFailure: ({ message }) => failures.push(message) });
    writeFileSync(join(folder, 'lock'), holder({ namespace: 'pid:[1]' }));
    vi.advanceTimersByTime(4_000);
    vi.useRealTimers();
    expect(failures).toEqual([`${run.directory}: another process has taken the lock`]);
    expect(() => run.venue.step({ kind: 'open-wallet' }, run.venue.now + 1)).toThrow('has taken the lock');
    run.close();
    expect(readdirSync(folder)).toEqual([FIRST, 'lock']);
  });

  it('is renewed while a long run is restored, and if it is lost then, the file stays as it is', () => {
    const folder = newFolder();
    const run = openRun(folder);
    for (let now = 1; now < 4; now += 1) run.venue.step({ kind: 'open-wallet' }, now);
    run.close();
    const path = join(folder, FIRST);
    appendFileSync(path, 'torn');
    const before = readFileSync(path);
    const utimesSync = vi.fn();
    const slow = vi.spyOn(Date, 'now').mockImplementation(() => 2_000 * slow.mock.calls.length);
    // The second renewal is too late.
    utimesSync.mockImplementationOnce(() => writeFileSync(join(folder, 'lock'), holder({ pid: 1 })));
    expect(() => withCalls({ utimesSync }, () => openRun(folder))).toThrow('another process has taken the lock');
    expect([utimesSync.mock.calls.length, readFileSync(path)]).toEqual([1, before]);
    expect(readdirSync(folder)).toEqual([FIRST, 'lock']);
  });

  const ended = (): string => holder({ pid: spawnSync(process.execPath, ['-e', '']).pid, started: '' });
  it.each<[string, () => string, number?]>([
    ['a process that has ended', ended],
    ['an earlier process with our number', () => holder({ started: '1' })],
    ['a container that is gone', () => holder({ namespace: 'pid:[1]' }), 31],
    ['a loss of power, with zeros', () => '\0'.repeat(40), 31],
  ])('left by %s is taken over with a notice', (_, text, age) => {
    const folder = locked(text(), age);
    const next = openJournal(folder, EMPTY);
    const [first, second] = [next(createVenue()), next(createVenue())];
    const notice = expect.stringMatching(/the last process that used it was killed$/);
    expect([first.notices, second.notices]).toEqual([[notice], []]);
    // The file of the run before is closed.
    expect(() => first.venue.step({ kind: 'open-wallet' }, 1)).toThrow('the journal is closed');
    expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))).toEqual(SELF);
    second.close();
    expect(readdirSync(folder)).toEqual([FIRST, 'g0002.journal']);
  });

  const parent = { pid: process.ppid, started: startOf(process.ppid) };
  const gone = 'of another container: stop that first; the lock of one that is gone ends after 30 seconds';
  it.each([
    ['another process', holder(parent), `is in use by process ${process.ppid}: stop that first`],
    ['another container', holder({ namespace: 'pid:[1]' }), `is in use by process ${process.pid} ${gone}`],
    ['a process that writes it now', '', 'is in use by a process: stop that first'],
    ['another program', 'mine', 'lock is no lock of Touchstone: remove it if nothing uses the directory'],
  ])('of %s is refused', (_, text, reason) => {
    const folder = locked(text);
    expect(() => openRun(folder)).toThrow(reason);
    expect(contentsOf(folder)).toEqual({ lock: text });
  });
});

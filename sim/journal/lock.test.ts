/** sim/journal/lock.test: one process at a time, and none that is gone. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openRun } from './fixtures/deeds.ts';
import { testFolders } from './fixtures/folder.ts';
import { NAMESPACE_NUMBER, SELF } from './holder.ts';

const newFolder = testFolders();
const LEFT = /the process that used it last did not end by itself$/;

describe('the lock of a journal', () => {
  it('keeps out a second user in the same process and goes with the first', () => {
    const folder = newFolder();
    const run = openRun(folder);
    expect(() => openRun(folder)).toThrow(/is in use by this process: close its journal first/);
    run.close();
    expect(readdirSync(folder)).not.toContain('lock');
    writeFileSync(join(folder, 'lock'), 'of another');
    run.close();
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe('of another');
  });

  it('keeps out another process while its holder lives', () => {
    const folder = newFolder();
    const started = readFileSync(`/proc/${process.ppid}/stat`, 'latin1').split(') ')[1]?.split(' ')[19];
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.ppid, started, namespace: SELF.namespace }));
    expect(() => openRun(folder)).toThrow(new RegExp(`is in use by process ${process.ppid}: stop that first`));
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  it.each<[string, () => object]>([
    ['a process that has ended', () => ({ pid: endedPid(), started: '' })],
    ['an earlier process of the same number', () => ({ pid: process.pid, started: '1' })],
    ['an earlier process whose number another has now', () => ({ pid: process.ppid, started: '1' })],
  ])('left by %s is taken over, and that is said', (_, holder) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'lock'), JSON.stringify({ namespace: SELF.namespace, ...holder() }));
    const run = openRun(folder);
    expect(run.notices).toEqual([expect.stringMatching(LEFT)]);
    expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
    run.close();
    expect(readdirSync(folder)).toEqual(['g0001-0000000001.journal']);
  });

  it('of another container is refused while it is fresh, and taken over once its holder is long gone', () => {
    const folder = newFolder();
    const path = join(folder, 'lock');
    writeFileSync(path, JSON.stringify({ ...SELF, namespace: 'pid:[1]' }));
    expect(() => openRun(folder)).toThrow(
      `${folder} is in use by process ${process.pid} of another container: stop that first; the lock of one that is gone ends after 30 seconds`,
    );
    expect(readdirSync(folder)).toEqual(['lock']);
    const long = statSync(path).mtimeMs / 1_000 - 31;
    utimesSync(path, long, long);
    const run = openRun(folder);
    expect(run.notices).toEqual([expect.stringMatching(LEFT)]);
    run.close();
  });

  it('stays fresh while its holder lives, and no longer', async () => {
    const folder = newFolder();
    const path = join(folder, 'lock');
    const run = openRun(folder);
    const long = statSync(path).mtimeMs / 1_000 - 31;
    utimesSync(path, long, long);
    await vi.waitFor(() => expect(statSync(path).mtimeMs / 1_000).toBeGreaterThan(long + 20), 10_000);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(SELF);
    run.close();
    expect(readdirSync(folder)).toEqual(['g0001-0000000001.journal']);
  });

  it.each(['', '\0'.repeat(40)])('emptied by a loss of power (%j) is taken over', (text) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'lock'), text);
    const run = openRun(folder);
    expect(run.notices).toEqual([expect.stringMatching(LEFT)]);
    run.close();
  });

  it.each([
    ' ',
    'mine',
    '{"pid":-1,"started":"","namespace":""}',
    '{"pid":1,"started":"","namespace":"","__proto__":{}}',
    '{"pid":1,"started":"","namespace":"\u001b[31m"}',
  ])('that is none (%j) is left to the user', (text) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'lock'), text);
    expect(() => openRun(folder)).toThrow(/lock is no lock of Touchstone: remove it if nothing uses the directory/);
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(text);
  });

  // A pipe would keep a test waiting that fails; the empty device is as little a file.
  it.each(['lock', 'g0001-0000000001.journal'])('is taken for no device in place of %s', (name) => {
    const folder = newFolder();
    symlinkSync('/dev/null', join(folder, name));
    expect(() => openRun(folder)).toThrow(`${name} is no regular file: remove it, or name another directory`);
    expect(readdirSync(folder)).toEqual([name]);
  });

  it('of which only a draft was left does not make a directory one of other files', () => {
    const folder = newFolder();
    writeFileSync(join(folder, `lock.${endedPid()}`), '');
    const run = openRun(folder);
    expect(run.notices).toEqual([]);
    run.close();
    expect(readdirSync(folder)).toEqual(['g0001-0000000001.journal']);
  });

  it('is given up where the journal cannot be gone on from', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'g0001-0000000001.journal'), 'nonsense\n');
    expect(() => openRun(folder)).toThrow(/does not begin/);
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });
});

describe('what killed processes left half made', () => {
  const GONE = [
    'g0001-0000000005.snapshot.draft',
    'g0002-0000000007.snapshot.draft',
    'lock.7-1',
    `lock.${process.pid}`,
  ];
  const STAYS = ['lock.txt', 'notes.draft', `lock.${process.ppid}`, `lock.${process.ppid}-${NAMESPACE_NUMBER}`];

  it('is removed once the journal is gone on from, and nothing else', () => {
    const folder = newFolder();
    openRun(folder).close();
    for (const name of [...GONE, ...STAYS]) writeFileSync(join(folder, name), '');
    const run = openRun(folder);
    expect(run.notices).toEqual([]);
    run.close();
    expect(readdirSync(folder).toSorted()).toEqual(['g0001-0000000001.journal', ...STAYS].toSorted());
  });

  it('stays where the journal is refused', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'g0001-0000000001.journal'), 'nonsense\n');
    for (const name of GONE) writeFileSync(join(folder, name), '');
    expect(() => openRun(folder)).toThrow(/does not begin/);
    expect(readdirSync(folder).toSorted()).toEqual(['g0001-0000000001.journal', ...GONE].toSorted());
  });
});

/** The number of a process that has ended. */
function endedPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

/** sim/journal/recovery.test: whatever byte a journal ends with, what was written whole is there again, and nothing else. */
import { appendFileSync, copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ORDER_REFUSALS } from '../core/ticket.ts';
import { createVenue } from '../core/venue.ts';
import { segmentPath } from './directory.ts';
import { act, openAnew, openRun, stateOf } from './fixtures/deeds.ts';
import { contentsOf, testFolders } from './fixtures/folder.ts';
import { lineOf } from './line.ts';

const newFolder = testFolders();
const FIRST = 'g0001-0000000001.journal';

/** A journal of so many turns, and for each of its lines where it ends and what the state was then. */
function written(turns: number) {
  const folder = newFolder();
  const run = openRun(folder);
  const states = [stateOf(run)];
  const lengths = [readFileSync(join(folder, FIRST)).length];
  for (let turn = 0; turn < turns; turn += 1) {
    act(run, turn);
    const { length } = readFileSync(join(folder, FIRST));
    if (length > (lengths.at(-1) ?? 0)) {
      lengths.push(length);
      states.push(stateOf(run));
    }
  }
  run.close();
  const bytes = readFileSync(join(folder, FIRST));
  return { folder, bytes, lengths, states, text: bytes.toString() };
}

describe('a journal', () => {
  it('is a header and one line for each thing that was done, with a checksum', () => {
    const { text } = written(60);
    const lines = text.trimEnd().split('\n');
    expect(lines[0]).toMatch(
      /^[0-9a-f]{8} \{"format":"touchstone-journal","version":1,"touchstone":"","world":"empty"/,
    );
    for (const line of lines) expect(lineOf(line.slice(9)).toString()).toBe(`${line}\n`);
    const kinds = new Set([...text.matchAll(/"do":\{"kind":"([a-z-]+)"/g)].map(([, kind]) => kind));
    expect([...kinds].sort()).toEqual(
      ['advance', 'cancel', 'clock', 'deposit', 'heartbeat', 'list-market', 'open-wallet', 'place', 'split'].sort(),
    );
  });

  it('does not hold what was refused, only the work that fell due meanwhile', () => {
    const folder = newFolder();
    const run = openRun(folder);
    for (let turn = 0; turn < 30; turn += 1) act(run, turn);
    const before = readFileSync(join(folder, FIRST), 'utf8');
    expect(run.venue.step({ kind: 'cancel', wallet: 0, order: 99 }, run.venue.now).ok).toBe(false);
    expect(readFileSync(join(folder, FIRST), 'utf8')).toBe(before);
    expect(run.venue.step({ kind: 'cancel', wallet: 0, order: 99 }, run.venue.now + 60_000).ok).toBe(false);
    const more = readFileSync(join(folder, FIRST), 'utf8').slice(before.length);
    expect(more.trimEnd().split('\n')).toHaveLength(1);
    expect(more).toContain('"do":{"kind":"clock"}');
    run.close();
  });

  it('holds what was done at the desk as well', () => {
    const folder = newFolder();
    const run = openRun(folder);
    for (let turn = 0; turn < 6; turn += 1) act(run, turn);
    const { desk } = run.venue;
    const asked = {
      key: 0,
      market: 0,
      outcome: 0,
      side: 'SELL',
      price: 6_000,
      size: 2_000_000,
      postOnly: false,
    } as const;
    Object.assign(desk.ticket, { ...asked, wallet: 0, type: 'GTC', expiresAt: -1, salt: 77 });
    const now = run.venue.now + 5;
    expect([desk.place(now), desk.place(now)]).toEqual([0, -1 - ORDER_REFUSALS.indexOf('duplicate')]);
    Object.assign(desk.ticket, { type: 'GTD', expiresAt: now + 70_000, salt: -1, saltText: 'a text' });
    expect(desk.place(now)).toBe(1);
    expect([desk.cancel(0, 0, now + 1), desk.cancel(0, 0, now + 2)]).toEqual([true, false]);
    const state = stateOf(run);
    run.close();
    const again = openRun(folder);
    expect(stateOf(again)).toEqual(state);
    expect(again.recovered).toBe(9);
    again.close();
  });

  it('leaves out what a command carries beside its fields', () => {
    const folder = newFolder();
    const run = openRun(folder);
    run.venue.step({ kind: 'open-wallet', note: { deep: 1 } } as { kind: 'open-wallet' }, 5);
    run.close();
    const again = openRun(folder);
    expect(again.recovered).toBe(1);
    again.close();
  });
});

describe('going on', () => {
  it('after a close brings back the whole state, and further deeds lead where they would have led', () => {
    const { folder, states } = written(100);
    const whole = openRun(newFolder());
    for (let turn = 0; turn < 200; turn += 1) act(whole, turn);
    const rest = openRun(folder);
    expect(stateOf(rest)).toEqual(states.at(-1));
    expect(rest.notices).toEqual([]);
    for (let turn = 100; turn < 200; turn += 1) act(rest, turn);
    expect(stateOf(rest)).toEqual(stateOf(whole));
    whole.close();
    rest.close();
  });

  it('adds up what the clock was moved ahead', () => {
    const { folder, text } = written(60);
    const moves = [...text.matchAll(/"kind":"advance","ms":(\d+)/g)].map(([, ms]) => Number(ms));
    const run = openRun(folder);
    expect(run.aheadMs).toBe(moves.reduce((sum, ms) => sum + ms, 0));
    expect(run.aheadMs).toBeGreaterThan(0);
    run.close();
  });
});

describe('an end at any byte', () => {
  it('leaves the state after the last whole line, and says what was cut', { timeout: 60_000 }, () => {
    const journal = written(14);
    const recover = recoverer(journal);
    // Every byte of the header, of the first line and of the last three; in between one in seven.
    const [, first = 0] = journal.lengths;
    const tail = journal.lengths.at(-4) ?? 0;
    for (let length = 0; length <= journal.bytes.length; length += length <= first || length >= tail ? 1 : 7)
      recover(length);
    expect(journal.lengths.length).toBeGreaterThan(10);
  });

  it('does so in a longer journal', () => {
    const journal = written(200);
    const recover = recoverer(journal);
    for (const [index, length] of journal.lengths.entries()) {
      if (index % 16 === 0)
        for (const near of [length - 1, length, length + 1]) recover(Math.min(near, journal.bytes.length));
    }
  });

  it('loses nothing that was done after an earlier torn end', () => {
    const { folder, bytes, states, lengths } = written(50);
    const path = join(folder, FIRST);
    const whole = lengths.at(-2) ?? 0;
    truncateSync(path, whole + 20);
    const first = openRun(folder);
    expect(stateOf(first)).toEqual(states.at(-2));
    for (let turn = 50; turn < 60; turn += 1) act(first, turn);
    const state = stateOf(first);
    first.close();
    expect(readFileSync(path).subarray(0, whole)).toEqual(bytes.subarray(0, whole));
    const second = openRun(folder);
    expect([stateOf(second), second.notices]).toEqual([state, []]);
    second.close();
  });

  it.each([
    ['a damaged piece of a line', (bytes: Buffer) => damaged(bytes.subarray(0, -8), bytes.length - 30)],
    ['zeros behind the last line', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(500)])],
  ])('%s counts as an interrupted write', (_, damage) => {
    const { folder, bytes } = written(40);
    writeFileSync(join(folder, FIRST), damage(bytes));
    const run = openRun(folder);
    expect(run.notices[0]).toMatch(/torn at byte \d+: \d+ bytes of an interrupted write are cut, \d+ records stand$/);
    run.close();
    const again = openRun(folder);
    expect(again.notices).toEqual([]);
    again.close();
  });
});

describe('segments', () => {
  const turns = 150;
  const write = (folder: string): unknown => {
    const run = openRun(folder, { segmentBytes: 4_000 });
    for (let turn = 0; turn < turns; turn += 1) act(run, turn);
    run.close();
    return stateOf(run);
  };
  const names = (folder: string): string[] => Object.keys(contentsOf(folder));

  it('follow one another, closed ones named by their first and last record, and are read as one', () => {
    const folder = newFolder();
    const state = write(folder);
    const found = names(folder);
    expect(found.length).toBeGreaterThan(4);
    let next = 1;
    for (const name of found) {
      const [, first, last] = /^g0001-(\d{10})(?:-(\d{10}))?\.journal$/.exec(name) ?? [];
      expect(Number(first)).toBe(next);
      next = Number(last) + 1;
    }
    const run = openRun(folder);
    expect(stateOf(run)).toEqual(state);
    run.close();
  });

  it('end at any byte of the newest, its header included', () => {
    const folder = newFolder();
    write(folder);
    const newest = names(folder).at(-1) ?? '';
    const before = Number(/-(\d{10})\.journal/.exec(newest)?.[1]) - 1;
    const bytes = readFileSync(join(folder, newest));
    for (let length = bytes.length; length >= 0; length -= 37) {
      writeFileSync(join(folder, newest), bytes.subarray(0, length));
      const run = openRun(folder);
      expect(run.recovered).toBe(before + Math.max(0, recordsIn(bytes.subarray(0, length))));
      run.close();
    }
  });

  it('may end with the first deed after a start', () => {
    const { folder, states } = written(40);
    for (let turn = 40; turn < 46; turn += 1) {
      const run = openRun(folder, { segmentBytes: 1 });
      if (turn === 40) expect(stateOf(run)).toEqual(states.at(-1));
      act(run, turn);
      const state = stateOf(run);
      run.close();
      const again = openRun(folder);
      expect(stateOf(again)).toEqual(state);
      again.close();
    }
    expect(names(folder).length).toBeGreaterThan(5);
  });

  it('go on where the process ended between making the next one and closing the present one', () => {
    const folder = newFolder();
    const state = write(folder);
    const closed = names(folder).at(-2) ?? '';
    const open = closed.replace(/-\d{10}\.journal$/, '.journal');
    copyFileSync(join(folder, closed), join(folder, open));
    writeFileSync(join(folder, closed), '');
    const moved = contentsOf(folder);
    const other = newFolder();
    for (const [name, text] of Object.entries(moved)) {
      if (name !== closed) writeFileSync(join(other, name), text, 'latin1');
    }
    const run = openRun(other);
    expect(stateOf(run)).toEqual(state);
    run.close();
  });
});

describe('a reset', () => {
  it('begins the next run and leaves the files of the one before as they were', () => {
    const { folder, bytes } = written(30);
    const run = openRun(folder);
    run.close();
    appendFileSync(join(folder, 'notes.txt'), 'mine');
    const journal = openAnew(folder);
    journal.recover(createVenue());
    const second = journal.renew(createVenue());
    expect([second.generation, second.recovered, second.venue.log.length]).toEqual([2, 0, 0]);
    for (let turn = 0; turn < 10; turn += 1) act(second, turn);
    const state = stateOf(second);
    journal.close();
    expect(readFileSync(join(folder, FIRST))).toEqual(bytes);
    const third = openRun(folder);
    expect([third.generation, stateOf(third)]).toEqual([2, state]);
    expect(readFileSync(segmentPath(folder, 2, 1), 'utf8')).toContain('"generation":2');
    third.close();
  });
});

function cut(path: string, keep: number, length: number, records: number): string {
  return `${path}: torn at byte ${keep}: ${length - keep} bytes of an interrupted write are cut, ${records} records stand`;
}

/** Cuts a copy of the journal at a length, goes on from it, and holds what comes back against what was written. */
function recoverer({ bytes, lengths, states }: ReturnType<typeof written>): (length: number) => void {
  const folder = newFolder();
  const path = join(folder, FIRST);
  const hashes = [...bytes.toString('latin1').matchAll(/"hash":"(\w+)"\}?\}\n/g)].map(([, hash]) => hash);
  return (length) => {
    const part = bytes.subarray(0, length);
    writeFileSync(path, part);
    const run = openRun(folder);
    const kept = part.lastIndexOf('\n') + 1;
    const records = recordsIn(part);
    expect([length, run.venue.hash(), run.recovered]).toEqual([length, hashes[records], records]);
    const empty = length === 0 ? [`${path}: it is empty, without a header: 0 records stand`] : [];
    expect(run.notices).toEqual(length > kept ? [cut(path, kept, length, records)] : empty);
    // What was answered by the time the file was this long is all there.
    const answered = lengths.indexOf(length);
    if (answered !== -1) expect(stateOf(run)).toEqual(states[answered]);
    run.close();
  };
}

/** Whole lines without the header. */
function recordsIn(bytes: Buffer): number {
  return Math.max(0, bytes.toString('latin1').split('\n').length - 2);
}

function damaged(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

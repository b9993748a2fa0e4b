/**
 * sim/journal/restore.test: whichever byte a journal ends with, the records that were written whole are restored, and nothing else.
 * A quarter of the ends is drawn; TEST_PART=0 to 3 are all of them.
 */
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import type { Command } from '../../spec/venue/command.ts';
import { ORDER_REFUSALS } from '../core/ticket.ts';
import { createVenue } from '../core/venue.ts';
import { fullAfter, UNCUT, withCalls } from './fixtures/failing-disk.ts';
import { contentsOf, testFolders } from './fixtures/folder.ts';
import { act, EMPTY, FIRST, openRun, stateOf } from './fixtures/small-run.ts';
import { openJournal } from './journal.ts';
import type { JournaledRun } from './journaled-run.ts';
import { lineOf } from './line.ts';

const newFolder = testFolders();

/** A journal of `turns` turns; for each of its lines the state after it and the length of the file. */
function written(turns: number) {
  const folder = newFolder();
  const run = openRun(folder);
  const path = join(folder, FIRST);
  const states = [stateOf(run)];
  const lengths = [readFileSync(path).length];
  for (let turn = 0; turn < turns; turn += 1) {
    act(run, turn);
    const { length } = readFileSync(path);
    if (length > (lengths.at(-1) ?? 0)) {
      lengths.push(length);
      states.push(stateOf(run));
    }
  }
  run.close();
  const bytes = readFileSync(path);
  return { folder, path, bytes, lengths, states, text: bytes.toString() };
}

/** Closes the run and expects that the next start restores it. */
function expectRestored(folder: string, run: JournaledRun, notices: readonly string[] = []): void {
  const state = stateOf(run);
  run.close();
  const again = openRun(folder);
  expect([stateOf(again), again.notices]).toEqual([state, notices]);
  again.close();
}

describe('a journal', () => {
  it('is a header and a line with a checksum for each action', () => {
    const { text } = written(60);
    const lines = text.trimEnd().split('\n');
    expect(lines[0]).toMatch(
      /^[0-9a-f]{8} \{"format":"touchstone-journal","version":2,"touchstone":"","world":"empty"/,
    );
    for (const line of lines) expect(lineOf(line.slice(9)).toString()).toBe(`${line}\n`);
    const kinds = new Set([...text.matchAll(/"do":\{"kind":"([a-z-]+)"/g)].map(([, kind]) => kind));
    expect([...kinds].sort()).toEqual(
      ['advance', 'cancel', 'clock', 'deposit', 'heartbeat', 'list-market', 'open-wallet', 'place', 'split'].sort(),
    );
  });

  it('does not record refused commands, only the work that fell due before them', () => {
    const { folder, text } = written(30);
    const run = openRun(folder);
    const refused: Command = { kind: 'cancel', wallet: 0, order: 99 };
    const now = run.venue.now;
    expect(run.venue.step(refused, now).ok).toBe(false);
    expect(contentsOf(folder)[FIRST]).toBe(Buffer.from(text).toString('latin1'));
    expect(run.venue.step(refused, now + 60_000).ok).toBe(false);
    expect(readFileSync(join(folder, FIRST), 'utf8').slice(text.length)).toMatch(
      /^[^\n]*"do":\{"kind":"clock"\}[^\n]*\n$/,
    );
    expectRestored(folder, run);
  });

  it('records orders and cancellations of the desk', () => {
    const { folder } = written(6);
    const run = openRun(folder);
    const { desk } = run.venue;
    const wanted = { key: 0, market: 0, outcome: 0, side: 'SELL', price: 6_000, size: 2_000_000 } as const;
    Object.assign(desk.ticket, { ...wanted, postOnly: false, wallet: 0, type: 'GTC', expiresAt: -1, salt: 77 });
    const now = run.venue.now + 5;
    expect([desk.place(now), desk.place(now)]).toEqual([0, -1 - ORDER_REFUSALS.indexOf('duplicate')]);
    Object.assign(desk.ticket, { type: 'GTD', expiresAt: now + 70_000, salt: -1, saltText: 'a text' });
    expect(desk.place(now)).toBe(1);
    expect([desk.cancel(0, 0, now + 1), desk.cancel(0, 0, now + 2)]).toEqual([true, false]);
    expectRestored(folder, run);
  });

  it('ignores other fields of a command', () => {
    const folder = newFolder();
    const run = openRun(folder);
    run.venue.step({ kind: 'open-wallet', note: { deep: 1 } } as { kind: 'open-wallet' }, 5);
    expectRestored(folder, run);
  });

  it.each([Number.NaN, 0.5, 8_640_000_000_000_001, 2 ** 53])('continues after the wrong moment %d', (now) => {
    const folder = newFolder();
    const run = openRun(folder);
    expect(() => run.venue.step({ kind: 'open-wallet' }, now)).toThrow(/whole milliseconds/);
    expect(() => run.venue.advanceTo(now)).toThrow(/whole milliseconds/);
    expect(run.venue.step({ kind: 'open-wallet' }, run.venue.now + 1).ok).toBe(true);
    expectRestored(folder, run);
  });
});

describe('a restored run', () => {
  it('has the whole state, and later actions lead to the same states as without a restart', () => {
    const { folder, states, text } = written(100);
    const whole = openRun(newFolder());
    for (let turn = 0; turn < 200; turn += 1) act(whole, turn);
    const rest = openRun(folder);
    expect([stateOf(rest), rest.notices]).toEqual([states.at(-1), []]);
    const moves = [...text.matchAll(/"kind":"advance","ms":(\d+)/g)].map(([, ms]) => Number(ms));
    expect(moves.length).toBeGreaterThan(5);
    expect(rest.aheadMs).toBe(moves.reduce((sum, ms) => sum + ms, 0));
    for (let turn = 100; turn < 200; turn += 1) act(rest, turn);
    expect(stateOf(rest)).toEqual(stateOf(whole));
    whole.close();
    expectRestored(folder, rest);
  });

  it('is the run after a reset; the files of the run before stay', () => {
    const { folder, bytes } = written(30);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    const journal = openJournal(folder, EMPTY, { sync: 'never' });
    journal.recover(createVenue());
    const second = journal.renew(createVenue());
    expect([second.generation, second.recovered, second.venue.log.length]).toEqual([2, 0, 0]);
    for (let turn = 0; turn < 10; turn += 1) act(second, turn);
    expectRestored(folder, second);
    expect(readFileSync(join(folder, FIRST))).toEqual(bytes);
    expect(readFileSync(join(folder, 'g0002.journal'), 'utf8')).toContain('"generation":2');
  });
});

describe('an end at any byte', () => {
  it('restores the state after the last whole line, and a notice states how much was cut', { timeout: 60_000 }, () => {
    const { bytes, lengths, states } = written(14);
    const folder = newFolder();
    const path = join(folder, FIRST);
    // Every byte of the last line, all ends of lines, and one byte in 11 of the header and 29 of the others.
    const [header = 0] = lengths;
    const tail = lengths.at(-2) ?? 0;
    const ends = new Set([...lengths, ...Array.from({ length: bytes.length + 1 - tail }, (_, index) => tail + index)]);
    for (let length = 0; length < tail; length += length < header ? 11 : 29) ends.add(length);
    const hashes = [...bytes.toString('latin1').matchAll(/"hash":"(\w+)"[^\n]*\n/g)].map(([, hash]) => hash);
    for (const length of drawnPart([...ends], 4).part) {
      const part = bytes.subarray(0, length);
      writeFileSync(path, part);
      const run = openRun(folder);
      const kept = part.lastIndexOf('\n') + 1;
      const records = Math.max(0, part.toString('latin1').split('\n').length - 2);
      expect([length, run.venue.hash(), run.recovered]).toEqual([length, hashes[records], records]);
      const cut = `torn at byte ${kept}: ${length - kept} bytes of an interrupted write are cut, ${records} records remain`;
      const notice = length > kept ? cut : 'it is empty, without a header';
      expect(run.notices).toEqual(length > kept || length === 0 ? [`${path}: ${notice}`] : []);
      const line = lengths.indexOf(length);
      if (line !== -1) expect(stateOf(run)).toEqual(states[line]);
      run.close();
    }
  });

  it('loses no later action', () => {
    const { folder, path, bytes, states, lengths } = written(50);
    const whole = lengths.at(-2) ?? 0;
    truncateSync(path, whole + 20);
    const run = openRun(folder);
    expect(stateOf(run)).toEqual(states.at(-2));
    for (let turn = 50; turn < 60; turn += 1) act(run, turn);
    expectRestored(folder, run);
    expect(readFileSync(path).subarray(0, whole)).toEqual(bytes.subarray(0, whole));
  });

  it('may have zeros behind it, which a loss of power can leave', () => {
    const { folder, path, bytes } = written(40);
    writeFileSync(path, Buffer.concat([bytes, Buffer.alloc(500)]));
    const run = openRun(folder);
    expect(run.notices).toEqual([expect.stringContaining('500 bytes of an interrupted write are cut')]);
    expectRestored(folder, run);
  });
});

describe('a disk that is full at any byte', () => {
  it.each([
    ['is cut', {}],
    ['stays', UNCUT],
  ])('has every acknowledged action when half a line %s', (_, calls) => {
    const { bytes } = written(16);
    for (let room = 200; room < bytes.length; room += 97) {
      const folder = newFolder();
      let events = 0;
      const play = (): void => {
        const run = openRun(folder);
        try {
          for (let turn = 0; turn < 16; turn += 1) {
            act(run, turn);
            events = run.venue.eventCount;
          }
        } finally {
          run.close();
        }
      };
      expect(() => withCalls({ ...fullAfter(room), ...calls }, play)).toThrow(/cannot be written \(ENOSPC\): see to/);
      const again = openRun(folder);
      expect(again.venue.eventCount).toBeGreaterThanOrEqual(events);
      expect(bytes.toString()).toContain(`"hash":"${again.venue.hash()}"`);
      again.close();
    }
  });
});

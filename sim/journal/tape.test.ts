/** sim/journal/tape.test: a journal of a service with a tape has the commands of the clients and the checksum of the tape. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { commandTape } from '../tape/command-tape.ts';
import { clientOf, tapedService, tapeOrder } from '../tape/fixtures/taped-service.ts';
import { compareRuns } from './bisect.ts';
import { testFolders } from './fixtures/folder.ts';
import { FIRST } from './fixtures/small-run.ts';

const newFolder = testFolders();
const commands = Array.from({ length: 40 }, (_, index) =>
  tapeOrder(index * 250, 1 + (index % 2), index % 3 === 0 ? 'SELL' : 'BUY', 1 + (index % 4)),
);
const tape = commandTape(commands);

function serve(directory: string, own = tape, snapshotEvery = 0): Simulator {
  return tapedService({ tape: own, journal: { directory, sync: 'never', snapshotEvery } });
}

function work(simulator: Simulator, from: number): void {
  for (let round = from; round < from + 6; round += 1) {
    simulator.advance(700);
    clientOf(simulator).buy(String(round));
  }
}

describe('a service with a tape and a journal', () => {
  it.each([0, 3])('goes on as one that never ended, with a snapshot every %i records', (snapshotEvery) => {
    const [folder, whole] = [newFolder(), tapedService({ tape })];
    const first = serve(folder, tape, snapshotEvery);
    work(first, 0);
    first.close();
    const second = serve(folder, tape, snapshotEvery);
    expect([second.journal?.notices, second.now(), second.hash()]).toEqual([[], first.now(), first.hash()]);
    work(second, 6);
    second.advance(30_000);
    work(whole, 0);
    work(whole, 6);
    whole.advance(30_000);
    expect([second.hash(), second.eventCount]).toEqual([whole.hash(), whole.eventCount]);
    second.reset();
    work(second, 0);
    expect(second.hash()).toBe(first.hash());
    second.close();
  });

  it('writes its own commands and the checksum of the tape', () => {
    const folder = newFolder();
    const simulator = serve(folder);
    work(simulator, 0);
    simulator.close();
    const lines = readFileSync(join(folder, FIRST), 'utf8').trim().split('\n');
    const [header, ...records] = lines.map((line) => JSON.parse(line.slice(9)));
    expect(header.tape).toBe(tape.checksum);
    const placed = records.filter((record) => record.do.kind === 'place');
    expect(placed.map((record) => record.do.wallet)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('refuses a journal of another tape, or of none', () => {
    const [folder, plain] = [newFolder(), newFolder()];
    serve(folder).close();
    tapedService({ journal: { directory: plain, sync: 'never' } }).close();
    const other = commandTape(commands.slice(1));
    const begin = `${folder} is the journal of another run: its tape is "${tape.checksum}", not`;
    expect(() => serve(folder, other)).toThrow(`${begin} "${other.checksum}"; name another directory`);
    expect(() => tapedService({ journal: { directory: folder } })).toThrow(`${begin} "none"`);
    expect(() => serve(plain)).toThrow(`its tape is "none", not "${tape.checksum}"`);
  });

  it('is compared with another by what both have written', () => {
    const [one, other] = [newFolder(), newFolder()];
    for (const [folder, rounds] of [
      [one, 1],
      [other, 2],
    ] as const) {
      const simulator = serve(folder);
      for (let round = 0; round < rounds; round += 1) work(simulator, round * 6);
      simulator.close();
    }
    expect(compareRuns(one, other)).toMatchObject({ verdict: 'prefix', shorter: 'a' });
    const plain = newFolder();
    tapedService({ journal: { directory: plain } }).close();
    const fields = [{ field: 'tape', a: tape.checksum, b: 'none' }, { field: 'state' }];
    expect(compareRuns(one, plain)).toMatchObject({ verdict: 'other-start', fields });
  });
});

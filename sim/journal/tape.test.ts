/**
 * sim/journal/tape.test: a journal of a service with a tape has the commands of the clients and the checksum of the
 * tape.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { clientOf, tapedService, tapeOrder } from '../tape/fixtures/taped-service.ts';
import { commandTape } from '../tape/tape.ts';
import { START_MS } from '../world/world.ts';
import { compareRuns } from './bisect.ts';
import { testFolders } from './fixtures/folder.ts';
import { FIRST } from './fixtures/small-run.ts';

const newFolder = testFolders();
const commands = Array.from({ length: 40 }, (_, index) =>
  tapeOrder(index * 250, 1 + (index % 2), index % 3 === 0 ? 'SELL' : 'BUY', 1 + (index % 4)),
);
// A deposit would be repeated by a tape that began again.
commands.splice(1, 0, { at: START_MS + 100, command: { kind: 'deposit', wallet: 1, amount: 5 } });
const tape = commandTape(commands);

function serve(directory: string, own = tape): Simulator {
  return tapedService({ tape: own, journal: { directory, sync: 'never', snapshotEvery: 3 } });
}

function work(simulator: Simulator, from = 0): void {
  for (let round = from; round < from + 6; round += 1) {
    simulator.advance(700);
    clientOf(simulator).buy(String(round));
  }
}

describe('a service with a tape and a journal', () => {
  it.each([true, false])('goes on as one that never ended, with a snapshot: %s', (hasSnapshot) => {
    const [folder, whole] = [newFolder(), tapedService({ tape })];
    const first = serve(folder);
    work(first);
    first.close();
    if (!hasSnapshot) rmSync(join(folder, 'g0001.snapshot'));
    const second = serve(folder);
    work(whole);
    expect(second.journal?.notices).toEqual([]);
    expect([second.now(), second.hash()]).toEqual([whole.now(), whole.hash()]);
    for (const simulator of [second, whole]) {
      work(simulator, 6);
      simulator.advance(30_000);
    }
    expect(second.hash()).toBe(whole.hash());
    second.reset();
    work(second);
    expect(second.hash()).toBe(first.hash());
    second.close();
  });

  it('writes its own commands and the checksum of the tape, and is continued and compared only with that', () => {
    const [one, other, plain] = [newFolder(), newFolder(), newFolder()];
    for (const folder of [one, other]) {
      const simulator = serve(folder);
      work(simulator);
      if (folder === other) work(simulator, 6);
      simulator.close();
    }
    tapedService({ journal: { directory: plain } }).close();
    const placed = [...readFileSync(join(one, FIRST), 'utf8').matchAll(/"kind":"place","wallet":(\d)/g)];
    expect(placed.map(([, wallet]) => wallet)).toEqual(['0', '0', '0', '0', '0', '0']);
    const longer = commandTape(commands.slice(1));
    const begin = `${one} is the journal of another run: its tape is "${tape.checksum}", not`;
    expect(() => serve(one, longer)).toThrow(`${begin} "${longer.checksum}"; name another directory`);
    expect(() => serve(plain)).toThrow(`its tape is "none", not "${tape.checksum}"`);
    expect(compareRuns(one, other)).toMatchObject({ verdict: 'prefix', shorter: 'a' });
    const fields = [{ field: 'tape', a: tape.checksum, b: 'none' }, { field: 'state' }];
    const late = serve(newFolder());
    work(late, 1);
    late.close();
    const departs = { record: null, reason: expect.stringMatching(/^a run with the tape \w+ cannot be replayed/) };
    const side = { events: [], departs };
    const diverged = { verdict: 'diverged', a: side, b: side, fields: [] };
    expect(compareRuns(one, late.journal?.directory ?? '')).toMatchObject(diverged);
    expect(compareRuns(one, plain)).toMatchObject({ verdict: 'other-start', fields });
  });
});

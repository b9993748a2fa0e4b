import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { act, EMPTY, openRun, recordRun } from '../../sim/journal/fixtures/small-run.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import type { Command } from '../../spec/venue/command.ts';
import { EXIT } from '../exit.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { file } = testFolder('bisect');
const printed = capturePrinted();

/** A journal of 30 turns, or of fewer, with a deposit of `amount` in turn 20. */
function journal(name: string, amount: number, turns = 30): string {
  const directory = file(name);
  const journaled = openRun(directory, { touchstone: '9.9.9' });
  for (let turn = 0; turn < turns; turn += 1) {
    if (turn === 20) journaled.venue.step({ kind: 'deposit', wallet: 1, amount }, journaled.venue.now);
    else act(journaled, turn);
  }
  journaled.close();
  return directory;
}

describe('touchstone bisect', () => {
  const [one, twin, moved] = [journal('one', 5), journal('twin', 5), journal('moved', 5)];
  const [other, short] = [journal('other', 6), journal('short', 5, 25)];
  const continued = openRun(moved, { touchstone: '9.9.9' });
  continued.advance(continued.venue.now + 1, 1);
  continued.close();

  it('reports that two runs are the same and exits with 0', async () => {
    expect(await run(['bisect', one, twin])).toBe(EXIT.ok);
    expect(printed.out).toMatch(
      /^A \S+one: \d+ records of an empty venue, seed 1, profile document, by touchstone 9\.9\.9\nB \S+twin: /,
    );
    expect(printed.out).toMatch(/\n\nThe runs are the same: \d+ events, state [0-9a-f]{16}\n$/);
  });

  it('shows commands, events and fields at the first difference, and exits with 1', async () => {
    expect(await run(['bisect', one, other])).toBe(EXIT.failed);
    expect(printed.out).toMatch(
      /\nThe same up to record (\d+) of both \(\d+ events, state [0-9a-f]{16}\)\n\nFirst difference:\n/,
    );
    const sideOf = (name: string, amount: number) =>
      new RegExp(
        `^${name}  record \\d+  1970-\\S+Z  deposit {"wallet":1,"amount":${amount}}  -> \\d+ events, state`,
        'm',
      );
    expect(printed.out).toMatch(sideOf('A', 5));
    expect(printed.out).toMatch(sideOf('B', 6));
    expect(printed.out).toMatch(/^A {2}\d+ {2}deposited \{.*"amount":5\}\nB {2}\d+ {2}deposited \{.*"amount":6\}$/m);
    expect(printed.out).toMatch(/^treasury deposits +10000000005 +10000000006$/m);
    expect(printed.out).toMatch(/^wallet 1 cash free +\d+5 +\d+6$/m);
    expect(printed.out).not.toContain('\u001b');
  });

  it.each([
    [short, one, /\nA ends there, and B continues with \d+ more records\n$/],
    [one, short, /\nB ends there, and A continues with \d+ more records\n$/],
    [one, moved, /\nA ends there, and B continues with one more record\n$/],
  ])('reports which run is longer: %s, %s', async (a, b, line) => {
    expect(await run(['bisect', a, b])).toBe(EXIT.failed);
    expect(printed.out).toMatch(line);
  });

  it('is one JSON document for programs', async () => {
    expect(await run(['bisect', one, other, '--json'])).toBe(EXIT.failed);
    const document = JSON.parse(printed.out) as Record<string, unknown>;
    expect(Object.keys(document)).toEqual(['verdict', 'common', 'a', 'b', 'fields', 'runs']);
    expect(document).toMatchObject({
      verdict: 'diverged',
      runs: { a: { path: one, torn: 0 }, b: { path: other } },
      a: { record: { do: { kind: 'deposit', amount: 5 } }, events: [{ kind: 'deposited' }], departs: null },
    });
    expect(document['fields']).toContainEqual({ field: 'treasury deposits', a: 10_000_000_005, b: 10_000_000_006 });
    printed.out = '';
    expect(await run(['bisect', one, twin, '--json'])).toBe(EXIT.ok);
    expect(JSON.parse(printed.out)).toMatchObject({ verdict: 'same' });
  });

  it('compares services of a whole world', async () => {
    const service = (name: string, salts: readonly number[]): string => {
      const directory = file(name);
      const simulator = createSimulator({ journal: { directory, sync: 'never' } });
      for (const salt of salts) {
        expect(simulator.order({ price: 0.02, size: 10, salt }).status).toBe(200);
        simulator.advance(1_000);
      }
      simulator.close();
      return directory;
    };
    const [x, y] = [service('desk', [1, 2, 3, 4]), service('other-desk', [1, 2, 9, 4])];
    expect(await run(['bisect', x, y])).toBe(EXIT.failed);
    expect(printed.out).toMatch(/^A \S+desk: 8 records of world small, seed 1, profile document\n/);
    expect(printed.out).toContain('The same up to record 4 of both');
    expect(printed.out).toMatch(/^B {2}record 5 {2}2026-\S+ {2}place \{.*"salt":"9"\}/m);
    expect(printed.out).toMatch(/^A {2}\d+ {2}order-accepted \{.*"salt":"3"\}$/m);
    expect(printed.out).toMatch(/\nState afterwards .*\nfield .*\norder \d+ salt +3 +9\n$/);
  });

  it('shows a different long text, and pads no other line to its length', async () => {
    const long = 100_000;
    const salted = (name: string, price: number): string => {
      const fee = { rate: 0, exponent: 1, takerOnly: true } as const;
      const order = { wallet: 0, key: 0, market: 0, outcome: 0, side: 'BUY', type: 'GTC', price, size: 1 } as const;
      const commands: readonly Command[] = [
        { kind: 'list-market', terms: { tick: 100, minSize: 1, fee, delayMs: 0 } },
        { kind: 'open-wallet' },
        { kind: 'deposit', wallet: 0, amount: 9 },
        { kind: 'place', ...order, postOnly: false, salt: name.repeat(long) },
      ];
      const given = commands.map((command) => ({ command, now: 5 }));
      return recordRun(file(name), given);
    };
    await run(['bisect', salted('p', 5_000), salted('q', 6_000)]);
    expect(printed.out).toMatch(/^order 0 price +5000 +6000$/m);
    expect(printed.out).toMatch(/^order 0 salt +p{100000} +q{100000}$/m);
    // Of each: its command, its event, its field.
    expect(printed.out.length).toBeLessThan(6 * long + 2_000);
  });

  it('shows different settings of runs, and text of files without control characters', async () => {
    const x = recordRun(file('x'), [], { ...EMPTY, profile: '\u009b31m\u202e' });
    const y = recordRun(file('y'), [{ command: { kind: 'open-wallet' }, now: 5 }]);
    writeFileSync(y, readFileSync(y).subarray(0, -3));
    expect(await run(['bisect', x, y])).toBe(EXIT.failed);
    expect(printed.out).toMatch(/\nThe runs begin differently:\n\nfield .*\nprofile .*document\n/);
    expect(printed.out).not.toMatch(/[\u009b\u202e]/);
    expect(printed.out).toContain('; an interrupted write of ');
  });

  it.each([
    [['nowhere', one], /^touchstone: nowhere cannot be read \(ENOENT\): name a journal directory or a run log\n$/],
    [
      [one, join(import.meta.dirname, '../exit.ts')],
      /^touchstone: \S+exit\.ts:1 \(byte 0\): the line does not begin with the checksum/,
    ],
    [[one], /^touchstone: missing required argument 'b' \(see touchstone bisect --help\)\n$/],
  ])('ends with 2 and one line for %j', async (args, line) => {
    expect(await run(['bisect', ...args])).toBe(EXIT.usage);
    expect([printed.out, printed.err]).toEqual(['', expect.stringMatching(line)]);
  });
});

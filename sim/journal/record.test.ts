/** What is written of a command is the command, whatever else its objects carry, and can be done again. */
import { describe, expect, it } from 'vitest';
import type { Command } from '../core/command.ts';
import { openRun, stateOf } from './fixtures/deeds.ts';
import { testFolders } from './fixtures/folder.ts';

const newFolder = testFolders();
const FEE = { rate: 0, exponent: 1, takerOnly: true } as const;
const TERMS = { tick: 100, minSize: 1, fee: FEE, delayMs: 0 } as const;
const LIST: Command = { kind: 'list-market', terms: TERMS };
const payout: readonly [number, number] = Object.assign([1_000_000, 0] as const, { toJSON: () => [0, 1_000_000] });

describe('a command that carries more than its fields is recovered', () => {
  const carriers: readonly (readonly [string, readonly object[]])[] = [
    ['a field', [{ kind: 'open-wallet', note: { deep: 1 } }]],
    ['the names of a record', [{ kind: 'open-wallet', n: 7, at: 1, do: {}, events: 3, hash: 'x', rotation: 1 }]],
    ['the names of its own fields deeper down', [{ kind: 'list-market', terms: { ...TERMS, kind: 'a', market: 1 } }]],
    [
      'the names of its own fields deeper still',
      [{ ...LIST, terms: { ...TERMS, fee: { ...FEE, tick: 9, kind: 'b' } } }],
    ],
    ['a writing of its own', [LIST, { kind: 'resolve-market', market: 0, payout }]],
    ['a writing of its own for all of it', [{ kind: 'open-wallet', toJSON: () => ({ kind: 'clock' }) }]],
  ];
  it.each(carriers)('%s', (_, commands) => {
    const folder = newFolder();
    const run = openRun(folder);
    for (const [index, command] of commands.entries()) {
      expect(run.venue.step(command as Command, run.venue.now + index).ok).toBe(true);
    }
    const state = stateOf(run);
    run.close();
    const again = openRun(folder);
    expect(stateOf(again)).toEqual(state);
    expect(again.recovered).toBe(commands.length);
    again.close();
  });
});

it('a clock that counts no whole milliseconds, or beyond the last date, is refused, and the journal goes on', () => {
  const folder = newFolder();
  const run = openRun(folder);
  for (const now of [Number.NaN, 0.5, 8_640_000_000_000_001, 2 ** 53]) {
    expect(() => run.venue.step({ kind: 'open-wallet' }, now)).toThrow(/whole milliseconds/);
    expect(() => run.venue.advanceTo(now)).toThrow(/whole milliseconds/);
  }
  expect(run.venue.step({ kind: 'open-wallet' }, run.venue.now + 1).ok).toBe(true);
  const state = stateOf(run);
  run.close();
  const again = openRun(folder);
  expect(stateOf(again)).toEqual(state);
  again.close();
});

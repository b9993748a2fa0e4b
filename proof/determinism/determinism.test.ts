/** proof/determinism/determinism.test: a seed has one result anywhere; `npm run determinism` tries all conditions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../../sim/core/log-layout.ts';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import { fencedBlocks } from '../../tidy/blocks.ts';
import { backtestLines } from './backtest-run.ts';
import { divergences, type Line } from './comparison.ts';
import { CONDITIONS, OPPOSITE, REFERENCE } from './conditions.ts';
import { coreLines, PLANTS } from './core-run.ts';
import { type CompiledDriver, compileDriver, type Run, runAll, verdictLines } from './runs.ts';
import { serviceLines } from './service-run.ts';

const SEED = '1';
const PROOF_MS_MAX = 120_000;
const { title, part: conditions } = drawnPart(CONDITIONS, CONDITIONS.length);
let compiled: CompiledDriver;
let runs: readonly Run[];
let reference: readonly Line[];

beforeAll(async () => {
  compiled = compileDriver();
  runs = await runAll([REFERENCE, ...conditions, OPPOSITE], [SEED], compiled);
  reference = runs[0]?.lines ?? [];
}, PROOF_MS_MAX);
afterAll(() => compiled.remove());

describe(`the same seed in another process: conditions of ${title}`, () => {
  it.each([...conditions, OPPOSITE])('$name: the same hashes, events and responses', (condition) => {
    const run = runs.find((one) => one.condition === condition);
    expect(reference.length).toBeGreaterThan(40);
    expect(divergences(reference, run?.lines ?? [])).toEqual([]);
  });
});

describe('the same seed in the same process', { timeout: PROOF_MS_MAX }, () => {
  it('has the same result after other runs', async () => {
    const linesOf = async (seed: string): Promise<readonly Line[]> => [
      ...coreLines(seed),
      ...(await backtestLines(seed)),
      ...(await serviceLines(seed)),
    ];
    const others = await linesOf('2');
    const again = await linesOf(SEED);
    expect(divergences(reference, again)).toEqual([]);
    // Another seed gives other results, so the comparison does depend on the run.
    expect(divergences(reference, others)).toEqual(
      expect.arrayContaining([
        'core.decrement hash',
        'core.decrement log',
        'backtest.recording',
        'backtest.report',
        'simulated.report',
        'world.hash',
        'service.responses',
        'service.hash',
      ]),
    );
  });
});

const value = (name: string): string => reference.find(([known]) => known === name)?.[1] ?? '';

describe('the same commands', () => {
  it.each(['cancel-newest', 'cancel-oldest', 'cancel-both', 'decrement'])(
    'leave the same hash with and without reads in between: %s',
    (mode) => {
      expect(value(`core.${mode} hash`)).toMatch(/^[0-9a-f]{16}$/);
      expect(value(`core.${mode} hash, read once`)).toBe(value(`core.${mode} hash`));
    },
  );
});

describe('the compared lines', () => {
  it('contains commands and events of every kind, and most refusals', () => {
    const kinds = (name: string): readonly string[] =>
      value(name)
        .split(', ')
        .map((count) => count.replace(/ \d+$/, ''));
    expect(kinds('core.commands')).toHaveLength(19);
    expect(new Set([...kinds('core.events'), ...kinds('world.events')])).toEqual(new Set(EVENT_KINDS));
    expect(kinds('core.outcomes').length).toBeGreaterThan(25);
  });

  it('contains a backtest with orders and fills', () => {
    expect(Number(value('backtest.orders'))).toBeGreaterThan(50);
    expect(Number(value('backtest.fills'))).toBeGreaterThan(5);
    expect(Number(value('simulated.trades'))).toBeGreaterThan(20);
    expect(Number(value('simulated.fills'))).toBeGreaterThan(5);
  });

  it('contains responses of every kind, none of them a defect', () => {
    expect(value('service.statuses')).toMatch(/^200 \d+, 400 \d+, 401 \d+, 404 \d+, 405 \d+$/);
    expect(value('service.bugs')).toBe('0');
  });
});

describe('another machine', () => {
  it('finds the results of this one in DETERMINISM.md', () => {
    const document = readFileSync(join(import.meta.dirname, '../../DETERMINISM.md'), 'utf8');
    const shown =
      fencedBlocks(document)
        .find(({ language }) => language === 'text')
        ?.text.trimEnd()
        .split('\n') ?? [];
    const names = [REFERENCE, ...CONDITIONS, OPPOSITE].map(({ name }) => name);
    expect(shown.map((line) => line.split(': ')[0])).toEqual(names);
    const drawn = new Set(runs.map(({ condition }) => names.indexOf(condition.name)));
    expect(
      verdictLines(SEED, runs),
      'if engine, world or script were meant to change, DETERMINISM.md shows the new lines',
    ).toEqual(shown.filter((_, index) => drawn.has(index)));
  });
});

describe('a difference between two runs', { timeout: PROOF_MS_MAX }, () => {
  it('is noticed for every plant', async () => {
    const [here, there] = await runAll([REFERENCE, OPPOSITE], [SEED, 'planted'], compiled);
    const planted = Object.keys(PLANTS).map((name) => `planted.${name}`);
    expect(divergences(here?.lines ?? [], there?.lines ?? [])).toEqual(planted);
  });

  it('is noticed in the value, the presence and the number of lines', () => {
    const lines: readonly Line[] = [
      ['a', '1'],
      ['b', '2'],
    ];
    expect(divergences(lines, [['a', '1']])).toEqual(['b']);
    expect(divergences(lines, [...lines, ['c', '']])).toEqual(['c']);
    expect(divergences(lines, [lines[1] ?? ['', ''], ['a', '2']])).toEqual(['a']);
    expect(divergences(lines, lines.toReversed())).toEqual([]);
  });
});

describe('a quotient of two whole numbers below 2^53 that is rounded at once', () => {
  it('is right for all of them, which tidy/bans.ts relies on', () => {
    const whole = fc.oneof(fc.maxSafeNat(), fc.nat(10_000), fc.constant(Number.MAX_SAFE_INTEGER));
    const quotient = fc.tuple(whole, whole, fc.integer({ min: -1, max: 1 })).map(([factor, by, off]) => {
      const dividend = Math.min(Math.max(0, factor - (factor % Math.max(1, by)) + off), Number.MAX_SAFE_INTEGER);
      return [dividend, Math.max(1, by)] as const;
    });
    const isRight = ([dividend, by]: readonly [number, number]): void => {
      const exact = BigInt(dividend) / BigInt(by);
      const isEven = exact * BigInt(by) === BigInt(dividend);
      expect(BigInt(Math.floor(dividend / by))).toBe(exact);
      expect(BigInt(Math.ceil(dividend / by))).toBe(isEven ? exact : exact + 1n);
    };
    fc.assert(fc.property(quotient, isRight), { numRuns: 20_000, seed: 3 });
  });
});

/** proof/venue/mutants tests: every mutant fits its source, and the oracles accuse mutants and not the sound venue. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { CORE_MUTANTS } from './catalog.ts';
import { descendantsOf, isAlive } from './fixtures/processes.ts';
import { coreMatrix, type Row } from './matrix.ts';
import { CATEGORIES, type CoreMutant, mutate } from './mutant.ts';
import { ROOT } from './subject.ts';

/** Each oracle finds one of these, and none finds the last. `touchstone mutants --core` judges all mutants. */
const SAMPLE = ['fee-rounded-down', 'hash-half-blind', 'fold-feed-oldest-first', 'fold-average-after-closing'];

const chosen = CORE_MUTANTS.filter(({ id }) => SAMPLE.includes(id));

describe('planted faults', () => {
  it('have distinct ids and describe their effect', () => {
    expect(new Set(CORE_MUTANTS.map(({ id }) => id)).size).toBe(CORE_MUTANTS.length);
    for (const { why, find, replace } of CORE_MUTANTS) {
      expect(why).toMatch(/^[a-z].{10,}[^.]$/);
      expect(replace).not.toBe(find);
    }
  });

  it.each(CATEGORIES)('are at least eight in %s, equivalent ones excluded', (category) => {
    const own = CORE_MUTANTS.filter((mutant) => mutant.category === category && mutant.survives === undefined);
    expect(own.length).toBeGreaterThanOrEqual(8);
  });

  it.each(CORE_MUTANTS.map((mutant) => [mutant.id, mutant] as const))('%s fits its source', (_, mutant) => {
    const source = readFileSync(join(ROOT, mutant.file), 'utf8');
    expect(mutate(source, mutant)).not.toBe(source);
  });

  it('fit a source with other locals and line breaks, and use its names', () => {
    const fault = {
      id: 'made',
      file: 'a.ts',
      find: 'return $size < $limit && $size > 0;',
      replace: 'return $limit > $size;',
    };
    expect(mutate('if (a) return left < most &&\n  left > 0;', fault)).toBe('if (a) return most > left;');
    expect(() => mutate('return left < most && right > 0;', fault)).toThrow(/occurs 0 times in a\.ts/);
  });

  it('that fit nowhere or twice are refused with the row to correct', async () => {
    const withFind = (find: string): CoreMutant => ({ ...(chosen[0] as CoreMutant), find });
    for (const find of ['no such text', 'const']) {
      const run = coreMatrix({ mutants: [withFind(find)], seed: '1', reach: 1, jobs: 1 });
      await expect(run).rejects.toThrow(/fee-rounded-down.*correct the row/);
    }
  });
});

describe('the kill matrix', () => {
  it('accuses mutants but not the sound venue, and lists equivalent ones separately', async () => {
    const judged: Row[] = [];
    const matrix = await coreMatrix({
      mutants: chosen,
      seed: '1',
      reach: 1,
      jobs: 2,
      onRow: (row) => judged.push(row),
    });
    expect(matrix.canary).toEqual([]);
    expect(matrix.survivors).toEqual([]);
    expect(matrix.misjudged).toEqual([]);
    expect(matrix.rows.filter(({ verdict }) => verdict === 'equivalent').map(({ id }) => id)).toEqual([
      'fold-average-after-closing',
    ]);
    expect([matrix.killed, matrix.total, judged.length]).toEqual([SAMPLE.length - 1, SAMPLE.length, SAMPLE.length]);
    const speakers = new Set(matrix.rows.flatMap(({ kills }) => kills.map(({ oracle }) => oracle)));
    for (const oracle of ['naive', 'auditor', 'state', 'swarm', 'edges', 'relations', 'snapshot', 'feed']) {
      expect(speakers).toContain(oracle);
    }
  }, 120_000);
});

describe('a fault that no oracle can judge', () => {
  const made = (replace: string): CoreMutant => ({
    id: 'made-for-this-test',
    // This category has one oracle, so that the sound venue is judged fast.
    category: 'read folds',
    file: 'sim/core/venue.ts',
    find: 'export function createVenue(',
    replace,
    why: 'nothing can be said of it',
  });
  // No drawn run, because stories are enough for the sound venue.
  const judged = (mutant: CoreMutant, patienceMs = 10_000) =>
    coreMatrix({ mutants: [mutant], seed: '1', reach: 0, jobs: 1, patienceMs });

  it.each([
    ['is no TypeScript', 'export funktion createVenue(', /cannot be judged: /],
    ['throws while it is loaded', 'throw new Error("no way in");export function createVenue(', /: no way in$/],
    ['loses its judge', 'process.kill(process.pid, "SIGKILL");export function createVenue(', /ended by SIGKILL/],
  ])(
    'because it %s is an error and not counted',
    async (_, replace, message) => {
      const run = judged(made(replace));
      await expect(run).rejects.toThrow(/^mutant made-for-this-test \(sim\/core\/venue\.ts\): /);
      await expect(run).rejects.toThrow(message);
    },
    60_000,
  );

  it('because it never ends is not killed by that alone', async () => {
    const endless = made('for (;;) Math.max();export function createVenue(');
    const { rows, killed, survivors } = await judged(endless, 1_000);
    expect(rows.map(({ verdict, first }) => [verdict, first])).toEqual([['survived', undefined]]);
    expect(rows[0]?.kills).toEqual([expect.objectContaining({ oracle: 'ending', what: 'does not end' })]);
    expect([killed, survivors]).toEqual([0, ['made-for-this-test']]);
  }, 60_000);
});

describe('the program', () => {
  const program = join(ROOT, 'proof/venue/mutants/main.ts');
  const run = (only: readonly string[]) =>
    spawnSync(process.execPath, [program, JSON.stringify({ only, seed: 1, reach: 0, jobs: 1 })], { encoding: 'utf8' });

  it('prints the first oracle of each mutant, and the sums by category', () => {
    const { status, stdout, stderr } = run(['fold-feed-oldest-first', 'fold-average-after-closing']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^fold-feed-oldest-first +killed by feed after \d+/m);
    expect(stdout).toMatch(/^fold-average-after-closing +equivalent: with no shares held/m);
    expect(stdout).toMatch(/^read folds +2 +1 +1 +0$/m);
    expect(stdout).toMatch(/^1 of 2 core mutants killed$/m);
  }, 60_000);

  it('refuses a pattern that names nothing', () => {
    const { status, stderr } = run(['fold-*', 'no-such-fault']);
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^no core mutant is named by "no-such-fault"; categories/),
    ]);
  });

  it('ends with its judges and without success when its reader has gone', async () => {
    const flags = JSON.stringify({ only: ['read folds'], seed: 1, reach: 0, jobs: 1 });
    const child = spawn(process.execPath, [program, flags], { stdio: ['ignore', 'pipe', 'pipe'] });
    const end = once(child, 'close');
    const errors = text(child.stderr);
    await once(child.stdout, 'data');
    const judges = descendantsOf(child.pid);
    child.stdout.destroy();
    expect([(await end)[0], await errors]).toEqual([130, '']);
    expect(judges).not.toEqual([]);
    await expect.poll(() => judges.filter(isAlive), { timeout: 20_000 }).toEqual([]);
  }, 60_000);
});

/**
 * scenarios/soak/keeping.test: the exchange is right under any commands, and where it is not, the shrunk commands are kept
 * as a scenario that fails in the same way when it is run.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { CORE_MUTANTS } from '../../tidy/mutants/catalogue.ts';
import type { CoreMutant } from '../../tidy/mutants/mutant.ts';
import { CANARIES } from './canary.ts';
import { checkDrawnRuns, SEED } from './fixtures/drawn-runs.ts';
import type { GivenRun } from './given-run.ts';
import { keepingFailures } from './keeping.ts';

const root = join(import.meta.dirname, '../..');
/** Three processes after one another, on a machine that does other things too. */
const PROCESSES_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'touchstone-kept-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What is thrown where the property fails, in words; empty where it holds. */
function failing(property: string, more: Partial<GivenRun>): string {
  try {
    keepingFailures({ property, seed: SEED, folder }, (holds) => checkDrawnRuns(holds, { audit: 'light', ...more }));
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function node(...words: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
}

function play(file: string, ...options: readonly string[]): SpawnSyncReturns<string> {
  return node(...options, join(root, 'cli/main.ts'), 'run', file, '--jobs', '1');
}

it('the exchange keeps every invariant and answers as the plain one, whatever it is given', () => {
  keepingFailures({ property: 'the exchange is right', seed: SEED }, checkDrawnRuns);
});

describe('a property that fails', () => {
  it.each(CANARIES)(
    'of the canary %s leaves a scenario that fails as it did',
    (canary) => {
      const told = failing(`canary ${canary}`, { canary });
      const [, file = '', again] = /kept as (.+); to play it again: touchstone run (.+)$/.exec(told) ?? [];
      expect(told).toMatch(/^Property failed after/);
      expect(file).toBe(join(folder, `canary-${canary}.yaml`));
      expect(again).toBe(file);
      const { status, stdout } = play(file);
      expect(stdout).toContain(`replay of canary ${canary} (seed ${SEED}): fails as it did`);
      expect(status).toBe(1);
    },
    PROCESSES_MS,
  );

  it.each([
    ['the core', 'price-not-mirrored', "checkDrawnRuns(holds, { audit: 'light' })"],
    ['the folds', 'fold-feed-oldest-first', 'checkReads(holds)'],
  ])(
    'of a fault in %s leaves one that fails as long as the fault is there',
    (_, mutant, check) => {
      const hook = join(folder, 'hook.mjs');
      writeFileSync(hook, hookOf(CORE_MUTANTS.find(({ id }) => id === mutant)));
      const script = join(folder, 'property.mjs');
      writeFileSync(script, scriptOf(mutant, check));
      const options = ['--import', pathToFileURL(hook).href];
      const { stderr } = node(...options, script);
      const file = join(folder, `${mutant}.yaml`);
      expect(stderr).toContain(`touchstone run ${file}`);
      const broken = play(file, ...options);
      expect(broken.stdout).toContain(`replay of ${mutant} (seed ${SEED}): fails as it did`);
      expect(broken.status).toBe(1);
      expect(play(file).status).toBe(0);
    },
    PROCESSES_MS,
  );

  it('writes nothing where another thing goes wrong, and throws that', () => {
    const before = readdirSync(folder);
    expect(() =>
      keepingFailures({ property: 'other', seed: 1, folder }, () => {
        throw new RangeError('no run');
      }),
    ).toThrow(new RangeError('no run'));
    expect(readdirSync(folder)).toEqual(before);
  });

  it('says so where nothing can be written', () => {
    const place = join(folder, 'file');
    writeFileSync(place, '');
    const check = (): void =>
      keepingFailures({ property: 'p', seed: SEED, folder: place }, (holds) =>
        checkDrawnRuns(holds, { canary: 'cash' }),
      );
    expect(check).toThrow(/could not be kept as .*file/);
  });
});

/** Plants the fault in the core of a process that loads this first. */
function hookOf(mutant: CoreMutant | undefined): string {
  return `import { readFileSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    const { file, find, replace } = ${JSON.stringify(mutant)};
    registerHooks({
      load(url, context, next) {
        if (!url.endsWith('/' + file)) return next(url, context);
        const source = readFileSync(new URL(url), 'utf8').replace(find, () => replace);
        return { format: 'module-typescript', source, shortCircuit: true };
      },
    });`;
}

/** The property in a process of its own. */
function scriptOf(property: string, check: string): string {
  const here = (path: string): string => JSON.stringify(pathToFileURL(join(root, path)).href);
  return `import { checkDrawnRuns, checkReads, SEED } from ${here('scenarios/soak/fixtures/drawn-runs.ts')};
    import { keepingFailures } from ${here('scenarios/soak/keeping.ts')};
    keepingFailures({ property: '${property}', seed: SEED, folder: ${JSON.stringify(folder)} }, (holds) => ${check});`;
}

/** proof/venue/counterexamples/runs.test: the venue passes any commands; a failing run is saved as a small file. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../../cli/exit.ts';
import { capturePrinted } from '../../../cli/fixtures/printed.ts';
import { run } from '../../../cli/program.ts';
import type { Venue } from '../../../sim/core/venue.ts';
import { testFolder } from '../../../spec/fixtures/test-folder.ts';
import { CORE_MUTANTS } from '../mutants/catalog.ts';
import { applyCanary, CANARIES } from '../soak/canary.ts';
import { checkDrawnRuns, SEED } from '../soak/fixtures/drawn-runs.ts';
import { Trace } from '../soak/trace.ts';
import { replayTrace } from '../soak/trace-replay.ts';
import { checkFillOrKill } from './fixtures/claimed-runs.ts';
import { checkWithMutant, errorOf, PROCESS_MS } from './fixtures/planted.ts';
import { assertRuns } from './runs.ts';

const { folder } = testFolder('kept');
const printed = capturePrinted();

it('the venue keeps every invariant and agrees with the naive venue, for any commands', () => {
  assertRuns({ property: 'the venue is right', seed: SEED }, checkDrawnRuns);
});

describe('a property that fails', () => {
  it.each(CANARIES)(
    'of the canary %s saves a file that reproduces it',
    async (canary) => {
      const settings = { property: `canary ${canary}`, seed: SEED, folder };
      const message = errorOf(() => assertRuns(settings, (holds) => checkDrawnRuns(holds, { audit: 'light', canary })));
      const [, file = '', again] = /saved as (.+); replay it with: touchstone soak --replay (.+)$/.exec(message) ?? [];
      expect(message).toMatch(/^Property failed after/);
      expect(file).toBe(join(folder, `canary-${canary}.json`));
      expect(again).toBe(file);
      expect(await run(['soak', '--replay', file])).toBe(EXIT.failed);
      expect(printed.out).toContain(`canary-${canary}.json: fails as before`);
    },
    PROCESS_MS,
  );

  it('of a broken venue saves a file that fails with this venue only', async () => {
    const wrap = (venue: Venue): Venue => applyCanary('priority', venue);
    expect(
      errorOf(() => assertRuns({ property: 'broken', seed: SEED, folder }, (holds) => checkDrawnRuns(holds, { wrap }))),
    ).toContain('saved as');
    const file = join(folder, 'broken.json');
    const trace = Trace.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(trace.steps.length).toBeLessThan(15);
    expect(replayTrace(trace, { wrap })).toMatchObject(trace.failure);
    expect(await run(['soak', '--replay', file])).toBe(EXIT.ok);
  });

  it.each([
    [
      'the core',
      'fok-in-part',
      { file: 'proof/venue/counterexamples/fixtures/claimed-runs.ts', check: checkFillOrKill.name },
    ],
    ['the folds', 'fold-feed-oldest-first', { file: 'proof/venue/soak/fixtures/drawn-runs.ts', check: 'checkReads' }],
  ])(
    'of a mutant in %s saves a file that reproduces it',
    async (_, mutant, check) => {
      const fault = CORE_MUTANTS.find(({ id }) => id === mutant);
      if (fault === undefined) throw new Error(`no mutant ${mutant}`);
      const file = join(folder, `${mutant}.json`);
      const replay = ['soak', '--replay', file];
      const checked = { ...check, keeper: 'assertRuns', replay } as const;
      const { status, stdout, stderr } = checkWithMutant({ property: mutant, seed: SEED, folder }, checked, fault);
      expect(stderr).toContain(`touchstone soak --replay ${file}`);
      expect(stdout).toContain(`${mutant}.json: fails as before`);
      expect(status).toBe(EXIT.failed);
      expect(await run(replay)).toBe(EXIT.ok);
    },
    PROCESS_MS,
  );

  it('saves nothing after another error, and throws that error', () => {
    const before = readdirSync(folder);
    expect(() =>
      assertRuns({ property: 'other', seed: 1, folder }, () => {
        throw new RangeError('no run');
      }),
    ).toThrow(new RangeError('no run'));
    expect(readdirSync(folder)).toEqual(before);
  });

  it('reports that the file cannot be written', () => {
    const place = join(folder, 'file');
    writeFileSync(place, '');
    const check = (): void =>
      assertRuns({ property: 'p', seed: SEED, folder: place }, (holds) => checkDrawnRuns(holds, { canary: 'cash' }));
    expect(check).toThrow(/could not be saved as .*file/);
  });
});

/** proof/venue/counterexamples/claims.test: each claim finds its mutant and saves a file that reproduces it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../../cli/exit.ts';
import { capturePrinted } from '../../../cli/fixtures/printed.ts';
import { run } from '../../../cli/program.ts';
import type { Venue } from '../../../sim/core/venue.ts';
import { testFolder } from '../../../spec/fixtures/test-folder.ts';
import { CLAIMS, type ClaimName } from '../reads/claims.ts';
import { override } from '../soak/canary.ts';
import { judgeRun } from '../soak/given-run.ts';
import { Trace } from '../soak/trace.ts';
import { isSameFailure, replayTrace } from '../soak/trace-replay.ts';
import { CLAIM_MUTANTS } from './fixtures/claim-mutants.ts';
import { checkClaim } from './fixtures/claimed-runs.ts';
import { errorOf } from './fixtures/planted.ts';
import { assertRuns } from './runs.ts';

const SEED = 47;
const { folder } = testFolder('kept');
const printed = capturePrinted();

/** The error message of the claim with a mutant; empty if it holds. */
function failing(name: ClaimName, wrap = CLAIM_MUTANTS[name], property = `claim ${name}`): string {
  const settings = { property, seed: SEED, folder };
  const options = { seed: SEED, overrides: { wrap } };
  return errorOf(() => assertRuns(settings, (holds) => checkClaim(holds, name, options)));
}

function traceIn(file: string): Trace {
  return Trace.parse(JSON.parse(readFileSync(file, 'utf8')));
}

const replayed = (file: string): Promise<number | string> => run(['soak', '--replay', file]);

describe('the claim', () => {
  it.each(Object.keys(CLAIMS) as ClaimName[])('%s finds its mutant', (name) => {
    const invariants: (string | undefined)[] = [];
    const check = (): void =>
      checkClaim(
        (run) => {
          const trace = judgeRun(run, { seed: SEED });
          if (trace === undefined) return;
          invariants.push(trace.failure.invariant);
          throw new Error(trace.failure.message);
        },
        name,
        { seed: SEED, overrides: { wrap: CLAIM_MUTANTS[name] }, isShrunk: false },
      );
    expect(check).toThrow(/^Property failed/);
    expect(invariants).toEqual([name]);
  });
});

describe('a claim that fails', () => {
  it.each(['mirrored', 'restored', 'sizeAhead', 'withoutFees', 'holdersRanked', 'positionsScanned'] as const)(
    '(%s) saves a file that reproduces the failure',
    async (name) => {
      const message = failing(name);
      const file = join(folder, `claim-${name}.json`);
      expect(message).toMatch(new RegExp(`saved as ${file}; replay it with: touchstone soak --replay ${file}$`));
      const trace = traceIn(file);
      expect(trace.failure.invariant).toBe(name);
      const broken = replayTrace(trace, { wrap: CLAIM_MUTANTS[name], claims: CLAIMS });
      expect(isSameFailure(trace.failure, broken)).toBe(true);
      expect(await replayed(file)).toBe(EXIT.ok);
    },
  );

  it('because the venue throws is saved too', async () => {
    const wrap = (venue: Venue): Venue =>
      override(venue, {
        step(command, now) {
          if (command.kind === 'merge') throw new Error('no way to merge');
          return venue.step(command, now);
        },
      });
    expect(failing('later', wrap, 'throwing')).toContain(`touchstone soak --replay ${join(folder, 'throwing.json')}`);
    const trace = traceIn(join(folder, 'throwing.json'));
    expect(trace.failure).toEqual({ invariant: 'neverThrows', message: 'no way to merge' });
    expect(trace.steps.length).toBe(1);
    expect(replayTrace(trace, { wrap, claims: CLAIMS })).toMatchObject(trace.failure);
    expect(await replayed(join(folder, 'throwing.json'))).toBe(EXIT.ok);
  });

  it('is saved with few commands', () => {
    const { steps, claim } = traceIn(join(folder, 'claim-withoutFees.json'));
    // A market that charges, four wallets, and one of them sells to the last.
    expect(steps.length).toBeLessThan(12);
    expect(claim).toEqual({ name: 'withoutFees', from: 1_000_000, choices: {} });
  });

  it('that does not exist is an error of the file', async () => {
    const file = join(folder, 'unknown.json');
    const known = readFileSync(join(folder, 'claim-mirrored.json'), 'utf8');
    writeFileSync(file, known.replace('"name": "mirrored"', '"name": "constructor"'));
    expect(await replayed(file)).toBe(EXIT.usage);
    expect(printed.err).toContain('there is no claim constructor: there are mirrored');
  });
});

/**
 * scenarios/keeping/claims.test: every claim about runs notices a fault that breaks it, and what fails is kept as a scenario that
 * fails as it did for as long as the fault is there.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Exchange } from '../../sim/core/exchange.ts';
import { CLAIMS, type ClaimName } from '../../sim/oracle/claims.ts';
import { CORE_MUTANTS } from '../../tidy/mutants/catalogue.ts';
import { readScenario } from '../reading/read-scenario.ts';
import { runScenario } from '../running/run-scenario.ts';
import { changed } from '../soak/canary.ts';
import { judgeRun } from '../soak/given-run.ts';
import { isSameFailure, playTrace } from '../soak/replaying.ts';
import { Trace } from '../soak/trace.ts';
import { inProcessStage } from '../stages/in-process.ts';
import { FAULTS } from './fixtures/claim-faults.ts';
import { checkClaim, checkFillOrKill } from './fixtures/claimed-runs.ts';
import { checkProperty, PROCESSES_MS, play, withFault } from './fixtures/planted.ts';
import { keepingRuns } from './runs.ts';

const SEED = 47;
const folder = mkdtempSync(join(tmpdir(), 'touchstone-kept-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What is thrown where the claim fails, in words; empty where it holds. */
function failing(name: ClaimName, wrap = FAULTS[name], property = `claim ${name}`): string {
  try {
    keepingRuns({ property, seed: SEED, folder }, (holds) => checkClaim(holds, name, { seed: SEED, more: { wrap } }));
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function traceIn(file: string): Trace {
  const loaded = readScenario(file);
  const [step] = loaded.ok ? loaded.value.scenario.steps : [];
  if (step === undefined || !('replay' in step)) throw new Error(`no run in ${file}`);
  return Trace.parse(step.replay);
}

describe('the claim', () => {
  it.each(Object.keys(CLAIMS) as ClaimName[])('%s is broken by its fault', (name) => {
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
        { seed: SEED, more: { wrap: FAULTS[name] }, isShrunk: false },
      );
    expect(check).toThrow(/^Property failed/);
    expect(invariants).toEqual([name]);
  });
});

describe('a claim that fails', () => {
  it.each(['mirrored', 'restored', 'sizeAhead', 'withoutFees', 'holdersRanked', 'positionsScanned'] as const)(
    '(%s) leaves a scenario that fails as it did while the fault is there',
    async (name) => {
      const told = failing(name);
      const file = join(folder, `claim-${name}.yaml`);
      expect(told).toMatch(new RegExp(`kept as ${file}; to play it again: touchstone run ${file}$`));
      const trace = traceIn(file);
      expect(trace.failure.invariant).toBe(name);
      const broken = playTrace(trace, { wrap: FAULTS[name], claims: CLAIMS });
      expect(isSameFailure(trace.failure, broken)).toBe(true);
      expect(await verdictOf(file)).toBe('pass');
    },
  );

  it('where the exchange throws is kept as such', async () => {
    const wrap = (exchange: Exchange): Exchange =>
      changed(exchange, {
        step(command, now) {
          if (command.kind === 'merge') throw new Error('no way to merge');
          return exchange.step(command, now);
        },
      });
    expect(failing('later', wrap, 'throwing')).toContain(`touchstone run ${join(folder, 'throwing.yaml')}`);
    const trace = traceIn(join(folder, 'throwing.yaml'));
    expect(trace.failure).toEqual({ invariant: 'neverThrows', message: 'no way to merge' });
    expect(trace.steps.length).toBe(1);
    expect(playTrace(trace, { wrap, claims: CLAIMS })).toMatchObject(trace.failure);
    expect(await verdictOf(join(folder, 'throwing.yaml'))).toBe('pass');
  });

  it('is small: what is not needed is left out', () => {
    const { steps, claim } = traceIn(join(folder, 'claim-withoutFees.yaml'));
    // A market that charges, four wallets, and one of them sells to the last.
    expect(steps.length).toBeLessThan(12);
    expect(claim).toEqual({ name: 'withoutFees', from: 1_000_000, choices: {} });
  });

  it(
    'for a fault in the core leaves one that fails as long as the fault is there',
    async () => {
      const fault = CORE_MUTANTS.find(({ id }) => id === 'fok-in-part');
      if (fault === undefined) throw new Error('no such mutant');
      const options = withFault(folder, fault);
      const { stderr } = checkProperty(
        { property: 'planted claim', seed: SEED, folder },
        { file: 'scenarios/keeping/fixtures/claimed-runs.ts', check: checkFillOrKill.name, keeper: 'keepingRuns' },
        options,
      );
      const file = join(folder, 'planted-claim.yaml');
      expect(stderr).toContain(`touchstone run ${file}`);
      const broken = play(file, options);
      expect(broken.stdout).toContain(`replay of planted claim (seed ${SEED}): fails as it did`);
      expect(broken.status).toBe(1);
      expect(await verdictOf(file)).toBe('pass');
    },
    PROCESSES_MS,
  );

  it('that nobody knows is the mistake of whoever wrote the file', async () => {
    const file = join(folder, 'unknown.yaml');
    const known = readFileSync(join(folder, 'claim-mirrored.yaml'), 'utf8');
    writeFileSync(file, known.replace('name: mirrored', 'name: constructor'));
    expect(await verdictOf(file)).toBe('error');
  });
});

async function verdictOf(file: string): Promise<string> {
  const loaded = readScenario(file);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.refusal));
  return (await runScenario(loaded.value, { name: undefined, vars: {} }, inProcessStage(), { seed: 1 })).verdict;
}

/** proof/judge tests: mutants that only properties see, not checks with chosen requests: a random part. */
import { expect, it } from 'vitest';
import { THOROUGH } from '../../conformance/properties/checks.ts';
import { runChecks } from '../../conformance/run.ts';
import { allChecks, explorationChecks } from '../../conformance/suite.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import { killMatrix } from './campaign.ts';
import { drawnMutants } from './mutants/drawn.ts';
import { mutated } from './mutated.ts';
import { REQUESTS, runsIn } from './program.ts';
import { targetOf } from './trial.ts';

/** Whether requests overlap follows from the real clock; races.test.ts judges faults of concurrency. */
const unhurried = drawnMutants.filter(({ transport }) => transport === undefined);
const { title, part: chosen } = drawnPart(unhurried, 10);
const LONG = { timeout: 120_000 };

it(`no check without properties sees a mutant of ${title}`, LONG, async () => {
  const checks = allChecks().filter(({ kind }) => kind !== 'property');
  for (const mutant of chosen) {
    const simulator = createSimulator({ seed: '1', world: mutant.world });
    const target = await targetOf(mutant, mutated(simulator, mutant.wrap), '1');
    const { credentials, profile } = simulator;
    const claims = { credentials, profile: profile.name, allowWrites: true, strict: true };
    const report = await runChecks({ target, checks, register: loadRegister(), seed: '1', ...claims });
    await target.close();
    const wrong = report.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
    expect(wrong.map(({ id, verdict }) => `${mutant.id}: ${id} ${verdict}`)).toEqual([]);
  }
});

it(`the properties alone find each mutant of ${title}, and shrink its case`, LONG, async () => {
  const { survivors, rows } = await killMatrix({
    mutants: chosen,
    checks: explorationChecks(THOROUGH, runsIn(REQUESTS.mutant)),
  });
  expect(survivors).toEqual([]);
  for (const { drawn, killedBy } of rows) {
    expect(killedBy.every((check) => check.startsWith('property.'))).toBe(true);
    const [before = 0, after = 0] = drawn?.sizes ?? [];
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThanOrEqual(before);
  }
});

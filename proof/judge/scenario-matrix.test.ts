/** proof/judge/scenario-matrix tests: a scenario kills only mutants of what it asserts; an unfit one is skipped. */
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../../scenarios/reading/files.ts';
import { type Loaded, scenarioOf } from '../../scenarios/reading/read-scenario.ts';
import { parseSource } from '../../scenarios/reading/source.ts';
import { allMutants, mutantById } from './catalog.ts';
import { type ScenarioMatrix, scenarioMatrix } from './scenario-matrix.ts';
import type { Mutant } from './variant.ts';

function loaded(text: string): Loaded {
  const source = parseSource(text, 'test.yaml');
  const scenario = source.ok ? scenarioOf(source.value, filesUnder()) : source;
  if (!scenario.ok) throw new Error(scenario.refusal.map(({ message }) => message).join('\n'));
  return scenario.value;
}

const LIMIT = mutantById('positions.limit-501') as Mutant;
const judge = (steps: string, mutants: readonly Mutant[] = [LIMIT], reach?: 'asked'): Promise<ScenarioMatrix> =>
  scenarioMatrix({
    scenarios: [loaded(`scenario: positions\nclauses: [${LIMIT.breaks}]\nsteps:\n${steps}`)],
    mutants,
    seed: 1,
    ...(reach === undefined ? {} : { reach }),
  });

const USER = '0x9999999999999999999999999999999999999999';
const sharp = `  - {get: /positions, query: {user: '${USER}', limit: 501}, expect: {error: true}}`;
const blunt = `  - {get: /positions, query: {user: '${USER}', limit: 500}, expect: {status: 200}}`;

describe('scenarios against mutants', () => {
  it('counts a mutant as killed where the scenario fails with it', async () => {
    const matrix = await judge(sharp);
    expect(matrix).toMatchObject({ killers: 1, tried: 1, mutantsKilled: 1, mutantsTried: 1 });
    expect(matrix.rows[0]?.trials).toEqual([{ id: LIMIT.id, clause: LIMIT.breaks, isKilled: true }]);
  });

  it('lets a mutant survive a scenario that cites the clause and does not look', async () => {
    expect(await judge(blunt)).toMatchObject({ killers: 0, tried: 1, mutantsKilled: 0, mutantsTried: 1 });
  });

  it('does not try what fails without a mutant too', async () => {
    const matrix = await judge(`  - {get: /positions, query: {user: '${USER}'}, expect: {status: 204}}`);
    expect(matrix).toMatchObject({ killers: 0, tried: 0 });
    expect(matrix.rows[0]?.unfit).toMatch(/^fail: steps\[0\] GET \/positions/);
  });

  it('tries the mutants of cited clauses, or of every route that is requested', async () => {
    const some = allMutants.filter((one, index) => one === LIMIT || index % 40 === 0);
    const cited = await judge(sharp, some);
    const requested = await judge(sharp, some, 'asked');
    const ofClause = some.filter(({ breaks }) => breaks === LIMIT.breaks).map(({ id }) => id);
    expect(ofClause).toContain(LIMIT.id);
    expect(cited.rows[0]?.trials.map(({ id }) => id)).toEqual(ofClause);
    const ofRoute = some.filter(({ route }) => route === 'positions').map(({ id }) => id);
    expect(ofRoute.length).toBeGreaterThan(1);
    expect(requested.rows[0]?.trials.map(({ id }) => id)).toEqual(ofRoute);
  });
});

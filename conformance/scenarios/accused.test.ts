/** conformance/scenarios/accused tests: library scenarios without the tag document find nothing in lawful services. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allQuirks } from '../../proof/judge/catalog.ts';
import { newJudge } from '../../proof/judge/trial.ts';
import { findScenarios } from '../../scenarios/reading/find-scenarios.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { scenarioChecks } from './scenario-checks.ts';

const library = join(import.meta.dirname, '../../scenarios/library');
const register = loadRegister();
const named = findScenarios([library], { root: library })
  .scenarios.filter(({ file }) => !/[\\/]limits/.test(file))
  .map((loaded) => ({ id: `scenario/${loaded.file}` as const, loaded }));
const checks = scenarioChecks(named, register, 1).filter(({ isOfProfile }) => isOfProfile !== true);

/** The quirks with the most findings in a run of all of them. */
const QUIRKS = ['no-events', 'no-leading-zero', 'live-orders-cookie', 'rewards-in-feed', 'two-spellings'];

it.each(QUIRKS)('%s', async (id) => {
  const quirk = allQuirks.find((one) => one.id === id);
  expect(checks.length).toBeGreaterThan(9);
  expect(quirk).toBeDefined();
  if (quirk === undefined) return;
  expect(await newJudge({ checks })(quirk, '1')).toMatchObject({ complaints: [], outcome: 'lawful' });
});

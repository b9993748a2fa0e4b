/**
 * conformance/saving/mutants tests: what checks find in a mutant is told by a story which `run` fails on that mutant and passes on the
 * faithful simulator, and which holds no literal under `$not`. There is no mutant of which none can tell. Every thirty-seventh is tried, all
 * of them with EVERY_MUTANT=1 in the environment.
 */
import { expect, it } from 'vitest';
import { runScenario } from '../../scenarios/running/run-scenario.ts';
import { inProcessStage } from '../../scenarios/stages/in-process.ts';
import { benchOf, findingIn, saved } from '../fixtures/saved-mutants.ts';
import { allMutants } from '../mutants/catalog.ts';
import type { Mutant, Wrap } from '../mutants/mutant.ts';
import { venueOf } from '../mutants/mutated.ts';
import { readText } from './player.ts';

const STRIDE = process.env['EVERY_MUTANT'] === undefined ? 37 : 1;

const unbroken: Wrap = (handle) => handle;
let wrap = unbroken;
/** One for all, so that worlds are built once. */
const stage = inProcessStage({ wrap: (handle, simulator) => wrap(handle, venueOf(simulator)) });

async function verdictOn(service: Wrap, text: string): Promise<string> {
  const loaded = readText(text);
  if (!loaded.ok) return loaded.refusal;
  wrap = service;
  return (await runScenario(loaded.value, { name: undefined, vars: {} }, stage, { seed: 1 })).verdict;
}

async function troubleWith(mutant: Mutant): Promise<readonly string[]> {
  const { sighting, broken } = await findingIn(mutant);
  const found = await saved(sighting, await benchOf(broken, mutant.world));
  if (found.kind === 'not-saved') return [`${mutant.id}: ${found.reason}`];
  const verdicts = [await verdictOn(mutant.wrap, found.text), await verdictOn(unbroken, found.text)];
  const isGood =
    verdicts[0] === 'fail' && verdicts[1] === 'pass' && !/\$not: (?!'?\$\{|\{\$(?:contains|in): )/.test(found.text);
  return isGood ? [] : [`${mutant.id}: ${verdicts.join(', ')}\n${found.text}`];
}

it('tells of every mutant by a story that fails on it and passes on the faithful simulator', async () => {
  const troubles: string[] = [];
  for (const [index, mutant] of allMutants.entries())
    if (index % STRIDE === 0) troubles.push(...(await troubleWith(mutant)));
  expect(troubles).toEqual([]);
}, 300_000);

/**
 * conformance/saving/mutants tests: a finding in a mutant is saved as a scenario that fails on the mutant, passes on
 * the faithful simulator, and has no id of the run under `$not`. Every seventy-fourth mutant is tried, a drawn half of
 * them in one run; EVERY_MUTANT=1 in the environment tries all (two minutes).
 */
import { expect, it } from 'vitest';
import { allMutants } from '../../proof/judge/catalog.ts';
import { internalsOf } from '../../proof/judge/mutated.ts';
import type { Mutant, Wrap } from '../../proof/judge/variant.ts';
import { runScenario } from '../../scenarios/running/run-scenario.ts';
import { inProcessStage } from '../../scenarios/stages/in-process.ts';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import { benchOf, findingIn, saved } from '../fixtures/saved-mutants.ts';
import { readText } from './player.ts';

const isWhole = process.env['EVERY_MUTANT'] !== undefined;
const { title, part } = drawnPart(
  allMutants.filter((_, index) => index % 74 === 0),
  2,
);
const chosen = isWhole ? allMutants : part;

/** A scenario cannot express parts of secrets, lengths of several lists, or an absence on this target only. */
const UNSAVED = new Set([
  'cancel-order.loose-body',
  'heartbeat.milliseconds',
  'heartbeat.passphrase-begun',
  'holders.limit-max-exceeded',
  'positions.clamped',
  'sampling-simplified-markets.leaking',
  'trading-market.price-sum',
  'trading-settings.unlimited',
]);

/** A route that is missing or a body that is too large: whether a scenario can show it depends on the route. */
const MAY_BE_UNSAVED = /\.(?:stub|too-large-[\w-]+)$/;

const unbroken: Wrap = (handle) => handle;
let wrap = unbroken;
/** One stage for all, so that worlds are built once. */
const stage = inProcessStage({ wrap: (handle, simulator) => wrap(handle, internalsOf(simulator)) });

async function verdictOn(service: Wrap, text: string): Promise<string> {
  const loaded = readText(text);
  if (!loaded.ok) return loaded.refusal;
  wrap = service;
  return (await runScenario(loaded.value, { name: undefined, vars: {} }, stage, { seed: 1 })).verdict;
}

async function problemsOf(mutant: Mutant): Promise<readonly string[]> {
  const { sighting, broken } = await findingIn(mutant);
  const found = await saved(sighting, await benchOf(broken, mutant.world));
  if (UNSAVED.has(mutant.id)) return found.kind === 'saved' ? [`${mutant.id} is saved: remove it from UNSAVED`] : [];
  if (found.kind === 'not-saved') return MAY_BE_UNSAVED.test(mutant.id) ? [] : [`${mutant.id}: ${found.reason}`];
  const verdicts = [await verdictOn(mutant.wrap, found.text), await verdictOn(unbroken, found.text)];
  const isGood =
    verdicts[0] === 'fail' && verdicts[1] === 'pass' && !/\$not: '?(?:0x[0-9a-f]{16}|\d{16})/i.test(found.text);
  return isGood ? [] : [`${mutant.id}: ${verdicts.join(', ')}\n${found.text}`];
}

it(`saves the finding in a mutant as a scenario that passes on the faithful simulator: ${title}`, async () => {
  const problems: string[] = [];
  for (const mutant of chosen) problems.push(...(await problemsOf(mutant)));
  expect(problems).toEqual([]);
}, 600_000);

/** conformance/saving tests: what a check found in a broken service fails there as a scenario, and passes on the sound one. */
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../../scenarios/reading/files.ts';
import { scenarioOf as readText } from '../../scenarios/reading/read-scenario.ts';
import { parseSource } from '../../scenarios/reading/source.ts';
import type { Verdict } from '../../scenarios/running/result.ts';
import { runScenario } from '../../scenarios/running/run-scenario.ts';
import { asking } from '../../scenarios/stages/asking.ts';
import { inProcessStage } from '../../scenarios/stages/in-process.ts';
import { namedMarkets, namedWallets } from '../../scenarios/stages/naming.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { createRedactor } from '../evidence/redact.ts';
import type { Sighting } from '../execution/history.ts';
import { mutantById } from '../mutants/catalogue.ts';
import type { Mutant } from '../mutants/mutant.ts';
import { mutated } from '../mutants/mutated.ts';
import { runChecks } from '../run.ts';
import { allChecks } from '../suite.ts';
import { scenarioOfSighting } from './scenario-of-sighting.ts';

const register = loadRegister();

function named(id: string): Mutant {
  const mutant = mutantById(id);
  if (mutant === undefined) throw new Error(`no mutant ${id}`);
  return mutant;
}

/** The first finding of the clause that the mutant breaks. */
async function sightingOf({ clause, route, wrap }: Mutant): Promise<Sighting> {
  const sightings: Sighting[] = [];
  const simulator = mutated(createSimulator(), wrap);
  await runChecks({
    target: inProcessTarget(simulator),
    checks: allChecks().filter((check) => check.clauses.includes(clause) || check.route === route),
    register,
    credentials: simulator.credentials,
    profile: 'document',
    allowWrites: true,
    strict: true,
    onSighting: (sighting) => sightings.push(sighting),
  });
  const sighting = sightings.find((one) => one.clause === clause);
  if (sighting === undefined) throw new Error(`nothing was found of ${clause}`);
  return sighting;
}

async function saved(sighting: Sighting): Promise<string | undefined> {
  const simulator = createSimulator();
  const wallets = namedWallets(simulator.credentials.wallets);
  const markets = await namedMarkets(asking(inProcessTarget(simulator).send), simulator.credentials.markets ?? []);
  const redactor = createRedactor(Object.values(wallets));
  return scenarioOfSighting(sighting, { wallets, markets, redactor, clause: register.get(sighting.clause) });
}

async function played(text: string, wrap?: Mutant['wrap']): Promise<Verdict> {
  const source = parseSource(text, 'saved.yaml');
  const loaded = source.ok ? readText(source.value, filesUnder()) : source;
  if (!loaded.ok) throw new Error(loaded.refusal.map(({ message }) => message).join('\n'));
  const [one] = loaded.value.cases;
  if (one === undefined) throw new Error('a scenario has a case');
  const stage = inProcessStage(wrap === undefined ? {} : { wrap });
  return (await runScenario(loaded.value, one, stage, { seed: 1 })).verdict;
}

describe('a finding saved as a scenario', () => {
  it.each([
    ['a field that is missing', 'profile.users-object'],
    ['a limit that is not kept', 'positions.limit-501'],
    ['a header that is not asked for', 'heartbeat-v1.without-svc_signature'],
    ['a status that is left out of a signed answer', 'heartbeat.status-missing'],
    ['an id that comes twice', 'comment-replies.reply-twice'],
    ['a default that is another', 'positions.direction-default'],
    ['an order that is killed and trades all the same', 'place-order.fok-partly'],
  ])('%s fails on the broken service and passes on the sound one', { timeout: 60_000 }, async (_, id) => {
    const mutant = named(id);
    const text = await saved(await sightingOf(mutant));
    expect(text).toContain(mutant.clause);
    expect(await played(text ?? '', mutant.wrap)).toBe('fail');
    expect(await played(text ?? '')).toBe('pass');
  });

  it('names check, clause and what was expected, and no secret', { timeout: 60_000 }, async () => {
    const text = (await saved(await sightingOf(named('place-order.without-svc_signature')))) ?? '';
    expect(text).toMatch(/^# found by the check place-order\.without-svc_signature\n# 5\/place-order\.SVC_SIGNATURE: /);
    expect(text).toMatch(/\n# expected an error.*; got "status 200"\n/);
    for (const { apiKey, passphrase, secret } of createSimulator().credentials.wallets) {
      for (const word of [apiKey, passphrase, secret]) expect(text).not.toContain(word);
    }
  });

  it('is told of a hostile answer, however deep it nests', async () => {
    const sighting = await sightingOf(named('profile.users-object'));
    const body = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const { response } = sighting.last;
    const text = await saved({ ...sighting, last: { ...sighting.last, response: { ...response, body } } });
    expect(text).toMatch(/expect: \{shape: true\}\n$/);
  });

  it('is left out where two answers disagree and none of them is wrong by itself', { timeout: 60_000 }, async () => {
    expect(await saved(await sightingOf(named('markets.offset-ignored')))).toBeUndefined();
  });
});

/** conformance/suite tests: every check fails for a crude fault, or for one in `checks/planted-faults.test.ts`. */
import { expect, it } from 'vitest';
import { seenMutants } from '../proof/judge/catalog.ts';
import { at, type Plant, sound } from '../proof/judge/fixtures/planting.ts';
import { double } from '../proof/judge/mutants/seen-limits.ts';
import { inProcessTarget } from '../sim/in-process-target.ts';
import { createSimulator } from '../sim/simulator.ts';
import { loadRegister } from '../spec/clauses/register.ts';
import type { Handler, Target } from '../wire/message.ts';
import { type Check, provokesThrottling } from './check.ts';
import { crudeFaults } from './fixtures/crude-faults.ts';
import { propertyCheck } from './properties/checks.ts';
import { PROPERTIES } from './properties/suite.ts';
import { runChecks } from './run.ts';
import { allChecks } from './suite.ts';

const register = loadRegister();
const simulator = createSimulator({ seed: '1', world: 'small' });
const planted = new Set<string | undefined>(seenMutants.map(({ seenBy }) => seenBy));

/** A property that draws few cases, as in `check`, may draw none that a fault shows in. */
const suite: readonly Check[] = [
  ...allChecks().filter(({ kind }) => kind !== 'property'),
  ...PROPERTIES.map((one) => propertyCheck(one, { runs: 15, extent: { pagesMax: 5, isBrief: true }, shrinkMax: 0 })),
];

/** Checks without a finding in a service that breaks when the checks begin. */
async function survivors(checks: readonly Check[], plant: Plant, wrap = (target: Target) => target): Promise<Check[]> {
  simulator.reset();
  const broken = plant(simulator.handle);
  let isBroken = false;
  const handle: Handler = (request) => (isBroken ? broken(request) : simulator.handle(request));
  const report = await runChecks({
    target: wrap(inProcessTarget({ ...simulator, handle })),
    checks,
    register,
    profile: 'document',
    seed: '1',
    credentials: simulator.credentials,
    allowWrites: true,
    strict: true,
    thorough: true,
    onProgress: (progress) => {
      isBroken ||= progress.kind === 'phase' && progress.phase === 'checks';
    },
  });
  const failed = new Set(report.checks.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])));
  return checks.filter(({ id }) => !failed.has(id));
}

/** A server that knows header names only in lower case. */
const withoutCapitals = (target: Target): Target => ({
  ...target,
  send: (request) => target.send('SVC_ADDRESS' in request.headers ? { ...request, headers: {} } : request),
});

it('every check fails for at least one fault', { timeout: 60_000 }, async () => {
  const [filling = [], others = []] = [true, false].map((isFilling) =>
    suite.filter((check) => !planted.has(check.id) && provokesThrottling(check) === isFilling),
  );
  // Windows that are too small show after the fewest requests.
  let left = [...others, ...(await survivors(filling, at(/^/, double)))];
  for (const plant of Object.values(crudeFaults)) left = await survivors(left, plant);
  left = await survivors(left, sound, withoutCapitals);
  expect(left.map(({ id }) => id)).toEqual([]);
});

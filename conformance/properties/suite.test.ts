/** conformance/properties tests: the share of the properties in the requests of `touchstone check`. */
import { expect, it } from 'vitest';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { runChecks } from '../run.ts';
import { propertyCheck } from './checks.ts';
import { PROPERTIES } from './suite.ts';

it.each(['1', '2'])(
  'properties send at most 150 reading and 100 writing requests in a check, seed %s',
  async (seed) => {
    const simulator = createSimulator({ seed, world: 'medium' });
    const { checks } = await runChecks({
      target: inProcessTarget(simulator),
      checks: PROPERTIES.filter(({ runs = 0 }) => runs > 0).map((property) => propertyCheck(property)),
      register: loadRegister(),
      seed,
      credentials: simulator.credentials,
      allowWrites: true,
    });
    const all = PROPERTIES.map((property) => propertyCheck(property));
    const readOnly = new Set(all.filter(({ safety }) => safety === 'read').map(({ id }) => id));
    const share = (isReading: boolean): number =>
      checks.filter(({ id }) => readOnly.has(id) === isReading).reduce((sum, { requests }) => sum + requests, 0);
    expect(checks.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    expect(share(true)).toBeLessThanOrEqual(150);
    expect(share(false)).toBeLessThanOrEqual(100);
  },
);

/** conformance/quirks: the limit checks find nothing wrong with a service that reads the scopes of section 8.1 literally. */
import { expect, it } from 'vitest';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { mutated } from '../mutants/mutated.ts';
import { runChecks } from '../run.ts';
import { allChecks } from '../suite.ts';
import { allQuirks } from './catalog.ts';

it('limits of literal scopes are a note', { timeout: 60_000 }, async () => {
  const wrap = allQuirks.find(({ id }) => id === 'literal-limit-scopes')?.wrap;
  if (wrap === undefined) throw new Error('no quirk literal-limit-scopes');
  const simulator = mutated(createSimulator(), wrap);
  const { checks } = await runChecks({
    target: inProcessTarget(simulator),
    checks: allChecks(),
    register: loadRegister(),
    credentials: simulator.credentials,
    allowWrites: true,
    only: ['limits.*'],
  });
  const told = checks.flatMap(({ id, findings }) => findings.map(({ clause, severity }) => ({ id, clause, severity })));
  expect(told).toEqual([{ id: 'limits.catalog-events', clause: 'D/limit-scopes.events', severity: 'note' }]);
});

/** conformance/checks/orders/few-shares tests: wallets with few shares say nothing against the service. */
import { expect, it } from 'vitest';
import { inProcessTarget } from '../../../sim/in-process-target.ts';
import { createSimulator } from '../../../sim/simulator.ts';
import { loadRegister } from '../../../spec/clauses/register.ts';
import { runChecks } from '../../run.ts';
import { allChecks } from '../../suite.ts';

it.each([
  ['place-order.fill-positions', 20, 20],
  ['place-order.merge', 500, 0],
])('%s fails nothing if the wallets have %i and %i shares', async (id, first, second) => {
  const walletWith = (rain: number) => ({ cash: 5_000, ...(rain === 0 ? {} : { tokens: { rain } }) });
  const wallets = { ada: walletWith(first), ben: walletWith(second) };
  const simulator = createSimulator({ world: { markets: { rain: {} }, wallets } });
  const { credentials } = simulator;
  const options = { credentials, allowWrites: true, profile: 'document', only: [id] };
  const report = await runChecks({
    target: inProcessTarget(simulator),
    checks: allChecks(),
    register: loadRegister(),
    ...options,
  });
  expect(report.checks.flatMap(({ findings }) => findings)).toEqual([]);
});

import { expect, test } from 'vitest';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { filesUnder } from '../reading/files.ts';
import { scenarioOf } from '../reading/read-scenario.ts';
import { parseSource } from '../reading/source.ts';
import { runScenario } from '../running/run-scenario.ts';
import { deploymentStage } from './deployment.ts';

const TEXT = `
scenario: leaves orders behind
steps:
  - {order: {price: 0.41, size: 10}, as: alice, expect: {status: 200}, capture: {one: /orderID}}
  - {order: {price: 0.42, size: 10}, as: bob, expect: {status: 200}}
  - {order: {price: 0.43, size: 10}, as: alice, expect: {status: 200}}
  - {cancel: '\${one}', as: alice, expect: {status: 200}}
`;

test('orders that still rest are cancelled if the deployment is not reset', async () => {
  const simulator = createSimulator();
  const { control: _, ...target } = inProcessTarget(simulator);
  const { wallets, markets = [] } = simulator.credentials;
  const source = parseSource(TEXT, 'x.yaml');
  const loaded = source.ok ? scenarioOf(source.value, filesUnder()) : source;
  const [first] = loaded.ok ? loaded.value.cases : [];
  if (!loaded.ok || first === undefined) throw new Error('the scenario is read');
  const before = simulator.eventCount;
  const stage = deploymentStage({ target, wallets, markets, sleep: async () => undefined });
  expect((await runScenario(loaded.value, first, stage, { seed: 1 })).failures).toEqual([]);
  const kinds = simulator.log.slice(before).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'order-accepted')).toHaveLength(3);
  expect(kinds.filter((kind) => kind === 'order-closed')).toHaveLength(3);
});

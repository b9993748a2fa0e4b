/** conformance/properties tests: drawn orders are well-formed: the simulator accepts their form, price and size. */
import { expect, it } from 'vitest';
import { createClient, createSimulator, startServer } from '../../index.ts';
import { fc, orders, requestSpace } from './index.ts';

it('drawn orders are valid in the market that they are drawn for', async () => {
  const simulator = createSimulator({ seed: '1', world: 'small' });
  const server = await startServer(simulator.handle);
  const client = createClient({ url: server.url, credentials: simulator.credentials });
  const refused = new Set<string>();
  for (const order of fc.sample(orders({ tick: 100, minSize: 5_000_000 }), { seed: 1, numRuns: 60 })) {
    const { status, body } = await client.order(order);
    if (status !== 200) refused.add(JSON.stringify(body));
  }
  await server.close();
  expect([...refused].filter((text) => !/balance|post|match|filled/i.test(text))).toEqual([]);
});

it('the parameter space of a route names each parameter with its kinds', () => {
  expect(requestSpace('positions')).toContain('limit above');
});

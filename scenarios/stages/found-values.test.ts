import { expect, test } from 'vitest';
import { loadedOf } from '../reading/fixtures/memory-files.ts';
import { runScenario } from '../running/run-scenario.ts';
import { placesIn } from './found-values.ts';
import { inProcessStage } from './in-process.ts';

test.each([
  ["{get: '/a/${found.market.id}'}", ['market']],
  ['{get: \'/a/${found["trade"].id}\'}', ['trade']],
  ['{get: /a, when: \'found.event.id != ""\'}', ['event']],
  ['{check: [\'found.holder != ""\', \'found.trader != ""\']}', ['holder', 'trader']],
])('%s: %j', (step, places) => {
  expect(placesIn(loadedOf(`steps: [${step}]`).scenario)).toEqual(places);
});

test('an expression that chooses among them may mean any', () => {
  expect(placesIn(loadedOf("vars: {a: market}\nsteps: [{get: '/a/${found[a].id}'}]").scenario)).toHaveLength(10);
});

test('a macro of another file is played with the values that it names', async () => {
  const loaded = loadedOf('use: [b.yaml]\nsteps: [{call: ask}]', {
    's/b.yaml': 'macros: {ask: {steps: [{get: \'/markets/slug/${found["market"].slug}\', expect: {status: 200}}]}}',
  });
  const [one] = loaded.cases;
  if (one === undefined) throw new Error('a scenario has a case');
  expect((await runScenario(loaded, one, inProcessStage(), { seed: 1 })).failures).toEqual([]);
});

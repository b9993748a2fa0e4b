import { expect, it } from 'vitest';
import { filesUnder } from '../reading/files.ts';
import { scenarioOf } from '../reading/read-scenario.ts';
import { parseSource } from '../reading/source.ts';
import { inProcessStage } from '../stages/in-process.ts';
import { runScenario } from './run-scenario.ts';

async function verdictOf(steps: string): Promise<string> {
  const source = parseSource(`scenario: signing\nsteps:\n${steps}\n`, 'test.yaml');
  const loaded = source.ok ? scenarioOf(source.value, filesUnder()) : source;
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.refusal));
  const [first] = loaded.value.cases;
  if (first === undefined) throw new Error('a scenario has a case');
  return (await runScenario(loaded.value, first, inProcessStage(), { seed: 1 })).verdict;
}

const REFUSED = 'expect: {status: 401, error: {$match: SVC_SIGNATURE}}';

it.each([
  ['method', '{method: DELETE}'],
  ['path', '{path: /v1/heartbeats}'],
  ['body', '{text: "{}"}'],
])('a signature for another %s does not fit', async (_, sign) => {
  expect(await verdictOf(`  - {post: /heartbeats, as: alice, sign: ${sign}, ${REFUSED}}`)).toBe('pass');
});

it('a signature for the very same method, path and body fits', async () => {
  const sign = '{method: DELETE, path: /order, text: \'{"orderId":"a"}\'}';
  const step = `  - {delete: /order, body: {orderId: a}, as: alice, sign: ${sign}, expect: {status: 200}}`;
  expect(await verdictOf(step)).toBe('pass');
});

it('the method of send may be a variable', async () => {
  const steps = `  - {set: {verb: GET}}\n  - {send: '\${verb}', path: /data/orders, as: alice, expect: {status: 200}}`;
  expect(await verdictOf(steps)).toBe('pass');
});

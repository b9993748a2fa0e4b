import { expect, test } from 'vitest';
import { get } from '../../wire/message.ts';
import { loadedOf } from '../reading/fixtures/memory-files.ts';
import { runScenario } from '../running/run-scenario.ts';
import { deploymentStage } from './deployment.ts';
import { patience } from './patience.ts';

const throttled = (headers: Record<string, string> = {}) => ({
  kind: 'response' as const,
  response: { status: 429, headers, body: '{}' },
});
const fine = { kind: 'response' as const, response: { status: 200, headers: {}, body: '[]' } };

test.each([
  ['for the time of Retry-After', [throttled({ 'retry-after': '3' }), fine], [3_000], 200],
  ['a second without Retry-After', [throttled(), throttled({ 'retry-after': 'soon' }), fine], [1_000, 1_000], 200],
  ['at most a quarter of a minute', [throttled({ 'retry-after': '86400' }), fine], [15_000], 200],
  ['four times at most', Array.from({ length: 9 }, () => throttled()), [1_000, 1_000, 1_000, 1_000], 429],
  ['not at all for any other response', [fine], [], 200],
])('waits %s', async (_, answers, waits, status) => {
  const waited: number[] = [];
  const left = [...answers];
  const { send } = patience(
    async () => left.shift() ?? fine,
    async (ms) => {
      waited.push(ms);
    },
  );
  expect(await send(get('/markets'))).toMatchObject({ response: { status } });
  expect(waited).toEqual(waits);
});

test('all the requests of a scenario share a minute, and a failure after it states that', async () => {
  const waited: number[] = [];
  const stage = deploymentStage({
    target: {
      label: 'busy',
      send: async () => throttled({ 'retry-after': '10' }),
      close: async () => undefined,
    },
    wallets: [],
    markets: [],
    sleep: async (ms) => {
      waited.push(ms);
    },
  });
  const loaded = loadedOf(`steps:
  - {get: /markets}
  - {get: /markets}
  - {get: /markets, expect: {status: 200}}`);
  const [one] = loaded.cases;
  if (one === undefined) throw new Error('a scenario has a case');
  const first = await runScenario(loaded, one, stage, { seed: 1 });
  expect(waited).toEqual(Array.from({ length: 6 }, () => 10_000));
  expect(first.failures[0]?.differences[1]).toEqual({
    pointer: '',
    expected: 'a response that is not throttled',
    actual: 'throttled again after 60 s of waiting, of the 60 s that one scenario may wait in all',
  });
  await runScenario(loaded, one, stage, { seed: 1 });
  expect(waited).toHaveLength(12);
});

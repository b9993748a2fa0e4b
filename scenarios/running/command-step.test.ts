import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../sim/http/server.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { withControl } from '../../wire/http-control.ts';
import { httpTarget } from '../../wire/http-target.ts';
import { createClient } from '../client.ts';
import { filesUnder } from '../reading/files.ts';
import { scenarioOf } from '../reading/read-scenario.ts';
import { parseSource } from '../reading/source.ts';
import type { Stage } from '../stage.ts';
import { deploymentStage } from '../stages/deployment.ts';
import { inProcessStage } from '../stages/in-process.ts';
import type { ScenarioResult } from './result.ts';
import { runScenario } from './run-scenario.ts';

function problemsOf(text: string): readonly string[] {
  const source = parseSource(text, 'test.yaml');
  const loaded = source.ok ? scenarioOf(source.value, filesUnder()) : source;
  return loaded.ok ? [] : loaded.refusal.map(({ message }) => message);
}

async function run(text: string, stage: Stage): Promise<ScenarioResult> {
  const source = parseSource(text, 'test.yaml');
  const loaded = source.ok ? scenarioOf(source.value, filesUnder()) : source;
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.refusal));
  const [first] = loaded.value.cases;
  if (first === undefined) throw new Error('a scenario has a case');
  return runScenario(loaded.value, first, stage, { seed: 1 });
}

const simulator = createSimulator({ limits: 'off' });
let server: RunningServer;
beforeAll(async () => {
  server = await startServer(simulator.handle, { port: 0, host: '127.0.0.1', control: simulator });
});
afterAll(() => server.close());

const { wallets, markets = [] } = simulator.credentials;
const stages: Readonly<Record<string, () => Promise<Stage>>> = {
  'in process': async () => inProcessStage(),
  'over HTTP': async () => {
    const target = await withControl(httpTarget(new URL(server.url)));
    return deploymentStage({ target, wallets, markets, sleep: async () => undefined });
  },
};

const MOVED = `
scenario: a world that moves
steps:
  - order: {price: 0.41, size: 10}
    capture: {id: /orderID}
  - fill: {order: '\${id}', size: '\${5 + 1}'}
  - settlement: {trade: last, outcome: hold}
  - pause: market
  - order: {price: 0.41, size: 10}
    expect: {error: true}
  - resume: \${markets.market.conditionId}
  - deposit: {wallet: alice, cash: 5}
  - transfer: {wallet: alice, to: '\${wallets.bob.address}', market: market, outcome: 'no', size: 1}
  - tick: {market: other, to: 0.001}
  - open: {market: snow, question: Will it snow?}
  - order: {market: snow, price: 0.5, size: 10}
    expect: {status: 200, body: {status: live}}
  - comment: {wallet: bob, market: snow, text: white}
  - resolve: {market: market, pays: yes}
  - get: /markets/\${markets.market.conditionId}
    expect: {body: {status: resolved}}
  - get: /markets/\${markets.snow.conditionId}
    expect: {body: {question: Will it snow?, accepting_orders: true}}
  - void: other
`;

describe.each(Object.entries(stages))('%s', (_, stageOf) => {
  it('commands move the world', async () => {
    expect(await run(MOVED, await stageOf())).toMatchObject({ verdict: 'pass', failures: [], missing: [] });
  });

  it('a refused command fails at its step', async () => {
    const text = 'scenario: a\nsteps:\n  - close: market\n  - resume: market\n  - check: "true"\n';
    const { verdict, failures } = await run(text, await stageOf());
    expect([verdict, failures]).toMatchObject([
      'fail',
      [{ at: 'steps[1]', differences: [{ actual: 'resume: market-not-accepting: it is closed' }] }],
    ]);
  });

  it('an order in a closed market finds it by its id, and over changes its fields', async () => {
    const text = `
scenario: closed
steps:
  - order: {market: '\${found.closedMarket.conditionId}', price: 0.5, size: 10, over: {order: {side: SELL}}}
    expect: {error: true}
`;
    expect(await run(text, await stageOf())).toMatchObject({ verdict: 'pass', failures: [] });
  });
});

it('a deployment without control is not testable, and the need is named', async () => {
  const target = httpTarget(new URL(server.url));
  const stage = deploymentStage({ target, wallets, markets, sleep: async () => undefined });
  const { verdict, missing } = await run('scenario: a\nsteps:\n  - pause: market\n  - check: "true"\n', stage);
  expect([verdict, missing]).toEqual([
    'not-testable',
    ['commands: a world that can be moved: offer the control routes (docs/control.md)'],
  ]);
  await stage.close();
});

it('a deployment whose control has no command route is not testable', async () => {
  const { command: _, ...older } = simulator;
  const other = await startServer(simulator.handle, { port: 0, host: '127.0.0.1', control: older });
  const target = await withControl(httpTarget(new URL(other.url)));
  const stage = deploymentStage({ target, wallets, markets, sleep: async () => undefined });
  const { verdict, missing } = await run('scenario: a\nsteps:\n  - pause: market\n  - check: "true"\n', stage);
  await stage.close();
  await other.close();
  expect([verdict, missing]).toEqual([
    'not-testable',
    [expect.stringMatching(/^commands: .*POST \/_touchstone\/command/)],
  ]);
});

it('a typo in a command is one problem', () => {
  const text = 'scenario: a\nsteps:\n  - resolve: {markt: market, pays: yes}\n  - check: "true"\n';
  expect(problemsOf(text)).toEqual([expect.stringContaining('unknown key "markt": did you mean "market"?')]);
});

describe('POST /_touchstone/command', () => {
  const post = async (body: string): Promise<readonly [number, Record<string, unknown>]> => {
    const response = await fetch(`${server.url}/_touchstone/command`, { method: 'POST', body });
    return [response.status, (await response.json()) as Record<string, unknown>];
  };

  it('performs a command and returns its result', async () => {
    simulator.reset();
    expect(await post('{"pause": "market"}')).toEqual([200, { now: simulator.now(), hash: simulator.hash() }]);
    const [status, body] = await post('{"open": {"market": "hail"}}');
    expect([status, body]).toMatchObject([200, { market: simulator.named.markets['hail'] }]);
  });

  it.each([
    ['{"pause": "markte"}', 'pause: no market "markte": did you mean "market"?'],
    ['{"jump": 1}', 'not one command: pause,'],
    ['[]', 'not one command: pause,'],
    ['{', 'not one command: pause,'],
    ['', 'not one command: pause,'],
    ['{"transfer": {"wallet": "alice", "to": "bob", "cash": 1e9}}', 'transfer: insufficient-cash'],
  ])('refuses %s with 400', async (body, message) => {
    const [status, { error }] = await post(body);
    expect([status, String(error).slice(0, message.length)]).toEqual([400, message]);
  });
});

it('createClient orders and cancels in the words of scenarios, by name and by id', async () => {
  simulator.reset();
  const client = createClient({ url: server.url, credentials: simulator.credentials });
  try {
    const { status, body } = await client.order({ wallet: 'bob', market: 'other', price: 0.41, size: 10 });
    expect([status, body]).toMatchObject([200, { success: true, status: 'live' }]);
    const { orderID } = body as { orderID: string };
    expect(await client.cancel(orderID, wallets[1]?.address)).toMatchObject({ body: { canceled: [orderID] } });
    expect((await client.order({ market: markets[2] ?? '', price: 0.41, size: 10 })).status).toBe(200);
    await expect(client.order({ market: 'nowhere', price: 0.41, size: 10 })).rejects.toThrow(
      'no market "nowhere": pass',
    );
    await expect(client.order({ wallet: 'eve', price: 0.41, size: 10 })).rejects.toThrow('no wallet "eve": there are');
  } finally {
    await client.close();
  }
  expect(() => createClient({ url: 'nonsense', credentials: { wallets } })).toThrow('not a URL');
});

import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../sim/http/server.ts';
import { createSimulator } from '../sim/simulator.ts';
import { drawnPart } from '../spec/fixtures/drawn-part.ts';
import { ROUTES } from '../spec/routes.ts';
import { withControl } from '../wire/http-control.ts';
import { httpTarget } from '../wire/http-target.ts';
import { matchRoute } from '../wire/route-match.ts';
import { findScenarios } from './reading/find-scenarios.ts';
import type { ScenarioResult, StepTraceLine } from './running/result.ts';
import { runScenario } from './running/run-scenario.ts';
import type { Stage } from './stage.ts';
import { deploymentStage } from './stages/deployment.ts';
import { inProcessStage } from './stages/in-process.ts';

const { scenarios, problems } = findScenarios([join(import.meta.dirname, 'library')]);

async function play(
  chosen: typeof scenarios,
  stage: Stage,
  onStepTrace?: (line: StepTraceLine) => void,
): Promise<readonly ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  for (const loaded of chosen) {
    for (const one of loaded.cases)
      results.push(
        await runScenario(loaded, one, stage, { seed: 1, ...(onStepTrace !== undefined && { onStepTrace }) }),
      );
  }
  return results;
}

/** The scenarios that did not pass, in a form that is readable in a test failure. */
function troubles(results: readonly ScenarioResult[]): readonly string[] {
  return results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
    .map(({ file, failures }) => `${file}: ${JSON.stringify(failures[0])}`);
}

it('is read without a problem and holds at least 120 scenarios', () => {
  expect(problems).toEqual([]);
  expect(scenarios.length).toBeGreaterThanOrEqual(120);
});

it('cites a clause in each scenario', () => {
  expect(scenarios.filter(({ scenario }) => scenario.clauses.length === 0).map(({ file }) => file)).toEqual([]);
});

describe('in process', () => {
  let results: readonly ScenarioResult[] = [];
  const successes = new Set<string>();
  const errors = new Set<string>();

  beforeAll(async () => {
    results = await play(scenarios, inProcessStage(), ({ exchange }) => {
      if (exchange?.answer === undefined) return;
      const [path = ''] = exchange.request.target.split('?');
      const route = matchRoute({ method: exchange.request.method, path, query: '', headers: {} });
      const { status } = exchange.answer;
      if (route !== undefined) (status >= 200 && status < 300 ? successes : errors).add(route.id);
    });
  }, 120_000);

  it('all of it passes', () => {
    expect(troubles(results)).toEqual([]);
    expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  });

  it('has a success and an error of every route', () => {
    const ids = ROUTES.map(({ id }) => id).toSorted();
    expect([...successes].toSorted()).toEqual(ids);
    expect([...errors].toSorted()).toEqual(ids);
  });
});

describe('over HTTP', () => {
  const { title, part } = drawnPart(scenarios, 8);

  it(`every scenario of ${title} without a written world, log or restart passes`, async () => {
    const simulator = createSimulator();
    const server = await startServer((request) => simulator.handle(request), { control: simulator });
    try {
      const { wallets, markets = [] } = simulator.credentials;
      const target = await withControl(httpTarget(new URL(server.url)));
      const sleep = async (): Promise<void> => undefined;
      const results = await play(part, deploymentStage({ target, wallets, markets, sleep }));
      expect(troubles(results)).toEqual([]);
      const missing = new Set(results.flatMap((result) => result.missing.map((line) => line.split(':')[0])));
      expect(['address', 'log', 'restart', 'world']).toEqual(expect.arrayContaining([...missing]));
      expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(results.length * 0.5);
    } finally {
      await server.close();
    }
  }, 120_000);
});

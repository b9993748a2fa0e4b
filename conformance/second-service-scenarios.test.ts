/**
 * conformance/second-service-scenarios tests: the library of scenarios, unchanged, against the second service: over
 * HTTP, without control routes, with different choices in every gap of the interface. A scenario that fails
 * has the tag of a decision, and one that is not testable has a reason.
 */
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findScenarios } from '../scenarios/reading/find-scenarios.ts';
import type { ScenarioResult } from '../scenarios/running/result.ts';
import { runScenario } from '../scenarios/running/run-scenario.ts';
import { deploymentStage } from '../scenarios/stages/deployment.ts';
import { httpTarget } from '../wire/http-target.ts';
import { startSecondService } from './fixtures/second-service/server.ts';

const library = join(import.meta.dirname, '../scenarios/library');

/** Scenarios with this tag hold only in the document profile, and the server makes other choices. */
const DECIDED = 'document';

/** One server for each folder of the library, so that folders do not affect each other. */
async function playLibrary(): Promise<readonly ScenarioResult[]> {
  const { scenarios } = findScenarios([library]);
  const results: ScenarioResult[] = [];
  for (const folder of new Set(scenarios.map(({ file }) => dirname(file)))) {
    const server = await startSecondService();
    const { wallets, markets } = server.credentials;
    const stage = deploymentStage({
      target: httpTarget(new URL(server.url)),
      wallets,
      // The first of its markets has offers of other wallets below half a dollar, where scenarios need room.
      markets: markets.slice(1),
      // Waiting has no effect on this server.
      sleep: async () => undefined,
    });
    for (const loaded of scenarios.filter(({ file }) => dirname(file) === folder)) {
      for (const one of loaded.cases) results.push(await runScenario(loaded, one, stage, { seed: 1 }));
    }
    await stage.close();
    await server.close();
  }
  return results;
}

describe('the library against the second service', () => {
  let results: readonly ScenarioResult[] = [];
  beforeAll(async () => {
    results = await playLibrary();
  }, 180_000);

  const of = (verdict: ScenarioResult['verdict']): readonly ScenarioResult[] =>
    results.filter((result) => result.verdict === verdict);
  const filesOf = (list: readonly ScenarioResult[]): readonly string[] => [
    ...new Set(list.map(({ file }) => relative(library, file))),
  ];

  it('has no scenario that cannot be played as it is written', () => {
    expect(of('error').map(({ file, failures }) => `${file}: ${failures[0]?.title}`)).toEqual([]);
  });

  it('fails with decisions that are not the server’s, and with nothing else', () => {
    const undecided = of('fail').filter(({ tags }) => !tags.includes(DECIDED));
    const failed = undecided.map(({ file, failures }) => `${relative(library, file)}: ${JSON.stringify(failures[0])}`);
    expect(failed).toEqual([]);
  });

  it('states for each untested scenario what is missing, and how to provide it', () => {
    const idle = of('not-testable');
    expect(idle.length).toBeGreaterThan(50);
    expect(idle.filter(({ missing }) => missing.length === 0)).toEqual([]);
    expect(idle.flatMap(({ missing }) => missing).filter((line) => !/^[\w.-]+: .{10,}/.test(line))).toEqual([]);
    const words = new Set(idle.flatMap(({ missing }) => missing.map((line) => line.split(':')[0])));
    expect([...words]).toEqual(expect.arrayContaining(['world', 'clock', 'faults', 'restart', 'log']));
  });

  it('passes all the rest', () => {
    expect(filesOf(of('pass')).length).toBeGreaterThan(60);
    expect(of('pass').filter(({ steps }) => steps === 0)).toEqual([]);
  });
});

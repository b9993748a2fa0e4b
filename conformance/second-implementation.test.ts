/**
 * conformance/second-implementation tests: the library of scenarios, unchanged, against a server that was written from the
 * interface alone: over HTTP, without control routes, with choices of its own wherever the interface leaves one. What fails is
 * explained here, file by file, and what cannot be tested says why.
 */
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findScenarios } from '../scenarios/reading/find-scenarios.ts';
import type { ScenarioResult } from '../scenarios/running/result.ts';
import { runScenario } from '../scenarios/running/run-scenario.ts';
import { deploymentStage } from '../scenarios/stages/deployment.ts';
import { httpTarget } from '../wire/http-target.ts';
import { startOddServer } from './fixtures/odd-server/server.ts';

const library = join(import.meta.dirname, '../scenarios/library');

/** Scenarios that hold of the document profile alone say so by this tag: the server decides otherwise. */
const DECIDED = 'document';

/** Every other scenario that fails there, by the choice of the server that it does not expect. */
const EXPLAINED: Readonly<Record<string, readonly string[]>> = {
  'a page has seven live orders, and the story counts or tidies by pages of more': [
    'account/orders-pages.yaml',
    'cancelling/many-in-any-order.yaml',
    'orders/bodies-that-are-no-order.yaml',
  ],
  'trades and activity are listed oldest first': [
    'account/trades-all-filters.yaml',
    'matching/activity-of-both-sides.yaml',
    'matching/stops-at-the-limit.yaml',
    'wallet-data/a-purchase-is-seen-in-every-wallet-list.yaml',
  ],
  'rows that are alike in the column asked for come by id in both directions': [
    'catalogue/ascending-turns-the-market-list-around.yaml',
  ],
  'titles are ordered as people order them, É beside E': [
    'wallet-data/closed-positions-sort-by-the-column-of-the-key.yaml',
  ],
  'dates stand without a time of day, as ISO 8601 allows': [
    'catalogue/event-by-id-carries-every-listed-field.yaml',
    'catalogue/market-by-slug-is-the-market-of-the-list.yaml',
    'catalogue/market-list-carries-every-listed-field.yaml',
  ],
  'errors are told in other words': ['access/a-catalogue-error-has-a-type-and-says-what-is-wrong.yaml'],
  'the same day is written in two ways, both ISO 8601': [
    'wallet-data/a-closed-position-names-its-market-as-the-catalogue-does.yaml',
    'wallet-data/a-position-names-its-market-as-the-catalogue-does.yaml',
  ],
  'the moment of a book is a text in ISO 8601': ['market-data/a-book-agrees-with-its-market.yaml'],
  'the description of a trading market is empty': ['market-data/a-trading-market-agrees-with-the-catalogue.yaml'],
  'the prices of BUY and SELL are those of the sides of the book, not of a taker': [
    'matching/random-orders-never-cross-the-book.yaml',
  ],
  'others rest in the market at a price that the story takes to be free': ['orders/gtc-rests-sides.yaml'],
  'holders name an asset by its token, positions by condition and index': [
    'wallet-data/holders-agree-with-positions-and-profiles.yaml',
  ],
  'the address of the holder has no letter that could be a capital': [
    'wallet-data/positions-carry-every-listed-field.yaml',
  ],
};
const explained = Object.values(EXPLAINED).flat();

/** Each folder of the library meets a server of its own, so that one folder is not judged by what another left. */
async function playLibrary(): Promise<readonly ScenarioResult[]> {
  const { scenarios } = findScenarios([library]);
  const results: ScenarioResult[] = [];
  for (const folder of new Set(scenarios.map(({ file }) => dirname(file)))) {
    const server = await startOddServer();
    const { wallets, markets } = server.credentials;
    const stage = deploymentStage({
      target: httpTarget(new URL(server.url)),
      wallets,
      // Of its markets the first has offers of others below half a dollar, where stories want room.
      markets: markets.slice(1),
      // Nothing comes later on this server: waiting would change nothing.
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

describe('the library against a second implementation', () => {
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

  it('fails with decisions that are not the server’s, and with what is explained, and with nothing else', () => {
    const undecided = of('fail').filter(({ tags }) => !tags.includes(DECIDED));
    const told = undecided
      .filter(({ file }) => !explained.includes(relative(library, file)))
      .map(({ file, failures }) => `${relative(library, file)}: ${failures[0]?.at} ${failures[0]?.title}`);
    expect(told).toEqual([]);
  });

  it('explains nothing that does not fail', () => {
    const failing = filesOf(of('fail'));
    expect(explained.filter((file) => !failing.includes(file))).toEqual([]);
  });

  it('says of everything that is not tested what is missing and how to get it', () => {
    const idle = of('not-testable');
    expect(idle.length).toBeGreaterThan(50);
    expect(idle.filter(({ missing }) => missing.length === 0)).toEqual([]);
    expect(idle.flatMap(({ missing }) => missing).filter((line) => !/^[\w.-]+: .{10,}/.test(line))).toEqual([]);
    const words = new Set(idle.flatMap(({ missing }) => missing.map((line) => line.split(':')[0])));
    expect([...words]).toEqual(expect.arrayContaining(['world', 'clock', 'faults', 'restart', 'log']));
  });

  it('passes all the rest', () => {
    expect(filesOf(of('pass')).length).toBeGreaterThan(100);
    expect(of('pass').filter(({ steps }) => steps === 0)).toEqual([]);
  });
});

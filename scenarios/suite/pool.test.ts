import { afterEach, describe, expect, it } from 'vitest';
import { Scenario } from '../language/scenario.ts';
import type { Loaded } from '../reading/read-scenario.ts';
import { openPool, type SuitePool } from './pool.ts';
import type { Ran, Turn } from './turn.ts';

const pools: SuitePool[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

function pool(jobs: number): SuitePool {
  const opened = openPool('document', jobs);
  pools.push(opened);
  return opened;
}

function turn(name: string, scenario: Omit<Scenario, 'scenario'> | object): Turn {
  const one = { name: undefined, vars: {} };
  const whole = Scenario.parse({ scenario: name, ...scenario });
  const loaded: Loaded = { file: `${name}.yaml`, name, scenario: whole, macros: {}, cases: [one] };
  return { loaded, one };
}

const play = (
  opened: SuitePool,
  turns: readonly Turn[],
  { signal = new AbortController().signal, onDone = (_: Ran): void => undefined } = {},
): Promise<readonly (Ran | undefined)[]> => opened.play({ turns, seed: 1, keepsStepTraces: false, signal, onDone });
const verdicts = (ran: readonly (Ran | undefined)[]): readonly unknown[] => ran.map((one) => one?.result.verdict);

const trades = turn('trades', {
  steps: [{ order: { price: 0.41, size: 10 }, as: 'alice', expect: { status: 200 } }, { advance: '5s' }],
});
const findsNothing = turn('finds nothing', {
  steps: [
    { get: '/data/orders', as: 'alice', expect: { body: { data: [] } } },
    { expectState: { count: { 'order-accepted': 0 } } },
  ],
});
const usesUpLimit = turn('uses up a limit', {
  steps: [
    { repeat: { times: 300, do: [{ get: '/markets', query: 'limit=1' }] } },
    { until: { within: '0ms', do: [{ get: '/markets', query: 'limit=1', expect: { status: 429 } }] } },
  ],
});
const isNotThrottled = turn('is not throttled', { steps: [{ get: '/markets', expect: { status: 200 } }] });

describe('a pool', () => {
  it('plays each scenario on a service in its initial state', async () => {
    const ran = await play(pool(1), [findsNothing, trades, findsNothing, usesUpLimit, isNotThrottled, findsNothing]);
    expect(verdicts(ran)).toEqual(['pass', 'pass', 'pass', 'pass', 'pass', 'pass']);
  });

  it('has the results in order of turns in any number of threads, and plays again on the same threads', async () => {
    const turns = Array.from({ length: 60 }, (_, index) =>
      turn(`draws ${index}`, {
        steps: [{ draw: { limit: { int: [1, 20] } } }, { get: '/markets', query: { limit: '$' + '{limit}' } }],
      }),
    );
    const one = await play(pool(1), turns);
    const three = pool(3);
    three.start();
    expect(await play(three, turns)).toEqual(one);
    expect(await play(three, turns)).toEqual(one);
    expect(one.map((ran) => ran?.result.scenario)).toEqual(turns.map(({ loaded }) => loaded.name));
  });

  it.each([1, 3])('that is stopped keeps its results so far, with %i threads', async (jobs) => {
    const interruption = new AbortController();
    const turns = [isNotThrottled, ...Array.from({ length: 60 }, () => usesUpLimit)];
    const done: string[] = [];
    const ran = await play(pool(jobs), turns, {
      signal: interruption.signal,
      onDone: ({ result }) => {
        done.push(result.scenario);
        if (done.length === 3) interruption.abort();
      },
    });
    const kept = ran.filter((one) => one !== undefined);
    expect(kept.length).toBeGreaterThanOrEqual(3);
    expect(kept.length).toBeLessThan(60);
    expect(new Set(kept.map(({ result }) => result.verdict))).toEqual(new Set(['pass']));
  });

  it('has an error for each turn if no service can be created', async () => {
    const opened = openPool('no such profile', 2);
    pools.push(opened);
    const turns = Array.from({ length: 40 }, () => isNotThrottled);
    expect(new Set(verdicts(await play(opened, turns)))).toEqual(new Set(['error']));
  });
});

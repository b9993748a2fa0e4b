/** conformance/create-simulator.test: a simulator with a broken clause, for tests of clients. */
import { describe, expect, it } from 'vitest';
import { inProcessTarget } from '../sim/in-process-target.ts';
import type { Simulator } from '../sim/simulator.ts';
import { get } from '../wire/message.ts';
import { createSimulator } from './create-simulator.ts';
import { judge } from './judge.ts';

const MUTANT = 'markets.limit-max-exceeded';
const CLAUSE = '4.11/limit.max';

async function brokenClauses(simulator: Simulator): Promise<readonly string[]> {
  const { checks } = await judge({ target: inProcessTarget(simulator), only: ['markets.limit*'] });
  return checks.flatMap(({ findings }) => findings.map(({ clause }) => clause));
}

describe('createSimulator({ mutant })', () => {
  it('breaks its clause, also after a reset', async () => {
    expect(await brokenClauses(createSimulator())).toEqual([]);
    const simulator = createSimulator({ mutant: MUTANT });
    expect(await brokenClauses(simulator)).toContain(CLAUSE);
    simulator.reset();
    expect(await brokenClauses(simulator)).toContain(CLAUSE);
  });

  it('shows in `exchanges` what the client received, and applies the faults of the network', () => {
    const faults = [{ route: 'GET /markets', nth: 1, kind: 'request-lost' }] as const;
    const simulator = createSimulator({ mutant: MUTANT, faults });
    const beyond = get('/markets', { limit: '101' });
    const received = [simulator.handle(beyond), simulator.handle(beyond)];
    expect(received.map(({ status }) => status)).toEqual([0, 200]);
    expect(simulator.exchanges.all.map(({ response }) => response)).toEqual(received);
  });

  it.each<[unknown, string]>([
    [
      'markets.limit-max-exceede',
      'there is no mutant "markets.limit-max-exceede"; did you mean "markets.limit-max-exceeded"?',
    ],
    ['nothing like it', 'there is no mutant "nothing like it"; touchstone serve --list-mutants lists them'],
    [7, 'there is no mutant "7"; touchstone serve --list-mutants lists them'],
  ])('%j is refused in one line', (mutant, message) => {
    expect(() => createSimulator({ mutant: mutant as string })).toThrow(new Error(`createSimulator: ${message}`));
  });
});

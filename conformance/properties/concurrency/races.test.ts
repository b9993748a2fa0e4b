/** conformance/properties/concurrency tests: real races over real connections are found; lawful services have none. */
import { describe, expect, it } from 'vitest';
import { startServer } from '../../../sim/http/server.ts';
import { inProcessTarget } from '../../../sim/in-process-target.ts';
import { createSimulator } from '../../../sim/simulator.ts';
import { httpTarget } from '../../../wire/http-target.ts';
import type { Handler } from '../../../wire/message.ts';
import type { ClauseId } from '../../check.ts';
import { startSecondService } from '../../fixtures/second-service/server.ts';
import type { CheckResult } from '../../report.ts';
import { resultOf, WHOLE } from '../fixtures/explored.ts';
import type { Property } from '../property.ts';
import { FLAWS, type Flaw, racyVenue } from './fixtures/racy-venue.ts';
import { concurrencyProperties } from './properties.ts';

const [contests] = concurrencyProperties as readonly [Property];

/** The same requests from a single client. */
const oneByOne: Property = {
  ...contests,
  open: async (context, extent) => {
    const { arbitrary, judge, inTurn = (drawn) => drawn } = await contests.open(context, extent);
    return { arbitrary, judge: (trial, drawn) => judge(trial, inTurn(drawn)) };
  },
};

const simulator = createSimulator({ seed: '1', world: 'small' });

/** Each request comes a fifth of a second after the one before, so that none is throttled. */
const catalog: Handler = (request) => {
  simulator.advance(200);
  return simulator.handle(request);
};

/** A run over real connections against a fresh venue in front of the simulator. */
async function judged(property: Property, flaw: Flaw | undefined, runs: number): Promise<CheckResult> {
  const server = await startServer(racyVenue(catalog, flaw), { clock: () => Date.now() });
  const target = httpTarget(new URL(server.url));
  const exploration = { ...WHOLE, runs, seed: 7, shrinkMax: 1 };
  const { credentials } = simulator;
  try {
    return await resultOf(property, exploration, { target, credentials, profile: 'document', patience: 0.02 });
  } finally {
    await target.close();
    await server.close();
  }
}

/** The clauses that a flaw may break. */
const BROKEN: Readonly<Record<Flaw, readonly ClauseId[]>> = {
  'double fill': ['4.3/fill.size'],
  'lost cancel': ['4.4/effect.live-orders', '4.4/effect.book'],
  'double cancel': ['4.4/twice'],
  'ghost in the book': ['4.4/effect.book'],
  'duplicate accepted twice': ['D/order-duplicate'],
};

describe('races', () => {
  it.each(FLAWS)('of a %s are found', { timeout: 60_000 }, async (flaw) => {
    const { findings } = await judged(contests, flaw, 10);
    const clauses = findings.map(({ clause }) => clause);
    expect(clauses).not.toEqual([]);
    expect(findings.map(({ counterexample }) => counterexample?.repeatedInTurn)).toEqual(findings.map(() => 0));
    expect(BROKEN[flaw]).toEqual(expect.arrayContaining(clauses));
  });

  it.each(FLAWS)('of a %s cannot be seen by one client', { timeout: 60_000 }, async (flaw) => {
    expect((await judged(oneByOne, flaw, 4)).findings).toEqual([]);
  });

  it('are none in a venue without a flaw', async () => {
    expect(await judged(contests, undefined, 6)).toMatchObject({ findings: [], verdict: 'pass' });
  });
});

describe('contests of a lawful service', () => {
  it.each(['1', '2', '3'])('find nothing on the simulator with seed %s', async (seed) => {
    const sim = createSimulator({ seed, world: 'small' });
    const options = { target: inProcessTarget(sim), credentials: sim.credentials, profile: 'document', seed };
    expect(await resultOf(contests, { ...WHOLE, runs: 12 }, options)).toMatchObject({ findings: [], verdict: 'pass' });
  });

  it('find nothing on the second service', async () => {
    const service = await startSecondService();
    const options = { target: httpTarget(new URL(service.url)), credentials: service.credentials, patience: 0.02 };
    try {
      const { findings } = await resultOf(contests, { ...WHOLE, runs: 5 }, options);
      // The interface does not forbid a second order like the first.
      expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    } finally {
      await options.target.close();
      await service.close();
    }
  });
});

/** conformance/properties/histories tests: lawful services keep every relation, and each kind of fault is found. */
import { describe, expect, it } from 'vitest';
import { inProcessTarget } from '../../../sim/in-process-target.ts';
import { createSimulator } from '../../../sim/simulator.ts';
import { httpTarget } from '../../../wire/http-target.ts';
import { startOddServer } from '../../fixtures/odd-server/server.ts';
import { explored, WHOLE } from '../fixtures/explored.ts';
import { historyProperties } from './properties.ts';

describe('histories of a lawful service', () => {
  it.each(historyProperties.flatMap((property) => ['1', '2'].map((seed) => [property.id, seed, property] as const)))(
    'find nothing on the simulator: %s, seed %s',
    async (_, seed, property) => {
      const sim = createSimulator({ seed, world: 'small' });
      const options = { target: inProcessTarget(sim), credentials: sim.credentials, profile: 'document', seed };
      const result = await explored(property, { ...WHOLE, runs: 30 }, options);
      expect(result).toMatchObject({ findings: [], verdict: 'pass' });
    },
  );

  it('find nothing on a second implementation', async () => {
    const odd = await startOddServer();
    const options = { target: httpTarget(new URL(odd.url)), credentials: odd.credentials, patience: 0.1 };
    try {
      for (const property of historyProperties) {
        const { findings } = await explored(property, { ...WHOLE, runs: 8 }, options);
        expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
      }
    } finally {
      await options.target.close();
      await odd.close();
    }
  });
});

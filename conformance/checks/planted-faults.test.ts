/** conformance/checks tests: a check finds the fault that is planted for it through its clause, and passes without the fault. */
import { describe, expect, it } from 'vitest';
import { plantedFaults } from '../fixtures/planted/faults.ts';
import { brokenClauses, sound } from '../fixtures/planted/plants.ts';

describe('a check', () => {
  it.each(plantedFaults)('%s: %s fails with %s', async (check, clause, _, plant) => {
    expect(await brokenClauses([check], plant, true)).toContain(clause);
  });

  it('finds nothing in the service as it is', async () => {
    expect(await brokenClauses([...new Set(plantedFaults.map(([check]) => check))], sound, true)).toEqual([]);
  });
});

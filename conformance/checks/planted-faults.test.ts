/**
 * conformance/checks tests: a check finds the fault that is planted for it through its clause, and passes without the fault.
 * Many checks share a run, in which each fault is planted only while its check runs.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { plantedFaults } from '../../proof/judge/planted/faults.ts';
import { brokenByFault, brokenClauses, type PlantedFault, sound } from '../../proof/judge/planted/plants.ts';

describe('a check', () => {
  const broken = new Map<PlantedFault, readonly string[]>();

  /** One run for the first fault of every check, another one for the second faults, and so on. */
  beforeAll(async () => {
    for (let left = plantedFaults; left.length > 0; left = left.filter((fault) => !broken.has(fault))) {
      const firsts = new Map(left.toReversed().map((fault) => [fault[0], fault]));
      for (const [fault, clauses] of await brokenByFault([...firsts.values()])) broken.set(fault, clauses);
    }
  });

  it.each(plantedFaults.map((fault) => ({ fault, title: `${fault[0]}: ${fault[1]} fails with ${fault[2]}` })))(
    '$title',
    ({ fault }) => {
      expect(broken.get(fault)).toContain(fault[1]);
    },
  );

  it('finds nothing in the service as it is', async () => {
    expect(await brokenClauses([...new Set(plantedFaults.map(([check]) => check))], sound, true)).toEqual([]);
  });
});

/**
 * conformance/checks tests: a check finds the fault that is planted for it through its clause, and passes without the
 * fault. Many checks share a run, in which each fault is planted only while its check runs.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { seenMutants } from '../../proof/judge/catalog.ts';
import { brokenByMutant, brokenClauses, sound } from '../../proof/judge/fixtures/planting.ts';
import type { Mutant } from '../../proof/judge/variant.ts';

describe('a check', () => {
  const broken = new Map<Mutant, readonly string[]>();

  /** One run for the first fault of every check, another one for the second faults, and so on. */
  beforeAll(async () => {
    for (let left = seenMutants; left.length > 0; left = left.filter((mutant) => !broken.has(mutant))) {
      const firsts = new Map(left.toReversed().map((mutant) => [mutant.seenBy, mutant]));
      for (const [mutant, clauses] of await brokenByMutant([...firsts.values()])) broken.set(mutant, clauses);
    }
  });

  it.each(
    seenMutants.map((mutant) => ({ mutant, title: `${mutant.seenBy}: ${mutant.breaks} fails with ${mutant.title}` })),
  )('$title', ({ mutant }) => {
    expect(broken.get(mutant)).toContain(mutant.breaks);
  });

  it('finds nothing in the service as it is', async () => {
    expect(await brokenClauses([...new Set(seenMutants.flatMap(({ seenBy = [] }) => seenBy))], sound, true)).toEqual(
      [],
    );
  });
});

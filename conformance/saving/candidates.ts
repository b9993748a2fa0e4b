/**
 * conformance/saving/candidates: the expectations that a saved scenario of a finding may end with, the best first: the one that the
 * check stated, then those that the faithful simulator shows.
 */
import type { Sighting } from '../execution/history.ts';
import type { Bench } from './bench.ts';
import type { Material } from './material.ts';
import { type Named, namedValues } from './named-values.ts';
import type { SavingOptions } from './scenario-text.ts';
import { simulatedExpectations } from './simulated.ts';

/** An expectation, and the place of the exchange whose response it judges. */
export type Candidate = Named & { readonly judged: number };

export async function candidatesOf(
  sighting: Sighting,
  material: Material,
  bench: Bench,
  options: SavingOptions,
): Promise<readonly Candidate[]> {
  const { expectation } = sighting.deviation;
  const stated = expectation === undefined ? [] : [{ judged: material.cited, expect: expectation }];
  const shown = bench.isSameWorld ? await simulatedExpectations(sighting, material, bench, options) : [];
  return [...stated, ...shown].map(({ judged, expect }) => ({ judged, ...namedValues(expect, judged, material) }));
}

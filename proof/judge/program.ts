/** proof/judge/program: trials of variants as leased work. An item is a variant with one seed. */
import { z } from 'zod';
import { invariant } from '../../base/result.ts';
import type { Check } from '../../conformance/check.ts';
import { THOROUGH } from '../../conformance/properties/checks.ts';
import type { Property } from '../../conformance/properties/property.ts';
import { explorationChecks, suiteOf } from '../../conformance/suite.ts';
import { type LeasedProgram, type ProgramName, parseSettings } from '../../lease/work.ts';
import { everyVariant, profileMutants } from './catalog.ts';
import { newJudge, type Trial } from './trial.ts';

const VariantWork = z.strictObject({
  ids: z.array(z.string()).min(1).max(10_000).readonly(),
  /** The first seed. */
  from: z.int().nonnegative(),
  world: z.enum(['small', 'medium']).exactOptional(),
  hasFew: z.boolean(),
  /** Judges by the properties alone, with about this many requests of each; by default by all checks. */
  requests: z.int().positive().exactOptional(),
  profile: z.string().exactOptional(),
});
export type VariantWork = z.infer<typeof VariantWork>;

export type TrialDone = Trial & { readonly seconds: number };

export const variantProgram: ProgramName = { name: 'variants', module: new URL(import.meta.url) };

/** Requests of each property for one variant, as far as its stated cost shows. */
export const REQUESTS = { mutant: 1_200, quirk: 200 };

/** The cases of a property in that many requests. */
export function runsIn(requests: number): (property: Property) => number {
  return ({ cost: { perCase } }) => Math.ceil(requests / Object.values(perCase).reduce((sum, count) => sum + count, 0));
}

/** @public Workers import it by this name. */
export const program = programWith((requests, profile) =>
  requests === undefined ? suiteOf(profile) : explorationChecks(THOROUGH, runsIn(requests)),
);

export function programWith(
  checksOf: (requests: number | undefined, profile: string | undefined) => readonly Check[],
): LeasedProgram<VariantWork, TrialDone> {
  return {
    open(settings) {
      const { ids, from, requests, ...lab } = parseSettings(VariantWork, settings);
      const known = new Map([...everyVariant, ...profileMutants].map((variant) => [variant.id, variant]));
      const bytesMax = requests && Number.POSITIVE_INFINITY;
      const judge = newJudge({ checks: checksOf(requests, lab.profile), ...lab, ...(bytesMax && { bytesMax }) });
      return {
        async run(item) {
          const variant = known.get(ids[item % ids.length] ?? '');
          invariant(variant !== undefined, `the catalog has no variant ${ids[item % ids.length]}`);
          const start = performance.now();
          const trial = await judge(variant, String(from + Math.floor(item / ids.length)));
          return { ...trial, seconds: (performance.now() - start) / 1_000 };
        },
        close: () => undefined,
      };
    },
  };
}

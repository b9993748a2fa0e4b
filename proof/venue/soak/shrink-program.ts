/** proof/venue/soak/shrink-program: the shrinker as leased work. An item is a failing seed. */
import { z } from 'zod';
import { type LeasedProgram, type ProgramName, parseSettings } from '../../../lease/work.ts';
import { EachSeed, settingsOf } from './seed-program.ts';
import { smallestRun } from './shrinker.ts';
import type { Trace } from './trace.ts';

const ShrinkJob = EachSeed.extend({
  /** Milliseconds for one seed; 0 leaves its run unchanged. */
  minimiseMs: z.int().min(0).max(3_600_000),
});
export type ShrinkJob = z.infer<typeof ShrinkJob>;

/** Without a trace if the seed does not fail a second time. */
export type ShrinkResult = { readonly trace?: Trace };

export const shrinkProgram: ProgramName = { name: 'soak-shrink', module: new URL(import.meta.url) };

/** @public Workers import it by this name. */
export const program: LeasedProgram<ShrinkJob, ShrinkResult> = {
  open(settings) {
    const { minimiseMs, ...each } = parseSettings(ShrinkJob, settings);
    return {
      run(seed) {
        const trace = smallestRun(settingsOf(each, seed), minimiseMs);
        return trace === undefined ? {} : { trace };
      },
      close: () => undefined,
    };
  },
};

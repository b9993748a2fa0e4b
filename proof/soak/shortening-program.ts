/** proof/soak/shortening-program: minimal runs of failing seeds as leased work. An item is a seed. */
import { z } from 'zod';
import { type LeasedProgram, type ProgramName, parseSettings } from '../../lease/work.ts';
import { smallestRun } from './minimising.ts';
import { EachSeed, settingsOf } from './seed-program.ts';
import type { Trace } from './trace.ts';

const Shortening = EachSeed.extend({
  /** Milliseconds for one seed; 0 leaves its run as it is. */
  minimiseMs: z.int().min(0).max(3_600_000),
});
export type Shortening = z.infer<typeof Shortening>;

/** Without a trace if the seed does not fail a second time. */
export type Shortened = { readonly trace?: Trace };

export const shorteningProgram: ProgramName = { name: 'soak-shorten', module: new URL(import.meta.url) };

/** @public Workers import it by this name. */
export const program: LeasedProgram<Shortening, Shortened> = {
  open(settings) {
    const { minimiseMs, ...each } = parseSettings(Shortening, settings);
    return {
      run(seed) {
        const trace = smallestRun(settingsOf(each, seed), minimiseMs);
        return trace === undefined ? {} : { trace };
      },
      close: () => undefined,
    };
  },
};

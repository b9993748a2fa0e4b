/** proof/venue/soak/seed-program: a soak as leased work. An item is a seed. */
import { z } from 'zod';
import { type LeasedProgram, type ProgramName, parseSettings } from '../../../lease/work.ts';
import { canaryOf } from './canary.ts';
import { type Marks, newMarks } from './marks.ts';
import { runSeed, type SeedRun, type SeedSettings } from './seed-run.ts';

export const EachSeed = z.strictObject({
  commands: z.int().min(1).max(1_000_000),
  audit: z.enum(['light', 'full', 'naive']),
  isCanary: z.boolean(),
});
export type EachSeed = z.infer<typeof EachSeed>;

export type Soaked = { readonly run: SeedRun; readonly marks: Marks };

export const seedProgram: ProgramName = { name: 'soak', module: new URL(import.meta.url) };

/** @public Workers import it by this name. */
export const program: LeasedProgram<EachSeed, Soaked> = {
  open(settings) {
    const each = parseSettings(EachSeed, settings);
    return {
      run(seed) {
        const marks = newMarks();
        return { run: runSeed(settingsOf(each, seed), marks), marks };
      },
      close: () => undefined,
    };
  },
};

export function settingsOf({ commands, audit, isCanary }: EachSeed, seed: number): SeedSettings {
  return { seed, commands, audit, canary: isCanary ? canaryOf(seed) : undefined };
}

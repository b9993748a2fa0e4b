/** proof/judge/mutant-program: a kill matrix as leased work. An item is the index of a mutant in the catalog. */
import { z } from 'zod';
import { type LeasedProgram, type ProgramName, parseSettings } from '../../lease/work.ts';
import { invariant } from '../../spec/result.ts';
import { everyMutant } from './catalog.ts';
import { type LabSettings, type MatrixRow, newJudge } from './kill-matrix.ts';

const Settings = z.strictObject({
  seed: z.string().max(100),
  world: z.enum(['small', 'medium']).exactOptional(),
  hasFew: z.boolean(),
});

export const mutantProgram: ProgramName = { name: 'mutants', module: new URL(import.meta.url) };

/** @public Workers import it by this name. */
export const program: LeasedProgram<LabSettings, MatrixRow> = {
  open(settings) {
    const judge = newJudge(parseSettings(Settings, settings));
    return {
      run(place) {
        const mutant = everyMutant[place];
        invariant(mutant !== undefined, `the catalog has no mutant ${place}`);
        return judge(mutant);
      },
      close: () => undefined,
    };
  },
};

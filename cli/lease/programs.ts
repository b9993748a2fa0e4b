/** cli/lease/programs: the programs that a worker of a queue runs, by name, and the folder to which it restricts the files of sweeps. */
import { basename, join } from 'node:path';
import { SWEEP_PROGRAM } from '../../backtest/sweep/program.ts';
import { WorkerSettings } from '../../backtest/sweep/settings.ts';
import { withoutLinks } from '../../backtest/thread-permissions.ts';
import type { WorkerProgram } from '../../lease/queue/worker.ts';
import { type Json, parseSettings, WorkRefused } from '../../lease/work.ts';
import { variantProgram } from '../../proof/judge/program.ts';
import { seedProgram } from '../../proof/venue/soak/seed-program.ts';
import { shrinkProgram } from '../../proof/venue/soak/shrink-program.ts';

/** A sweep runs code, its strategy: without a folder for them a worker refuses sweeps. */
export function leasedPrograms(folder: string | undefined): readonly WorkerProgram[] {
  const localSettings = (settings: Json): Json => {
    if (folder === undefined) throw new WorkRefused('a worker runs no sweeps without --files FOLDER');
    const { sweep, files } = parseSettings(WorkerSettings, settings);
    const here = (file: string): string => {
      const name = basename(file);
      if (name === '..') throw new WorkRefused(`${file} is not within the folder of --files`);
      return join(folder, name);
    };
    const strategy = withoutLinks(here(files.strategy));
    const allowRead = sweep.allowRead.map(here);
    return { sweep: { ...sweep, allowRead }, files: { strategy, recording: here(files.recording) } };
  };
  return [seedProgram, shrinkProgram, variantProgram, { ...SWEEP_PROGRAM, localSettings }];
}

/** cli/worker/worker: the work of `touchstone worker`: one line for each range, until it is interrupted. */

import { availableParallelism, hostname } from 'node:os';
import { basename, join } from 'node:path';
import { SWEEP_PROGRAM } from '../../backtest/sweep/program.ts';
import { WorkerSettings } from '../../backtest/sweep/settings.ts';
import { withoutLinks } from '../../backtest/thread-permissions.ts';
import { counted } from '../../base/counted.ts';
import { openWorker, type RangeReport, type WorkerProgram } from '../../lease/queue/worker.ts';
import { type Json, parseSettings, WorkRefused } from '../../lease/work.ts';
import { variantProgram } from '../../proof/judge/program.ts';
import { seedProgram } from '../../proof/venue/soak/seed-program.ts';
import { shrinkProgram } from '../../proof/venue/soak/shrink-program.ts';
import { visible } from '../../reports/untrusted.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { queueAddress, usingQueue } from '../lease/queue-address.ts';
import { onInterruption } from '../terminal/interruption.ts';
import { version } from '../version.ts';
import type { WorkerFlags } from './command.ts';

/** Takes ranges from the queue until it is interrupted. Throws `CliError` if the queue cannot be used. */
export async function work({ queue, files, jobs = availableParallelism() }: WorkerFlags): Promise<ExitCode> {
  const { promise: interrupted, resolve } = Promise.withResolvers<void>();
  const release = onInterruption(resolve);
  try {
    return await usingQueue(async () => {
      const address = queueAddress(queue);
      const worker = await openWorker({
        address,
        version: version(),
        name: `${hostname()}-${process.pid}`,
        jobs,
        programs: leasedPrograms(files),
        onRange: (range) => process.stdout.write(`${lineOf(range)}\n`),
        onNotice: (text) => process.stderr.write(`touchstone: ${visible(text)}\n`),
      });
      const threads = counted(jobs, 'thread');
      process.stdout.write(`touchstone ${version()} takes work from ${address.name} in ${threads}; Ctrl-C ends it\n`);
      await interrupted;
      await worker.close();
      return EXIT.interrupted;
    });
  } finally {
    release();
  }
}

function lineOf({ program, items, milliseconds, result }: RangeReport) {
  const [first = 0, last = first] = [items[0], items.at(-1)];
  const several = last - first === items.length - 1 ? `range ${first} to ${last}` : `${items.length} items`;
  const range = items.length === 1 ? `item ${first}` : several;
  const seconds = `${(milliseconds / 1_000).toFixed(1)} s`;
  if (result.kind === 'unusable') return visible(`${range} of ${program}: not usable: ${result.message}`);
  const wrong = result.outcomes.filter(({ kind }) => kind !== 'done').length;
  return `${range} of ${program}, ${seconds}${wrong === 0 ? '' : `, ${wrong} lost or failed`}`;
}

/** A sweep runs code, its strategy: without a folder for them a worker refuses sweeps. */
export function leasedPrograms(folder: string | undefined): readonly WorkerProgram[] {
  const localSettings = (settings: Json): Json => {
    if (folder === undefined) throw new WorkRefused('a worker runs no sweeps without --files FOLDER');
    const { sweep, files } = parseSettings(WorkerSettings, settings);
    const here = (file: string) => {
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

/** cli/worker/command: `touchstone worker`: runs ranges of work from a queue, so machines share a soak or sweep. */
import { Command, Option } from '@commander-js/extra-typings';
import { type FlagsOf, wholeNumber } from '../flags/options.ts';
import { QUEUE_FLAG } from '../lease/queue-flag.ts';

export type WorkerFlags = FlagsOf<typeof workerCommand>;

const examples = `
Examples:
  $ touchstone worker --queue redis://10.0.0.5            one on each machine, on all its cores
  $ touchstone worker --queue redis://10.0.0.5 --jobs 2   in two threads
  $ touchstone worker --queue redis://10.0.0.5 --files ~/sweeps   runs sweeps too, with files of this folder
  $ touchstone soak --queue redis://10.0.0.5 --seeds 100000   sends work to them, from any machine

The queue needs the packages bullmq and ioredis (npm install bullmq ioredis) and Redis 6.2 or newer.
TOUCHSTONE_REDIS_PASSWORD is the password if the address has none. All machines need the same version of touchstone.
A worker that is killed loses nothing: another worker runs its ranges. docs/several-machines.md is the guide.

Exit codes:
  2 usage, credentials or a missing package    3 Redis cannot be reached    6 error in touchstone itself
  130 interrupted, which is how a worker ends`;

export function workerCommand() {
  return new Command('worker')
    .description('run parts of work (soak, mutants, quirks, sweep) that several machines share by a queue')
    .addOption(
      new Option(
        QUEUE_FLAG,
        'the queue to take work from: redis://HOST[:PORT][/DATABASE] (docs/several-machines.md)',
      ).makeOptionMandatory(),
    )
    .option('--jobs <count>', 'threads (default: one for each core)', wholeNumber(1, 256))
    .option('--files <folder>', 'run sweeps too: the folder with their strategies and recordings')
    .addHelpText('after', examples);
}

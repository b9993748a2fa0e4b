/** cli/lease/lease: leases work to threads of this process, or with `--queue` to machines of a queue. */

import { availableParallelism } from 'node:os';
import { counted } from '../../base/counted.ts';
import { openThreads } from '../../lease/threads.ts';
import { type Lease, WorkRefused } from '../../lease/work.ts';
import { CliError } from '../exit.ts';
import { onInterruption } from '../terminal/interruption.ts';
import { version } from '../version.ts';
import { queueAddress, usingQueue } from './queue-address.ts';

export type LeaseFlags = {
  /** Threads; by default one for each core. */
  readonly jobs?: number | undefined;
  readonly queue?: string | undefined;
};

export type OpenLease = { readonly lease: Lease; readonly workers: string; readonly interruption: AbortSignal };

/** Runs `work` with a lease that is closed afterwards. Ctrl-C aborts `interruption`; a second one ends the process. */
export async function withLease<Result>(
  flags: LeaseFlags,
  work: (open: OpenLease) => Promise<Result>,
): Promise<Result> {
  const interruption = new AbortController();
  const release = onInterruption(() => interruption.abort());
  try {
    return await usingQueue(async () => {
      const open = await openLease(flags);
      try {
        return await work({ ...open, interruption: interruption.signal });
      } catch (error) {
        throw error instanceof WorkRefused ? new CliError(error.message) : error;
      } finally {
        await open.lease.close();
      }
    });
  } finally {
    release();
  }
}

async function openLease({ jobs, queue }: LeaseFlags): Promise<Omit<OpenLease, 'interruption'>> {
  if (queue === undefined) {
    const threads = jobs ?? availableParallelism();
    return { lease: openThreads(threads), workers: counted(threads, 'thread') };
  }
  if (jobs !== undefined) throw new CliError('--jobs is not for --queue: each worker has its own --jobs');
  const address = queueAddress(queue);
  const { openQueue } = await import('../../lease/queue/queue.ts');
  const onNotice = (text: string): void => void process.stderr.write(`touchstone: ${text}\n`);
  const lease = await openQueue({ address, version: version(), onNotice });
  return { lease, workers: `the workers of ${address.name}` };
}

/** cli/leasing: where work that exceeds one thread runs: in threads of this process. */
import { availableParallelism } from 'node:os';
import { openThreads } from '../lease/threads.ts';
import type { Lease } from '../lease/work.ts';
import { onInterruption } from './interruption.ts';

export type LeaseFlags = { readonly jobs?: number };

type OpenLease = {
  readonly lease: Lease;
  /** Who works, in words: `2 threads`. */
  readonly workers: string;
};

function openLease({ jobs = availableParallelism() }: LeaseFlags): OpenLease {
  return { lease: openThreads(jobs), workers: jobs === 1 ? '1 thread' : `${jobs} threads` };
}

/** Runs `work` with a lease that is closed afterwards. Ctrl-C aborts `interruption`; a second one ends the process. */
export async function withLease<Result>(
  flags: LeaseFlags,
  work: (open: OpenLease & { readonly interruption: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  const interruption = new AbortController();
  const release = onInterruption(() => interruption.abort());
  const open = openLease(flags);
  try {
    return await work({ ...open, interruption: interruption.signal });
  } finally {
    await open.lease.close();
    release();
  }
}

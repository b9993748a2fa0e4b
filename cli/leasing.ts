/** cli/leasing: where work that exceeds one thread runs: in threads of this process. */
import { availableParallelism } from 'node:os';
import { openThreads } from '../lease/threads.ts';
import type { Lease } from '../lease/work.ts';

export type LeaseFlags = { readonly jobs?: number };

export type OpenLease = {
  readonly lease: Lease;
  /** Who works, in words: `2 threads`. */
  readonly workers: string;
};

export function openLease({ jobs = availableParallelism() }: LeaseFlags): OpenLease {
  return { lease: openThreads(jobs), workers: jobs === 1 ? '1 thread' : `${jobs} threads` };
}

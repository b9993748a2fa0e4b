/** lease/threads: a lease whose workers are threads of this process. */
import { rangesOf } from './ranges.ts';
import { type LeasedThread, openThread } from './thread.ts';
import type { ItemEnd, Json, Lease, LeaseOptions, Work } from './work.ts';

/** At most `jobs` threads. They start with a range, and stay for the next work until the lease is closed. */
export function openThreads(jobs: number): Lease {
  const threads: readonly LeasedThread[] = Array.from({ length: jobs }, openThread);
  const endAll = (): Promise<unknown> => Promise.all(threads.map((thread) => thread.end()));
  return {
    async run<Settings extends Json, Result extends Json>(
      work: Work<Settings>,
      { onOutcome, stop, interruption }: LeaseOptions<Result>,
    ) {
      const ranges = rangesOf(work.items, work.rangeSize);
      let unended: readonly number[] = [];
      const interrupt = () => {
        unended = threads.flatMap(({ item }) => item ?? []).sort((one, other) => one - other);
        void endAll();
      };
      const isOver = () => stop?.aborted === true || interruption?.aborted === true;
      const runRanges = async (thread: LeasedThread) => {
        while (!isOver()) {
          const range = ranges.next().value;
          if (range === undefined) return;
          await thread.run(work, range, (item, outcome) => onOutcome(item, outcome as ItemEnd<Result>));
        }
      };
      interruption?.addEventListener('abort', interrupt, { once: true });
      const running = threads.map(runRanges);
      try {
        await Promise.all(running);
        return unended;
      } catch (error) {
        await endAll();
        throw error;
      } finally {
        await Promise.allSettled(running);
        interruption?.removeEventListener('abort', interrupt);
      }
    },
    async close() {
      await endAll();
    },
  };
}

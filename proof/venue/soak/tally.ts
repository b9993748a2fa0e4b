/** proof/venue/soak/tally: sums up outcomes by seed, so that the number of workers changes nothing. */
import { createHash } from 'node:crypto';
import { addMarks, type Marks, newMarks } from './marks.ts';
import type { SeedRun } from './seed-run.ts';

export type Tallied = Readonly<{
  /** Number of seeds; without gaps, unless some were no longer awaited. */
  seeds: number;
  commands: number;
  events: number;
  /** Number of failures, and the first of them by seed. */
  failed: number;
  failures: readonly SeedRun[];
  /** Every seed in order, if requested. */
  runs: readonly SeedRun[];
  marks: Marks;
  /** Hash over the hashes of all seeds. */
  hash: string;
}>;

/** Kept failures; all are counted. */
const FAILURES_MAX = 1_000;

/** Runs may be added in any order; an early one waits for the seeds before it. */
export function newTally(from: number, keepsRuns: boolean) {
  const early = new Map<number, SeedRun>();
  const marks = newMarks();
  const hash = createHash('sha256');
  const runs: SeedRun[] = [];
  const failures: SeedRun[] = [];
  const sums = { seeds: 0, commands: 0, events: 0 };
  let done = 0;
  let failed = 0;
  const count = (run: SeedRun) => {
    hash.update(`${run.seed} ${run.hash}\n`);
    sums.seeds += 1;
    sums.commands += run.commands;
    sums.events += run.events;
    if (keepsRuns) runs.push(run);
    if (run.failure !== undefined && failures.length < FAILURES_MAX) failures.push(run);
  };
  return {
    get done() {
      return done;
    },
    get failed() {
      return failed;
    },
    add(added: SeedRun, moreMarks: Marks) {
      done += 1;
      if (added.failure !== undefined) failed += 1;
      addMarks(marks, moreMarks);
      early.set(added.seed, added);
      for (let run = early.get(from + sums.seeds); run !== undefined; run = early.get(from + sums.seeds)) {
        early.delete(run.seed);
        count(run);
      }
    },
    result() {
      // After an interruption some runs are early, because a seed before them never ended.
      for (const run of [...early.values()].sort((one, other) => one.seed - other.seed)) count(run);
      return { ...sums, failed, failures, runs, marks, hash: hash.digest('hex').slice(0, 16) };
    },
  };
}

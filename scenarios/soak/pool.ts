/**
 * scenarios/soak/pool: a soak over many seeds in several threads. Seeds are handed out in order in small ranges; what comes
 * back is put together in order of seed, so that the number of threads changes nothing but the time it takes.
 */
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { addMarks, type Marks, newMarks } from './marks.ts';
import type { SeedRun } from './seed-run.ts';
import type { Trace } from './trace.ts';
import { type Answer, type SoakThread, type Task, type WorkerSettings, workerUrl } from './worker.ts';

export type SoakSettings = WorkerSettings & {
  readonly from: number;
  /** Seeds at most. */
  readonly seeds: number;
  readonly jobs: number;
  /** Keeps the run of every seed, not only those that failed. */
  readonly keepsRuns?: boolean;
  /** Hands out no more seeds once aborted; those that run are finished. */
  readonly stop?: AbortSignal;
  /** Leaves failing runs as they are, because somebody waits for the end. */
  readonly interruption?: AbortSignal;
  readonly onProgress?: (done: number, failures: number) => void;
};

export type Soak = {
  /** How many seeds ran, from the first one on without a gap. */
  readonly seeds: number;
  readonly commands: number;
  readonly events: number;
  /** How many failed, and the first of them in order of seed. */
  readonly failed: number;
  readonly failures: readonly SeedRun[];
  /** Every seed, in order, where that was wanted. */
  readonly runs: readonly SeedRun[];
  readonly marks: Marks;
  /** One hash over the hashes of all seeds. */
  readonly hash: string;
  /** Minimal runs of the first failures, one of each kind. */
  readonly traces: readonly Trace[];
};

/** Seeds handed out at a time: a fraction of a second's work. */
const RANGE = { light: 8, full: 4, naive: 2 } as const;
/** Kinds of failures of which one run is made small. */
const SHORTENED_MAX = 3;
/** Failures that are kept; all are counted. */
const FAILURES_MAX = 1_000;

/** Runs the seeds. Rejects only where a thread itself breaks down. */
export async function soak(settings: SoakSettings): Promise<Soak> {
  const { from, seeds, jobs, stop, onProgress, interruption } = settings;
  const tally = newTally(from, settings.keepsRuns === true);
  const end = from + seeds;
  let next = from;
  // A thread takes longer to start than a range of seeds to run.
  const threads = Math.min(jobs, Math.ceil(seeds / RANGE[settings.audit]));
  const workers = Array.from({ length: threads }, () => startWorker(settings));
  try {
    const runRanges = async (worker: Worker): Promise<void> => {
      while (next < end && stop?.aborted !== true) {
        const first = next;
        const count = Math.min(RANGE[settings.audit], end - first);
        next += count;
        const answer = await ask(worker, { kind: 'run', from: first, count });
        if (answer.kind !== 'ran') continue;
        tally.add(first, answer.runs, answer.marks);
        onProgress?.(tally.done, tally.failed);
      }
    };
    await Promise.all(workers.map(runRanges));
    const result = tally.result();
    return { ...result, traces: await Promise.race([shortened(result.failures, workers), nothingOnce(interruption)]) };
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** No traces as soon as the signal is given. */
function nothingOnce(signal: AbortSignal | undefined): Promise<readonly Trace[]> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve([]);
    signal?.addEventListener('abort', () => resolve([]), { once: true });
  });
}

type Tally = {
  readonly done: number;
  readonly failed: number;
  /** Takes in the runs of the range that begins with seed `first`. */
  add(first: number, runs: readonly SeedRun[], marks: Marks): void;
  result(): Omit<Soak, 'traces'>;
};

/** Ranges come back in any order and are counted in order of seed; one that is early waits. */
function newTally(from: number, keepsRuns: boolean): Tally {
  const early = new Map<number, readonly SeedRun[]>();
  const marks = newMarks();
  const hash = createHash('sha256');
  const runs: SeedRun[] = [];
  const failures: SeedRun[] = [];
  const sums = { seeds: 0, commands: 0, events: 0 };
  let done = 0;
  let failed = 0;
  const count = (run: SeedRun): void => {
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
    add(first, more, moreMarks) {
      done += more.length;
      failed += more.filter(({ failure }) => failure !== undefined).length;
      addMarks(marks, moreMarks);
      early.set(first, more);
      for (let ready = early.get(from + sums.seeds); ready !== undefined; ready = early.get(from + sums.seeds)) {
        early.delete(from + sums.seeds);
        for (const run of ready) count(run);
      }
    },
    result: () => ({ ...sums, failed, failures, runs, marks, hash: hash.digest('hex').slice(0, 16) }),
  };
}

function startWorker({ commands, audit, isCanary, minimiseMs }: SoakSettings): Worker {
  const workerData: SoakThread = { soak: { commands, audit, isCanary, minimiseMs } };
  return new Worker(workerUrl, { workerData });
}

function ask(worker: Worker, task: Task): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      worker.off('message', onAnswer).off('error', onError);
    };
    const onAnswer = (answer: Answer): void => {
      settle();
      resolve(answer);
    };
    const onError = (error: Error): void => {
      settle();
      reject(error);
    };
    worker.once('message', onAnswer).once('error', onError);
    worker.postMessage(task);
  });
}

/** One small run for each of the first kinds of failures. */
async function shortened(failures: readonly SeedRun[], workers: readonly Worker[]): Promise<readonly Trace[]> {
  const seeds = new Map<string, number>();
  for (const { seed, failure } of failures) {
    if (failure !== undefined && !seeds.has(failure.invariant)) seeds.set(failure.invariant, seed);
  }
  const chosen = [...seeds.values()].slice(0, SHORTENED_MAX);
  const traces: Trace[] = [];
  const shortenSome = async (worker: Worker): Promise<void> => {
    for (let seed = chosen.shift(); seed !== undefined; seed = chosen.shift()) {
      const answer = await ask(worker, { kind: 'shorten', seed });
      if (answer.kind === 'shortened' && answer.trace !== undefined) traces.push(answer.trace);
    }
  };
  await Promise.all(workers.map(shortenSome));
  return traces.sort((one, other) => one.seed - other.seed);
}

/**
 * scenarios/suite/pool: many scenarios in process, in several threads. Each thread takes the next turn that nobody has taken;
 * what comes back is put in order, so that the number of threads changes nothing but the time it takes.
 */
import { Worker } from 'node:worker_threads';
import { inProcessStage } from '../stages/in-process.ts';
import { breathing } from './breathing.ts';
import { playTurn, type Ran, type Turn } from './turn.ts';
import { type Played, type SuiteThread, workerUrl } from './worker.ts';

export type SuiteSettings = {
  readonly turns: readonly Turn[];
  readonly seed: number;
  readonly profile: string;
  /** Threads at most. */
  readonly jobs: number;
  readonly keepsTraces: boolean;
  /** Ends the run; what is done by then is kept. */
  readonly signal: AbortSignal;
  readonly onDone: (ran: Ran) => void;
};

/** A thread takes longer to start than so many turns to play. */
const TURNS_A_THREAD = 20;

/** Plays the turns and answers in their order, `undefined` for those that were not played. Rejects where a thread breaks down. */
export async function playInProcess(settings: SuiteSettings): Promise<readonly (Ran | undefined)[]> {
  const { turns, jobs, signal, onDone } = settings;
  const results = turns.map((): Ran | undefined => undefined);
  const next = new Int32Array(new SharedArrayBuffer(4));
  const threads = Math.min(jobs, Math.ceil(turns.length / TURNS_A_THREAD));
  const workers = Array.from({ length: threads - 1 }, () => startWorker(settings, next));
  const keep = (index: number, ran: Ran): void => {
    results[index] = ran;
    onDone(ran);
  };
  const stop = (): void => {
    Atomics.store(next, 0, turns.length);
    for (const worker of workers) void worker.terminate();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.all([playHere(settings, next, keep), ...workers.map((worker) => untilItEnds(worker, keep))]);
    return results;
  } finally {
    signal.removeEventListener('abort', stop);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** The part of this thread, which has nothing else to do. */
async function playHere(
  { turns, seed, profile, keepsTraces, signal }: SuiteSettings,
  next: Int32Array,
  keep: (index: number, ran: Ran) => void,
): Promise<void> {
  const stage = breathing(inProcessStage({ profile }));
  for (let index = Atomics.add(next, 0, 1); index < turns.length; index = Atomics.add(next, 0, 1)) {
    const turn = turns[index];
    if (turn === undefined || signal.aborted) return;
    const ran = await playTurn(turn, stage, { seed, keepsTraces, signal });
    // What was broken off came to no end of its own.
    if (!signal.aborted || ran.result.verdict === 'pass') keep(index, ran);
  }
}

function startWorker({ turns, seed, profile, keepsTraces }: SuiteSettings, next: Int32Array): Worker {
  const scenarios = [...new Set(turns.map(({ loaded }) => loaded))];
  const places = new Map(scenarios.map((loaded, index) => [loaded, index]));
  const workerData: SuiteThread = {
    suite: {
      scenarios,
      turns: turns.map(({ loaded, one }) => [places.get(loaded) ?? 0, loaded.cases.indexOf(one)]),
      next,
      profile,
      options: { seed, keepsTraces },
    },
  };
  return new Worker(workerUrl, { workerData });
}

function untilItEnds(worker: Worker, keep: (index: number, ran: Ran) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    worker
      .on('message', ({ index, ran }: Played) => keep(index, ran))
      .once('error', reject)
      .once('exit', () => resolve());
  });
}

/** scenarios/suite/pool: scenarios in process in several threads, whose number changes only the duration. */

import { setImmediate as others } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Stage } from '../stage.ts';
import { inProcessStage } from '../stages/in-process.ts';
import type { SuiteMessage, SuiteTask } from './thread.ts';
import { playTurn, type Ran, type Turn, takenFrom } from './turn.ts';
import { type SuiteThread, workerUrl } from './worker.ts';

type SuiteSettings = Readonly<{
  turns: readonly Turn[];
  seed: number;
  keepsStepTraces: boolean;
  /** Ends the run and keeps the results so far. The pool plays nothing after that. */
  signal: AbortSignal;
  onDone: (ran: Ran) => void;
}>;

export type SuitePool = ReturnType<typeof openPool>;

/** A thread takes longer to start than this many turns take. */
const TURNS_A_THREAD = 20;

/** A pool of at most `jobs` threads, this one among them, which play on simulators of this profile. */
export function openPool(profile: string, jobs: number) {
  const stage = breathing(inProcessStage({ profile }));
  const workers: Worker[] = [];
  const start = (threads: number) => {
    const workerData: SuiteThread = { suite: { profile } };
    while (workers.length < threads - 1) workers.push(new Worker(workerUrl, { workerData }));
  };
  return {
    /** Starts the threads now, so that they load while the caller reads files. */
    start: () => start(jobs),
    /** Results of the turns in order, `undefined` for those not played. Rejects if a thread breaks down. */
    play(settings: SuiteSettings): Promise<readonly (Ran | undefined)[]> {
      const threads = Math.min(jobs, Math.ceil(settings.turns.length / TURNS_A_THREAD));
      start(threads);
      return playOn(stage, workers.slice(0, Math.max(0, threads - 1)), settings);
    },
    async close(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

type Keep = (index: number, ran: Ran) => void;

async function playOn(
  stage: Stage,
  workers: readonly Worker[],
  settings: SuiteSettings,
): Promise<readonly (Ran | undefined)[]> {
  const { turns, signal, onDone } = settings;
  const results = turns.map((): Ran | undefined => undefined);
  const next = new Int32Array(new SharedArrayBuffer(4));
  const keep: Keep = (index, ran) => {
    results[index] = ran;
    onDone(ran);
  };
  const stop = () => {
    Atomics.store(next, 0, turns.length);
    for (const worker of workers) void worker.terminate();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const task = workers.length === 0 ? undefined : taskOf(settings, next);
    const there = workers.map((worker) => playThere(worker, task, keep));
    await Promise.all([playHere(stage, settings, next, keep), ...there]);
    return results;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The turns of this thread, which has no other work. */
async function playHere(
  stage: Stage,
  { turns, seed, keepsStepTraces, signal }: SuiteSettings,
  next: Int32Array,
  keep: Keep,
) {
  for (const index of takenFrom(next, turns.length)) {
    const turn = turns[index];
    if (turn === undefined || signal.aborted) return;
    const ran = await playTurn(turn, stage, { seed, keepsStepTraces, signal });
    // An interrupted turn has no result.
    if (!signal.aborted || ran.result.verdict === 'pass') keep(index, ran);
  }
}

/** The turns of another thread, up to its end or the end of the run. */
function playThere(worker: Worker, task: SuiteTask | undefined, keep: Keep): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      end();
    };
    const onMessage = (message: SuiteMessage) => {
      if (message.kind === 'played') keep(message.index, message.ran);
      else settle(resolve);
    };
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = () => settle(resolve);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(task);
  });
}

function taskOf({ turns, seed, keepsStepTraces }: SuiteSettings, next: Int32Array): SuiteTask {
  const scenarios = [...new Set(turns.map(({ loaded }) => loaded))];
  const places = new Map(scenarios.map((loaded, index) => [loaded, index]));
  return {
    scenarios,
    turns: turns.map(({ loaded, one }) => [places.get(loaded) ?? 0, loaded.cases.indexOf(one)]),
    next,
    options: { seed, keepsStepTraces },
  };
}

const BREATH_MS = 50;

/** The stage, with a pause at most every 50 ms. */
function breathing(stage: Stage): Stage {
  let pausedAt = performance.now();
  const breathe = async () => {
    if (performance.now() - pausedAt < BREATH_MS) return;
    await others();
    pausedAt = performance.now();
  };
  return {
    ...stage,
    async open(scenario, seed) {
      await breathe();
      const opened = await stage.open(scenario, seed);
      if ('missing' in opened) return opened;
      // Every step reads the clock.
      const now = async (): Promise<number> => {
        await breathe();
        return opened.now();
      };
      return { ...opened, now };
    },
  };
}

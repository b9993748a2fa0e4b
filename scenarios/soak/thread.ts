/**
 * scenarios/soak/thread: one thread of a soak. A seed in which it hangs, or which ends it, is named, and another thread
 * takes its place.
 */
import { Worker } from 'node:worker_threads';
import { type Answer, type Said, type SoakThread, type Task, type WorkerSettings, workerUrl } from './worker.ts';

/** The thread is gone in the midst of this seed, and with it all that the task had come to. */
export type Lost = { readonly kind: 'lost'; readonly seed: number; readonly why: string };

export type ThreadSettings = WorkerSettings & {
  /** Milliseconds in one seed after which it hangs. */
  readonly silenceMs?: number;
  /** What runs in the thread. */
  readonly program?: URL;
};

export type Thread = {
  /** The seed that runs at present. */
  readonly seed: number | undefined;
  /** One task at a time. Rejects where the thread breaks down before it begins a seed. */
  ask(task: Task): Promise<Answer | Lost>;
  /** Ends the thread; what it was asked is never answered. The next task starts another. */
  end(): Promise<void>;
};

/** For a thousand commands, which take some ten milliseconds; the plain exchange scans all it has. */
const SILENCE_MS = 60_000;
/** A thread that has begun no seed yet has to load first, which takes seconds on a machine with much else to do. */
const STARTING_MS = 60_000;
const SLOWER = { light: 1, full: 2, naive: 4 } as const;
/** Silence is counted in so many parts: one who is stopped (Ctrl-Z) for long has missed one of them. */
const PARTS = 10;

/** Far more milliseconds than a seed takes. */
export function silenceFor({ commands, audit }: WorkerSettings): number {
  return SILENCE_MS * SLOWER[audit] * Math.max(1, commands / 1_000);
}

export function openThread(settings: ThreadSettings): Thread {
  const { silenceMs = silenceFor(settings), program = workerUrl, minimiseMs } = settings;
  let present: Worker | undefined;
  let seed: number | undefined;
  let patience = silenceMs;
  let seedPatience = silenceMs;
  let clock: NodeJS.Timeout | undefined;
  let settle = (_: Answer | Lost | Error): void => undefined;
  const finish = (outcome: Answer | Lost | Error): void => {
    clearInterval(clock);
    seed = undefined;
    settle(outcome);
  };
  const lose = (why: string): void => {
    const lost = seed;
    void present?.terminate();
    present = undefined;
    finish(
      lost === undefined ? new Error(`a thread that had begun no seed ${why}`) : { kind: 'lost', seed: lost, why },
    );
  };
  const wait = (): void => {
    clearInterval(clock);
    let left = PARTS;
    clock = setInterval(() => {
      left -= 1;
      if (left === 0) lose(`was silent for ${patience / 1_000} seconds`);
    }, patience / PARTS);
  };
  const hear = (said: Said): void => {
    if (said.kind === 'begins') {
      seed = said.seed;
      patience = seedPatience;
      wait();
    } else finish(said);
  };
  const start = (): Worker => {
    const worker = startWorker(settings, program);
    let why = 'came to its end';
    worker.on('message', (said: Said) => {
      if (present === worker) hear(said);
    });
    // An error may overtake what was said before it; an exit does not.
    worker.on('error', (error: unknown) => {
      why = `broke down: ${error instanceof Error ? error.message : String(error)}`;
    });
    worker.on('exit', () => {
      if (present === worker) lose(why);
    });
    return worker;
  };
  return {
    get seed() {
      return seed;
    },
    ask: (task) =>
      new Promise((resolve, reject) => {
        settle = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
        seedPatience = silenceMs + (task.kind === 'shorten' ? minimiseMs : 0);
        patience = present === undefined ? Math.max(seedPatience, STARTING_MS) : seedPatience;
        present ??= start();
        wait();
        present.postMessage(task);
      }),
    async end() {
      const worker = present;
      present = undefined;
      seed = undefined;
      clearInterval(clock);
      await worker?.terminate();
    },
  };
}

function startWorker({ commands, audit, isCanary, minimiseMs }: WorkerSettings, program: URL): Worker {
  const workerData: SoakThread = { soak: { commands, audit, isCanary, minimiseMs } };
  return new Worker(program, { workerData });
}

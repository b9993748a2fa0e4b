/** lease/thread: a thread that runs ranges of items. An item that ends it is lost, and another thread goes on. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ThreadMessage, ThreadTask } from './thread-program.ts';
import { type ItemEnd, type Json, type Work, WorkRefused } from './work.ts';

export type LeasedThread = ReturnType<typeof openThread>;

type OnOutcome = (item: number, outcome: ItemEnd<Json>) => void;

/** Loading a program takes seconds on a machine with much else to do. */
const OPENING_MS = 60_000;
const PROGRAM = new URL(`./thread-program${extname(import.meta.url)}`, import.meta.url);

/** The thread itself starts with the first range, because that takes longer than a short item. */
export function openThread() {
  let worker: Worker | undefined;
  let opened: Work<Json> | undefined;
  /** Those of the worker. */
  let threadOptions: string[] | undefined;
  let run: ReturnType<typeof newRangeRun> | undefined;
  const drop = (): Worker | undefined => {
    const dropped = worker;
    worker = undefined;
    opened = undefined;
    return dropped;
  };
  const lose = (why: string) => {
    void drop()?.terminate();
    run?.lose(why);
  };
  const start = (): Worker => {
    const started = new Worker(PROGRAM, threadOptions === undefined ? {} : { execArgv: threadOptions });
    let why = 'came to its end';
    started.on('message', (message: ThreadMessage) => {
      if (worker === started) run?.receive(message);
    });
    // An error can overtake messages that were posted before it; an exit cannot.
    started.on('error', (error) => {
      why = `broke down: ${error instanceof Error ? error.message : String(error)}`;
    });
    started.on('exit', () => {
      if (worker === started) lose(why);
    });
    return started;
  };
  return {
    get item(): number | undefined {
      return run?.item;
    },
    /** Resolves when every item has an outcome, or when the thread is ended. One range at a time. */
    async run(work: Work<Json>, items: readonly number[], onOutcome: OnOutcome): Promise<void> {
      for (let next = 0; next < items.length; ) {
        if (opened !== work) {
          const wanted = work.program.threadOptions && [...work.program.threadOptions(work.settings)];
          if (`${wanted}` !== `${threadOptions}`) await drop()?.terminate();
          threadOptions = wanted;
        }
        worker ??= start();
        run = newRangeRun(work, items, next, onOutcome, lose);
        const opening =
          opened === work ? {} : { opening: { module: work.program.module.href, settings: work.settings } };
        worker.postMessage({ ...opening, items: items.slice(next) } satisfies ThreadTask);
        try {
          next = await run.ended;
          if (worker !== undefined) opened = work;
        } catch (error) {
          void drop()?.terminate();
          throw error;
        } finally {
          run = undefined;
        }
      }
    },
    /** Ends the thread; the item that runs has no outcome. The next range starts another thread. */
    async end(): Promise<void> {
      const dropped = drop();
      run?.abandon();
      await dropped?.terminate();
    },
  };
}

function newRangeRun(
  { program, silenceMs }: Work<Json>,
  items: readonly number[],
  from: number,
  onOutcome: OnOutcome,
  onSilence: (why: string) => void,
) {
  const { promise: ended, resolve, reject } = Promise.withResolvers<number>();
  let next = from;
  let isOpen = false;
  const silence = newSilence((milliseconds) => onSilence(`was silent for ${milliseconds / 1_000} seconds`));
  const settle = (end: () => void) => {
    silence.end();
    end();
  };
  const conclude = (outcome: ItemEnd<Json>) => {
    const item = items[next];
    next += 1;
    try {
      if (item !== undefined) onOutcome(item, outcome);
    } catch (error) {
      settle(() => reject(error));
      return;
    }
    if (next === items.length || outcome.kind === 'lost') settle(() => resolve(next));
    else silence.begin(silenceMs);
  };
  silence.begin(Math.max(silenceMs, OPENING_MS));
  return {
    /** Resolves with the place of the next item to run: after the last one, or after the one that was lost. */
    ended,
    get item(): number | undefined {
      return isOpen ? items[next] : undefined;
    },
    receive(message: ThreadMessage): void {
      if (message.kind === 'begins') {
        isOpen = true;
        silence.begin(silenceMs);
      } else if (message.kind === 'outcome') conclude(message.outcome);
      else {
        const text = `the program ${program.name} cannot be opened: ${message.message}`;
        settle(() => reject(message.isRefused ? new WorkRefused(message.message) : new Error(text)));
      }
    },
    lose(why: string): void {
      if (isOpen) conclude({ kind: 'lost', why: `its thread ${why}` });
      else settle(() => reject(new Error(`a thread of the program ${program.name} ${why} before its first item`)));
    },
    abandon: () => settle(() => resolve(items.length)),
  };
}

/** Silence is counted in so many parts: a process that was suspended (Ctrl-Z) for long has missed one of them. */
const PARTS = 10;

function newSilence(onSilence: (milliseconds: number) => void) {
  let clock: NodeJS.Timeout | undefined;
  const end = () => clearInterval(clock);
  return {
    begin(milliseconds: number): void {
      end();
      let left = PARTS;
      clock = setInterval(() => {
        left -= 1;
        if (left > 0) return;
        end();
        onSilence(milliseconds);
      }, milliseconds / PARTS);
    },
    end,
  };
}

/**
 * scenarios/soak/worker: the part of a soak that runs in a thread of its own: takes ranges of seeds and answers their
 * runs. Loaded anywhere else it only says where it is.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { canaryOf } from './canary.ts';
import { type Marks, newMarks } from './marks.ts';
import { smallestRun } from './minimising.ts';
import { runSeed, type SeedRun, type SeedSettings } from './seed-run.ts';
import type { Trace } from './trace.ts';
import type { Audit } from './trial.ts';

/** What every thread is told at its start. */
export type WorkerSettings = {
  readonly commands: number;
  readonly audit: Audit;
  /** Judges an exchange that is broken on purpose. */
  readonly isCanary: boolean;
  /** Milliseconds for making one failing run small; 0 leaves it as it is. */
  readonly minimiseMs: number;
};

export type Task =
  | { readonly kind: 'run'; readonly from: number; readonly count: number }
  | { readonly kind: 'shorten'; readonly seed: number };

export type Answer =
  | { readonly kind: 'ran'; readonly runs: readonly SeedRun[]; readonly marks: Marks }
  | { readonly kind: 'shortened'; readonly seed: number; readonly trace: Trace | undefined };

/** What a thread says: which seed it begins, so that one that never ends has a name, and what came of its task. */
export type Said = { readonly kind: 'begins'; readonly seed: number } | Answer;

/** What a thread of a soak is started with; other threads that load this file have other data. */
export type SoakThread = { readonly soak: WorkerSettings };

export const workerUrl = new URL(import.meta.url);

if (parentPort !== null && isSoakThread(workerData)) serve(parentPort, workerData.soak);

function isSoakThread(data: unknown): data is SoakThread {
  return typeof data === 'object' && data !== null && 'soak' in data;
}

function serve(port: MessagePort, settings: WorkerSettings): void {
  const tell: Tell = (said) => port.postMessage(said);
  port.on('message', (task: Task) =>
    tell(task.kind === 'run' ? run(settings, task, tell) : shorten(settings, task, tell)),
  );
}

type Tell = (said: Said) => void;

function run(settings: WorkerSettings, { from, count }: Extract<Task, { kind: 'run' }>, tell: Tell): Answer {
  const marks = newMarks();
  const runs = Array.from({ length: count }, (_, index) => {
    tell({ kind: 'begins', seed: from + index });
    return runSeed(settingsOf(settings, from + index), marks);
  });
  return { kind: 'ran', runs, marks };
}

function shorten(settings: WorkerSettings, { seed }: Extract<Task, { kind: 'shorten' }>, tell: Tell): Answer {
  tell({ kind: 'begins', seed });
  return { kind: 'shortened', seed, trace: smallestRun(settingsOf(settings, seed), settings.minimiseMs) };
}

function settingsOf({ commands, audit, isCanary }: WorkerSettings, seed: number): SeedSettings {
  return { seed, commands, audit, canary: isCanary ? canaryOf(seed) : undefined };
}

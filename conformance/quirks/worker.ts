/** conformance/quirks/worker: the entry point of a thread that tries quirks. Loaded anywhere else it only exports its address. */
import { parentPort, workerData } from 'node:worker_threads';
import type { QuirkTrial } from './trial.ts';

/** The quirks of one service, by id. */
export type QuirkTask = { readonly ids: readonly string[]; readonly seed: string };

/** The data of such a thread. `next` is the index of the next task, shared by all threads. */
export type QuirkThread = { readonly quirks: { readonly tasks: readonly QuirkTask[]; readonly next: Int32Array } };

/** What a thread posts about each quirk of a task. `seconds` is its share of the time. */
export type TrialDone = QuirkTrial & { readonly seconds: number };

export const workerUrl = new URL(import.meta.url);

if (parentPort !== null && isQuirkThread(workerData)) {
  const [{ allChecks }, { tryTasks }] = await Promise.all([import('../suite.ts'), import('./thread.ts')]);
  await tryTasks(parentPort, workerData, allChecks());
}

function isQuirkThread(data: unknown): data is QuirkThread {
  return typeof data === 'object' && data !== null && 'quirks' in data;
}

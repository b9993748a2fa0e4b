/** scenarios/suite/worker: the entry point of a thread of a suite. In any other thread it only exports its URL. */
import { parentPort, workerData } from 'node:worker_threads';

/** The start data of a thread of a suite. Other threads that load this file have other data. */
export type SuiteThread = { readonly suite: { readonly profile: string } };

export const workerUrl = new URL(import.meta.url);

if (parentPort !== null && isSuiteThread(workerData)) {
  const { serve } = await import('./thread.ts');
  await serve(parentPort, workerData.suite.profile);
}

function isSuiteThread(data: unknown): data is SuiteThread {
  return typeof data === 'object' && data !== null && 'suite' in data;
}

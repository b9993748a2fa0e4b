/**
 * scenarios/suite/worker: where a thread of a suite begins. It loads nothing before the compile cache is on, as the command
 * itself does. Loaded anywhere else it only says where it is.
 */
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/** What a thread of a suite is started with; other threads that load this file have other data. */
export type SuiteThread = {
  readonly suite: {
    readonly profile: string;
    /** The folder of the compile cache, where one is used. */
    readonly cache: string | undefined;
  };
};

export const workerUrl = new URL(import.meta.url);

if (parentPort !== null && isSuiteThread(workerData)) {
  const { profile, cache } = workerData.suite;
  if (cache !== undefined) enableCompileCache(cache);
  const { serve } = await import('./thread.ts');
  await serve(parentPort, profile);
}

function isSuiteThread(data: unknown): data is SuiteThread {
  return typeof data === 'object' && data !== null && 'suite' in data;
}

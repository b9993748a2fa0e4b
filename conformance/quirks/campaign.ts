/**
 * conformance/quirks/campaign: many quirks with many seeds, in threads. Each thread takes the next turn; the result is put in
 * order, so that the number of threads changes only the time.
 */
import { Worker } from 'node:worker_threads';
import type { Quirk } from './quirk.ts';
import type { QuirkTrial } from './trial.ts';
import { type QuirkTask, type QuirkThread, type TrialDone, workerUrl } from './worker.ts';

export type CampaignSettings = {
  readonly quirks: readonly Quirk[];
  /** The first seed, and how many. */
  readonly from: number;
  readonly seeds: number;
  readonly jobs: number;
  /** Ends the campaign; the trials done by then are kept. */
  readonly signal?: AbortSignal;
  readonly onTrial?: (trial: QuirkTrial) => void;
  /** The program of a thread; tests plant a wrong check. */
  readonly program?: URL;
};

/** All trials of one quirk. */
export type QuirkRow = {
  readonly quirk: Quirk;
  readonly trials: readonly TimedTrial[];
};

export type TimedTrial = QuirkTrial & { readonly seconds: number };

/** Tries every quirk with every seed: all quirks with the first seed, then with the next. Rejects when a thread breaks down. */
export async function tryAll(settings: CampaignSettings): Promise<readonly QuirkRow[]> {
  const { quirks, from, seeds, jobs, signal, onTrial } = settings;
  const tasks = Array.from({ length: seeds }, (_, index) => String(from + index)).flatMap((seed) =>
    quirks.map(({ id }): QuirkTask => ({ id, seed })),
  );
  const done = tasks.map((): TimedTrial | undefined => undefined);
  const next = new Int32Array(new SharedArrayBuffer(4));
  const workerData: QuirkThread = { quirks: { tasks, next } };
  const workers = Array.from(
    { length: Math.min(jobs, tasks.length) },
    () => new Worker(settings.program ?? workerUrl, { workerData }),
  );
  const stop = (): void => {
    for (const worker of workers) void worker.terminate();
  };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const keep = ({ index, trial, seconds }: TrialDone): void => {
      done[index] = { ...trial, seconds };
      onTrial?.(trial);
    };
    await Promise.all(workers.map((worker) => untilExit(worker, keep)));
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
  return quirks.map((quirk, place) => ({
    quirk,
    trials: done.flatMap((trial, index) => (index % quirks.length === place && trial !== undefined ? [trial] : [])),
  }));
}

function untilExit(worker: Worker, keep: (done: TrialDone) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    worker
      .on('message', keep)
      .on('error', reject)
      .on('exit', () => resolve());
  });
}

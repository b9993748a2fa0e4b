/**
 * conformance/quirks/campaign: many quirks with many seeds, in threads. Each thread takes the next turn; the result is put in
 * order, so that the number of threads changes only the time.
 */
import { Worker } from 'node:worker_threads';
import { bundlesOf } from './bundle.ts';
import type { Quirk } from './quirk.ts';
import type { QuirkTrial } from './trial.ts';
import { type QuirkTask, type QuirkThread, type TrialDone, workerUrl } from './worker.ts';

export type CampaignSettings = {
  readonly quirks: readonly Quirk[];
  /** The first seed, and how many. */
  readonly from: number;
  readonly seeds: number;
  /** Most quirks in one service; 1 tries each on its own. */
  readonly together: number;
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
  readonly trials: readonly TrialDone[];
};

/** Tries every quirk with every seed: all quirks with the first seed, then with the next. Rejects when a thread breaks down. */
export async function tryAll(settings: CampaignSettings): Promise<readonly QuirkRow[]> {
  const { quirks, from, seeds, together, jobs, signal, onTrial } = settings;
  const tasks = Array.from({ length: seeds }, (_, index) => String(from + index)).flatMap((seed) =>
    bundlesOf(quirks, together, seed).map((bundle): QuirkTask => ({ ids: bundle.map(({ id }) => id), seed })),
  );
  const done = new Map(quirks.map(({ id }): [string, TrialDone[]] => [id, []]));
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
    const keep = (trial: TrialDone): void => {
      done.get(trial.id)?.push(trial);
      onTrial?.(trial);
    };
    await Promise.all(workers.map((worker) => untilExit(worker, keep)));
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
  return quirks.map((quirk) => ({
    quirk,
    trials: (done.get(quirk.id) ?? []).toSorted((one, other) => Number(one.seed) - Number(other.seed)),
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

/** conformance/quirks/thread: the part of a campaign that runs in a thread: takes tasks until none is left. */
import type { MessagePort } from 'node:worker_threads';
import { loadRegister } from '../../spec/clauses/register.ts';
import type { Check } from '../check.ts';
import { allQuirks } from './catalog.ts';
import { failedTrial, tryQuirk } from './trial.ts';
import type { QuirkThread, TrialDone } from './worker.ts';

export async function tryTasks(port: MessagePort, { quirks }: QuirkThread, checks: readonly Check[]): Promise<void> {
  const { tasks, next } = quirks;
  const register = loadRegister();
  const byId = new Map(allQuirks.map((quirk) => [quirk.id, quirk]));
  for (let index = Atomics.add(next, 0, 1); index < tasks.length; index = Atomics.add(next, 0, 1)) {
    const { id, seed } = tasks[index] ?? { id: '', seed: '' };
    const quirk = byId.get(id);
    if (quirk === undefined) continue;
    const start = performance.now();
    const trial = await tryQuirk(quirk, { checks, register, seed }).catch((error) => failedTrial(quirk, seed, error));
    const done: TrialDone = { index, trial, seconds: (performance.now() - start) / 1_000 };
    port.postMessage(done);
  }
}

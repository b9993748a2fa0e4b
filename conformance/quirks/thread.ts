/** conformance/quirks/thread: the part of a campaign that runs in a thread: takes tasks until none is left. */
import type { MessagePort } from 'node:worker_threads';
import { loadRegister } from '../../spec/clauses/register.ts';
import type { Check } from '../check.ts';
import { allQuirks } from './catalog.ts';
import { tryBundle } from './narrowing.ts';
import type { QuirkThread, TrialDone } from './worker.ts';

export async function tryTasks(port: MessagePort, { quirks }: QuirkThread, checks: readonly Check[]): Promise<void> {
  const { tasks, next } = quirks;
  const register = loadRegister();
  const byId = new Map(allQuirks.map((quirk) => [quirk.id, quirk]));
  for (let index = Atomics.add(next, 0, 1); index < tasks.length; index = Atomics.add(next, 0, 1)) {
    const { ids, seed } = tasks[index] ?? { ids: [], seed: '' };
    const bundle = ids.flatMap((id) => byId.get(id) ?? []);
    const start = performance.now();
    const trials = await tryBundle(bundle, { checks, register, seed });
    const seconds = (performance.now() - start) / 1_000 / trials.length;
    for (const trial of trials) port.postMessage({ ...trial, seconds } satisfies TrialDone);
  }
}

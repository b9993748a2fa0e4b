/** scenarios/soak/worker: the part of a soak that runs in a thread of its own: takes ranges of seeds, answers their runs. */
import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../spec/result.ts';
import { brokenExchange, canaryOf } from './canary.ts';
import { newMarks } from './marks.ts';
import { minimise } from './minimising.ts';
import type { Answer, Task, WorkerSettings } from './pool.ts';
import { recordSeed, runSeed, type SeedSettings } from './seed-run.ts';

const settings = workerData as WorkerSettings;
invariant(parentPort !== null, 'a soak worker is a thread');
const port = parentPort;

port.on('message', (task: Task) => {
  port.postMessage(task.kind === 'run' ? run(task.from, task.count) : shorten(task.seed));
});

function settingsOf(seed: number): SeedSettings {
  const { commands, audit, isCanary } = settings;
  const make: SeedSettings['make'] = isCanary ? (rules) => brokenExchange(canaryOf(seed), rules) : undefined;
  return { seed, commands, audit, make };
}

function run(from: number, count: number): Answer {
  const marks = newMarks();
  const runs = Array.from({ length: count }, (_, index) => runSeed(settingsOf(from + index), marks));
  return { kind: 'ran', runs, marks };
}

function shorten(seed: number): Answer {
  const seedSettings = settingsOf(seed);
  const trace = recordSeed(seedSettings);
  const end = performance.now() + settings.minimiseMs;
  const small = trace && minimise(trace, { make: seedSettings.make, isOver: () => performance.now() > end });
  return { kind: 'shortened', seed, trace: small ?? trace };
}

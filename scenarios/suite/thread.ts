/** scenarios/suite/thread: a thread of a suite: takes turns until none are left. */
import type { MessagePort } from 'node:worker_threads';
import { Scenario } from '../language/scenario.ts';
import type { Loaded } from '../reading/read-scenario.ts';
import type { Stage } from '../stage.ts';
import { inProcessStage } from '../stages/in-process.ts';
import { playTurn, type Ran, type Turn, type TurnOptions, takenFrom } from './turn.ts';

export type SuiteTask = Readonly<{
  scenarios: readonly Loaded[];
  /** Indices of the scenario, and of the case in it. */
  turns: readonly (readonly [scenario: number, one: number])[];
  /** The next turn, shared by all threads. */
  next: Int32Array;
  options: Pick<TurnOptions, 'seed' | 'keepsStepTraces'>;
}>;

/** The messages of a thread: one for each turn that it has played, and one when no turns are left. */
export type SuiteMessage =
  | { readonly kind: 'played'; readonly index: number; readonly ran: Ran }
  | { readonly kind: 'done' };

/** Plays the tasks of `port`; those that arrive while the first world is built wait for it. */
export async function serve(port: MessagePort, profile: string): Promise<void> {
  const stage = inProcessStage({ profile });
  await playTurn(warmingUp(), stage, { seed: 1, keepsStepTraces: false });
  const post = (message: SuiteMessage) => port.postMessage(message);
  port.on('message', (task: SuiteTask) => void play(task, stage, post));
}

/** The world that most scenarios are played on is built while the files are read. */
function warmingUp(): Turn {
  const one = { name: undefined, vars: {} };
  const scenario = Scenario.parse({ scenario: 'warming up', steps: [{ get: '/markets', expect: { shape: true } }] });
  return { loaded: { file: '', name: '', scenario, macros: {}, cases: [one] }, one };
}

async function play(task: SuiteTask, stage: Stage, post: (message: SuiteMessage) => void) {
  const { scenarios, turns, next, options } = task;
  for (const index of takenFrom(next, turns.length)) {
    const [place = 0, number = 0] = turns[index] ?? [];
    const loaded = scenarios[place];
    const one = loaded?.cases[number];
    if (loaded === undefined || one === undefined) continue;
    post({ kind: 'played', index, ran: await playTurn({ loaded, one }, stage, options) });
  }
  post({ kind: 'done' });
}

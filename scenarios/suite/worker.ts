/**
 * scenarios/suite/worker: the part of a suite that runs in a thread of its own: takes turns until there are none. Loaded
 * anywhere else it only says where it is.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Loaded } from '../reading/read-scenario.ts';
import { inProcessStage } from '../stages/in-process.ts';
import { playTurn, type Ran, type TurnOptions } from './turn.ts';

/** What a thread of a suite is started with; other threads that load this file have other data. */
export type SuiteThread = {
  readonly suite: {
    readonly scenarios: readonly Loaded[];
    /** Indices of the scenario, and of the case in it. */
    readonly turns: readonly (readonly [scenario: number, one: number])[];
    /** The turn to be taken next, shared by all threads. */
    readonly next: Int32Array;
    readonly profile: string;
    readonly options: Pick<TurnOptions, 'seed' | 'keepsTraces'>;
  };
};

/** What a thread tells of each turn. */
export type Played = { readonly index: number; readonly ran: Ran };

export const workerUrl = new URL(import.meta.url);

if (parentPort !== null && isSuiteThread(workerData)) await play(parentPort, workerData.suite);

function isSuiteThread(data: unknown): data is SuiteThread {
  return typeof data === 'object' && data !== null && 'suite' in data;
}

async function play(
  port: MessagePort,
  { scenarios, turns, next, profile, options }: SuiteThread['suite'],
): Promise<void> {
  const stage = inProcessStage({ profile });
  for (let index = Atomics.add(next, 0, 1); index < turns.length; index = Atomics.add(next, 0, 1)) {
    const [place = 0, number = 0] = turns[index] ?? [];
    const loaded = scenarios[place];
    const one = loaded?.cases[number];
    if (loaded === undefined || one === undefined) continue;
    const played: Played = { index, ran: await playTurn({ loaded, one }, stage, options) };
    port.postMessage(played);
  }
}

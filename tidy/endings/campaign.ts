/** tidy/endings/campaign: seeded moments at which a deployment is lost, spread over a run, and their outcomes. */

import { createRng } from '../../base/rng.ts';
import { inParallel } from '../../conformance/client/in-parallel.ts';
import { type Ended, faultsOf, MISHAPS, type Moment, playMoment, type Setting } from './lost-target.ts';

/** Every command with and without control, reading and writing. */
export function settingsOf(timeoutMs: number): readonly Setting[] {
  return (['check', 'run'] as const).flatMap((command) =>
    [true, false].flatMap((hasControl) => [false, true].map((writes) => ({ command, hasControl, writes, timeoutMs }))),
  );
}

export type PlayedMoment = { readonly moment: Moment; readonly ended: Ended; readonly faults: readonly string[] };

/** `check, control, writing` */
export function nameOf({ command, hasControl, writes }: Setting): string {
  return `${command}, ${hasControl ? 'control' : 'no control'}, ${writes ? 'writing' : 'reading'}`;
}

/** `count` moments of a run that takes `wholeMs`: every mishap equally often, one after the other. */
export function momentsOf(setting: Setting, seed: number, count: number, wholeMs: number): readonly Moment[] {
  const rng = createRng(`endings/${seed}/${nameOf(setting)}`);
  return Array.from({ length: count }, (_, index) => ({
    mishap: MISHAPS[index % MISHAPS.length] ?? 'kill',
    atMs: rng.int(Math.max(1, Math.round(wholeMs * 0.95))),
    // Shorter than the timeout of a request, so that the verdict stays the right one.
    pauseMs: 100 + rng.int(Math.min(1_500, setting.timeoutMs / 2)),
  }));
}

export async function playMoments(
  setting: Setting,
  moments: readonly Moment[],
  right: number,
  jobs: number,
  onOutcome: (outcome: PlayedMoment) => void = () => undefined,
): Promise<readonly PlayedMoment[]> {
  return inParallel(
    moments,
    () => jobs,
    async (moment) => {
      const ended = await playMoment(setting, moment);
      const outcome = { moment, ended, faults: faultsOf(setting, right, moment, ended) };
      onOutcome(outcome);
      return outcome;
    },
  );
}

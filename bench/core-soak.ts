/** bench/core-soak: seeds of a thousand commands a second on one core, by how closely they are looked at. */
import { newMarks } from '../scenarios/soak/marks.ts';
import { runSeed } from '../scenarios/soak/seed-run.ts';
import type { Audit } from '../scenarios/soak/trial.ts';
import { withSpread } from './machine.ts';
import { type Contestant, clockedInParts, type Line, race } from './race.ts';

export type SoakBench = { readonly seeds: number; readonly commands: number; readonly rounds: number };

export const SOAK_BENCH: Readonly<Record<Audit, SoakBench>> = {
  light: { seeds: 200, commands: 1_000, rounds: 5 },
  full: { seeds: 100, commands: 1_000, rounds: 5 },
  naive: { seeds: 20, commands: 1_000, rounds: 5 },
};
/** Rounds until V8 has compiled what a seed needs: a command line with thousands of seeds passes them, too. */
const WARM_UPS = 4;
const GOALS: Readonly<Record<Audit, string>> = { light: 'goal: 500', full: 'goal: 50', naive: '' };

function contestant(audit: Audit, seeds: number, commands: number): Contestant {
  const marks = newMarks();
  const run = (before: number): void => {
    const seed = before + 1;
    const { failure } = runSeed({ seed, commands, audit }, marks);
    if (failure !== undefined) throw new Error(`seed ${seed}: ${failure.invariant}: ${failure.message}`);
  };
  return { name: `soak, ${audit}`, operations: seeds, ready: () => clockedInParts(seeds, 1, run) };
}

/** Seeds a second: lines for the figures; throws where a seed fails. */
export function benchSoak(audit: Audit, { seeds, commands, rounds }: SoakBench): readonly Line[] {
  const [{ byRound, undisturbed }] = race([contestant(audit, seeds, commands)], rounds, WARM_UPS);
  const digits = audit === 'light' ? 0 : 1;
  return [
    [`soak, ${audit}, ${commands} commands a seed`, withSpread(byRound, 'seeds/s', digits), GOALS[audit]],
    ['  undisturbed', `${undisturbed.toFixed(digits)} seeds/s`, ''],
  ];
}

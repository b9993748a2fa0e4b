/** bench/core-soak: seeds of a thousand commands a second on one core, by the level of the audit. */
import type { AuditLevel as Level } from '../proof/venue/oracle/auditor.ts';
import { newMarks } from '../proof/venue/soak/marks.ts';
import { runSeed } from '../proof/venue/soak/seed-run.ts';
import { withSpread } from './machine.ts';
import { type Contestant, clockedInParts, type Line, race } from './race.ts';

export type SoakBench = { readonly seeds: number; readonly commands: number; readonly rounds: number };

export const SOAK_BENCH: Readonly<Record<Level, SoakBench>> = {
  light: { seeds: 200, commands: 1_000, rounds: 9 },
  full: { seeds: 100, commands: 1_000, rounds: 5 },
};
/** Rounds until V8 has compiled the code of a seed: some two thousand seeds, the first seconds of a soak. */
const WARM_UPS: Readonly<Record<Level, number>> = { light: 12, full: 4 };
/** Seeds a second of a thousand commands each, including those of the liveness phase. */
const GOALS: Readonly<Record<Level, number>> = { light: 500, full: 50 };

type Given = { seeds: number; commands: number };

function contestant(audit: Level, { seeds, commands }: SoakBench, given: Given): Contestant {
  const marks = newMarks();
  const run = (before: number): void => {
    const seed = before + 1;
    const ended = runSeed({ seed, commands, audit }, marks);
    const { failure } = ended;
    if (failure !== undefined) throw new Error(`seed ${seed}: ${failure.invariant}: ${failure.message}`);
    given.seeds += 1;
    given.commands += ended.commands;
  };
  return { name: `soak, ${audit}`, operations: seeds, ready: () => clockedInParts(seeds, 1, run) };
}

/** The lines of seeds a second. Throws if a seed fails. `warmUps`: rounds before those that count. */
export function benchSoak(audit: Level, bench: SoakBench, warmUps = WARM_UPS[audit]): readonly Line[] {
  const given: Given = { seeds: 0, commands: 0 };
  const [{ byRound, undisturbed }] = race([contestant(audit, bench, given)], bench.rounds, warmUps);
  const each = given.commands / given.seeds;
  const thousands = (seeds: number): number => (seeds * each) / 1_000;
  return [
    [
      `soak, ${audit}, ${Math.round(each)} commands a seed`,
      withSpread(byRound, 'seeds/s', 1),
      `goal: ${GOALS[audit]} seeds of 1000 commands`,
    ],
    ['  thousands of commands', withSpread(byRound.map(thousands), '/s', 1), ''],
    [
      '  undisturbed',
      `${undisturbed.toFixed(1)} seeds/s, ${thousands(undisturbed).toFixed(1)} thousand commands/s`,
      '',
    ],
  ];
}

/**
 * scenarios/soak/seed-run: one seed from its first draw to its verdict: the safety phase with its faults, then the
 * liveness phase; some runs are given a second time, from their commands or from their seed, and must end alike.
 */
import type { Exchange } from '../../sim/core/exchange.ts';
import { createExchange } from '../../sim/core/exchange.ts';
import type { VenueRules } from '../../sim/core/rules.ts';
import { settleDown } from './liveness.ts';
import { type Marks, newMarks } from './marks.ts';
import { afterStep, newSwarm, nextStep } from './swarm.ts';
import { type Audit, type Failure, fail, give, openTrial, type Trial } from './trial.ts';

export type SeedSettings = {
  readonly seed: number;
  /** Commands of the safety phase. */
  readonly commands: number;
  readonly audit: Audit;
  /** Makes the exchange under judgement; the product's own where left out. */
  readonly make?: ((rules: VenueRules) => Exchange) | undefined;
};

export type SeedRun = {
  readonly seed: number;
  /** Rolling hash over all events of the run. */
  readonly hash: string;
  readonly commands: number;
  readonly events: number;
  readonly failure: Failure | undefined;
};

/** One seed in so many is run twice. */
const TWICE_EVERY = 16;

/** Runs a seed and counts what happened in `marks`. Never throws: an exchange that does has failed. */
export function runSeed(settings: SeedSettings, marks: Marks): SeedRun {
  const first = runOnce(settings, marks);
  if (settings.seed % TWICE_EVERY !== 0 || first.failure !== undefined) return first;
  const second = runOnce(settings, newMarks());
  if (second.hash === first.hash && second.failure === undefined) return first;
  const message = `the first run ended with ${first.hash}, the second with ${second.hash}`;
  return { ...first, failure: second.failure ?? { invariant: 'sameSeedSameHash', message, step: first.commands } };
}

function runOnce({ seed, commands, audit, make = createExchange }: SeedSettings, marks: Marks): SeedRun {
  const swarm = newSwarm(seed, marks);
  const { rules, replays } = swarm.options;
  const trial = openTrial({ rules, audit, marks, make, keepsGiven: replays });
  try {
    while (trial.steps < commands && trial.failure === undefined) {
      const trades = trial.watch.trades.length;
      const step = nextStep(swarm, trial.exchange, trial.now, trades);
      const reply = give(trial, step.wait, step.command, step.template !== undefined);
      afterStep(swarm, step, reply, trial.watch.trades.length, trial.now);
    }
    if (trial.failure === undefined) settleDown(trial);
    if (trial.failure === undefined) judgeReplay(trial, rules, make);
  } catch (error) {
    fail(trial, 'neverThrows', error instanceof Error ? error.message : String(error));
  }
  return { seed, hash: trial.exchange.hash(), commands: trial.steps, events: trial.seen, failure: trial.failure };
}

/** The commands alone, given to a new exchange at their moments, lead to the same log. */
function judgeReplay(trial: Trial, rules: VenueRules, make: (rules: VenueRules) => Exchange): void {
  if (trial.given === undefined) return;
  const exchange = make(rules);
  for (const { command, now } of trial.given) exchange.step(command, now);
  exchange.advanceTo(trial.now);
  if (exchange.hash() === trial.exchange.hash()) return;
  fail(
    trial,
    'commandsAreEnough',
    `given again, the commands lead to ${exchange.hash()}, not ${trial.exchange.hash()}`,
  );
}

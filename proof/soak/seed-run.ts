/**
 * proof/soak/seed-run: one seed from its first draw to its verdict: the safety phase with its faults, then the
 * liveness phase; some runs are given a second time, from their commands or from their seed, and must end alike.
 */

import { restore } from './apply-command.ts';
import { type Canary, canaryWrap } from './canary.ts';
import { settleDown } from './liveness.ts';
import { type Marks, newMarks } from './marks.ts';
import { drawOptions } from './options.ts';
import { judgeReplay } from './replay.ts';
import { afterStep, newSwarm, nextStep, wantsRestore } from './swarm.ts';
import type { Trace, TraceStep } from './trace.ts';
import { applyRecorded, newTrace } from './trace-recorder.ts';
import { type Audit, type Failure, failThrown, openTrial, type TrialSettings, type Wrap } from './trial.ts';

export type SeedSettings = {
  readonly seed: number;
  /** Commands of the safety phase. */
  readonly commands: number;
  readonly audit: Audit;
  /** Breaks the venue on purpose; what is recorded says so. */
  readonly canary?: Canary | undefined;
  /** Judges every step before the next one is given: a venue that never answers cannot hide what it did before. */
  readonly keepsUp?: boolean;
  /** Changes the venue in another way, which no record tells. */
  readonly wrap?: Wrap | undefined;
};

export type SeedRun = {
  readonly seed: number;
  /** Rolling hash over all events of the run. */
  readonly hash: string;
  readonly commands: number;
  readonly events: number;
  readonly failure: Failure | undefined;
};

/** One seed in so many, seed 1 among them, is run twice, drawing and all: commands alone are given again far more often. */
const TWICE_EVERY = 128;

/**
 * Steps that wait for their judgement: those of a seed of thousands of commands. One after the other they are judged in two thirds of
 * the time that it takes with the venue at work in between, when each finds the code of the other where its own has been.
 */
export const MAX_BACKLOG = 4096;

/** Runs a seed and counts what happened in `marks`. Never throws: a venue that does has failed. */
export function runSeed(settings: SeedSettings, marks: Marks): SeedRun {
  const first = runToVerdict(settings, marks);
  if (settings.seed % TWICE_EVERY !== 1 || first.failure !== undefined) return first;
  const second = runToVerdict(settings, newMarks());
  if (second.hash === first.hash && second.failure === undefined) return first;
  const message = `the first run ended with ${first.hash}, the second with ${second.hash}`;
  return { ...first, failure: second.failure ?? { invariant: 'sameSeedSameHash', message, step: first.commands } };
}

/** A run that is judged late; where it fails, it is done again with one that keeps up and knows the step. */
function runToVerdict(settings: SeedSettings, marks: Marks): SeedRun {
  const quick = runOnce(settings, marks, { maxBacklog: settings.keepsUp === true ? 0 : MAX_BACKLOG });
  if (settings.keepsUp === true || quick.failure === undefined) return quick;
  const exact = runOnce(settings, newMarks(), {});
  return exact.failure === undefined ? quick : exact;
}

/** A run and its safety phase, written down step by step. */
export function recordRun(settings: SeedSettings): { readonly run: SeedRun; readonly steps: readonly TraceStep[] } {
  const steps: TraceStep[] = [];
  return { run: runOnce(settings, newMarks(), { record: steps }), steps };
}

/** A seed that fails, written down; undefined where it does not fail a second time. */
export function recordSeed(settings: SeedSettings): Trace | undefined {
  const { run, steps } = recordRun(settings);
  if (run.failure === undefined) return undefined;
  const { seed, audit, commands, canary } = settings;
  const { rules } = drawOptions(seed);
  const settles = run.failure.step >= commands;
  const broken = canary === undefined ? {} : { canary };
  return newTrace(run.failure, { seed, audit, rules, settles, ...broken, steps: [...steps] });
}

type RunMode = Pick<TrialSettings, 'maxBacklog'> & { readonly record?: TraceStep[] };

function runOnce(settings: SeedSettings, marks: Marks, { maxBacklog, record }: RunMode): SeedRun {
  const { seed, commands, audit, canary, wrap = canaryWrap(canary) } = settings;
  const swarm = newSwarm(seed, marks);
  const { rules, replays } = swarm.options;
  const trial = openTrial({ rules, audit, marks, wrap, keepsCommands: replays, maxBacklog });
  try {
    while (trial.steps < commands && trial.failure === undefined) {
      if (wantsRestore(swarm)) {
        record?.push({ restore: true });
        restore(trial);
        continue;
      }
      const step = nextStep(swarm, trial.venue, trial.now);
      const reply = applyRecorded(trial, step, record);
      afterStep(swarm, step, reply, trial.venue.tradeCount, trial.now);
    }
    if (trial.failure === undefined) settleDown(trial);
    if (trial.failure === undefined) judgeReplay(trial);
  } catch (error) {
    failThrown(trial, error);
  }
  return { seed, hash: trial.venue.hash(), commands: trial.steps, events: trial.seen, failure: trial.failure };
}

/** proof/venue/soak/seed-run: the safety phase with its faults, then liveness; a repetition must be equal. */
import { restore } from './apply-command.ts';
import { type Canary, canaryWrap } from './canary.ts';
import { settleDown } from './liveness.ts';
import { type Marks, newMarks } from './marks.ts';
import { drawOptions } from './options.ts';
import { newSwarm } from './swarm.ts';
import { afterStep, nextStep, wantsRestore } from './swarm-steps.ts';
import type { Trace, TraceStep } from './trace.ts';
import { applyRecorded, newTrace } from './trace-names.ts';
import { judgeTraceReplay } from './trace-replay.ts';
import { type Audit, type Failure, failThrown, openTrial, type TrialSettings, type Wrap } from './trial.ts';

export type SeedSettings = Readonly<{
  seed: number;
  commands: number;
  audit: Audit;
  /** Breaks the venue; the record names it. */
  canary?: Canary | undefined;
  /** Judges every step before the next one, so that a venue that hangs cannot hide an earlier failure. */
  keepsUp?: boolean;
  /** Wraps the venue; the record does not contain it. */
  wrap?: Wrap | undefined;
}>;

export type SeedRun = Readonly<{
  seed: number;
  hash: string;
  commands: number;
  events: number;
  failure: Failure | undefined;
}>;

/** One seed in this number, seed 1 among them, runs twice from its first draw. */
const TWICE_EVERY = 128;

/** Replies that may wait: batches take two thirds of the time, because they keep their code in the CPU cache. */
export const MAX_BACKLOG = 4096;

/** Runs a seed and counts its marks. Never throws: a venue that throws has failed. */
export function runSeed(settings: SeedSettings, marks: Marks): SeedRun {
  const first = runToVerdict(settings, marks);
  if (settings.seed % TWICE_EVERY !== 1 || first.failure !== undefined) return first;
  const second = runToVerdict(settings, newMarks());
  if (second.hash === first.hash && second.failure === undefined) return first;
  const message = `the first run ended with ${first.hash}, the second with ${second.hash}`;
  return { ...first, failure: second.failure ?? { invariant: 'sameSeedSameHash', message, step: first.commands } };
}

/** Judges in batches; repeats a failing run with immediate judgement to find the step. */
function runToVerdict(settings: SeedSettings, marks: Marks): SeedRun {
  const quick = runOnce(settings, marks, { maxBacklog: settings.keepsUp === true ? 0 : MAX_BACKLOG });
  if (settings.keepsUp === true || quick.failure === undefined) return quick;
  const exact = runOnce(settings, newMarks(), {});
  return exact.failure === undefined ? quick : exact;
}

export function recordRun(settings: SeedSettings): { readonly run: SeedRun; readonly steps: readonly TraceStep[] } {
  const steps: TraceStep[] = [];
  return { run: runOnce(settings, newMarks(), { record: steps }), steps };
}

/** Records a failing seed; undefined if it does not fail again. */
export function recordSeed(settings: SeedSettings): Trace | undefined {
  const { run, steps } = recordRun(settings);
  if (run.failure === undefined) return undefined;
  const { seed, audit, commands, canary } = settings;
  const { rules } = drawOptions(seed);
  const settles = run.failure.step >= commands;
  return newTrace(run.failure, { seed, audit, rules, settles, canary, steps: [...steps] });
}

type RunMode = Pick<TrialSettings, 'maxBacklog'> & { readonly record?: TraceStep[] };

function runOnce(settings: SeedSettings, marks: Marks, { maxBacklog, record }: RunMode): SeedRun {
  const { seed, commands, audit, canary, wrap = canaryWrap(canary) } = settings;
  const swarm = newSwarm(seed, marks);
  const { rules, replaysTrace } = swarm.options;
  const trial = openTrial({ rules, audit, marks, wrap, registry: swarm.view, keepsCommands: replaysTrace, maxBacklog });
  try {
    while (trial.steps < commands && trial.failure === undefined) {
      if (wantsRestore(swarm)) {
        record?.push({ restore: true });
        restore(trial);
        continue;
      }
      const step = nextStep(swarm, trial.venue, trial.now);
      const reply = applyRecorded(trial, step, record);
      afterStep(swarm, step, reply, trial.now);
    }
    if (trial.failure === undefined) settleDown(trial);
    if (trial.failure === undefined) judgeTraceReplay(trial);
  } catch (error) {
    failThrown(trial, error);
  }
  return { seed, hash: trial.venue.hash(), commands: trial.steps, events: trial.seen, failure: trial.failure };
}

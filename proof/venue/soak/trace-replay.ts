/** proof/venue/soak/trace-replay: applies the recorded commands of a run, or a whole trace, to a new venue. */
import { invariant } from '../../../base/result.ts';
import { createVenue, type Venue } from '../../../sim/core/venue.ts';
import { populationOf } from '../reads/read-run.ts';
import { applyCommand, endTrial, restore } from './apply-command.ts';
import { canaryWrap } from './canary.ts';
import { type Claims, replayClaimed } from './claimed-run.ts';
import { isHostile } from './hostile.ts';
import { settleDown } from './liveness.ts';
import type { ReadAuditFactory } from './read-audit.ts';
import type { Trace } from './trace.ts';
import { createdName, type Names, resolveCommand } from './trace-names.ts';
import { type Failure, fail, failThrown, openTrial, START, type Trial, type Wrap } from './trial.ts';

/** The commands alone lead a new venue to the same log. */
export function judgeTraceReplay(trial: Trial): void {
  if (trial.given === undefined) return;
  const venue = trial.wrap(createVenue(trial.watch.rules));
  venue.advanceTo(START);
  for (const { command, now } of trial.given) venue.step(command, now);
  venue.advanceTo(trial.now);
  if (venue.hash() === trial.venue.hash()) return;
  fail(trial, 'commandsAreEnough', `the replay of the commands ends with ${venue.hash()}, not ${trial.venue.hash()}`);
}

export type TraceReplaySettings = {
  /** Changes the venue; by default, as the trace states. */
  readonly wrap?: Wrap | undefined;
  /** Required for traces that judge reads. */
  readonly reader?: ReadAuditFactory | undefined;
  /** Required for traces with a claim. */
  readonly claims?: Claims | undefined;
};

/** Applies the steps of a trace to a new venue and returns the failure. */
export function replayTrace(trace: Omit<Trace, 'failure'>, settings: TraceReplaySettings = {}): Failure | undefined {
  const { wrap = canaryWrap(trace.canary), reader, claims } = settings;
  const { rules, audit, steps, settles } = trace;
  if (trace.claim !== undefined) {
    invariant(claims !== undefined, 'a trace with a claim is replayed with the claims');
    return replayClaimed(trace, wrap, claims);
  }
  invariant(trace.reads === undefined || reader !== undefined, 'a trace with reads is replayed with a reader');
  const population = populationOf(steps.map((step) => ('give' in step ? step.give : undefined)));
  const openReadAudit = trace.reads && reader && ((venue: Venue) => reader(venue, population));
  const trial = openTrial({ rules, audit, wrap, keepsCommands: settles, openReadAudit });
  const names: Names = new Map();
  try {
    for (const step of steps) {
      if ('restore' in step) {
        restore(trial);
        continue;
      }
      const wait = step.wait ?? 0;
      const command = resolveCommand(names, trial.watch, step, trial.now + wait);
      const reply = applyCommand(trial, wait, command, isHostile(step.give));
      if (trial.failure !== undefined) return trial.failure;
      if (step.as === undefined || !reply.ok) continue;
      const number = Number(createdName(command, reply.value)?.slice(2));
      if (Number.isSafeInteger(number)) names.set(step.as, number);
    }
    if (settles) settleDown(trial);
    else endTrial(trial);
    if (trial.failure === undefined) judgeTraceReplay(trial);
  } catch (error) {
    failThrown(trial, error);
  }
  return trial.failure;
}

/** Whether two failures have the same invariant and, for an exception, the same message without its numbers. */
export function isSameFailure(one: Omit<Failure, 'step'>, other: Omit<Failure, 'step'> | undefined): boolean {
  if (one.invariant !== other?.invariant) return false;
  return one.invariant !== 'neverThrows' || withoutNumbers(one.message) === withoutNumbers(other.message);
}

function withoutNumbers(message: string) {
  return message.replaceAll(/\d+/g, '#').slice(0, 80);
}

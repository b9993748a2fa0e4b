/** proof/soak/replay: what was written down, given again: the commands of a run to a new venue, or a whole trace. */
import { createVenue, type Venue } from '../../sim/core/venue.ts';
import { invariant } from '../../spec/result.ts';
import { populationOf } from '../reads/population.ts';
import { applyCommand, endTrial, restore } from './apply-command.ts';
import { canaryWrap } from './canary.ts';
import { type Claims, replayClaimed } from './claimed-run.ts';
import { isHostile } from './hostile.ts';
import { settleDown } from './liveness.ts';
import type { ReadAuditFactory } from './read-audit.ts';
import type { Trace } from './trace.ts';
import { createdName, type Names, resolveCommand } from './trace-names.ts';
import { type Failure, fail, failThrown, openTrial, START, type Trial, type Wrap } from './trial.ts';

/** The commands alone, given to a new venue at their moments, lead to the same log. */
export function judgeReplay(trial: Trial): void {
  if (trial.given === undefined) return;
  const venue = trial.wrap(createVenue(trial.watch.rules));
  venue.advanceTo(START);
  for (const { command, now } of trial.given) venue.step(command, now);
  venue.advanceTo(trial.now);
  if (venue.hash() === trial.venue.hash()) return;
  fail(trial, 'commandsAreEnough', `given again, the commands lead to ${venue.hash()}, not ${trial.venue.hash()}`);
}

export type ReplaySettings = {
  /** Changes the venue in another way than the trace says. */
  readonly wrap?: Wrap | undefined;
  /** For traces that judge what is read. */
  readonly reader?: ReadAuditFactory | undefined;
  /** For traces of which something is claimed. */
  readonly claims?: Claims | undefined;
};

/** Gives the steps of a trace to a new venue; what went wrong, undefined where nothing did. */
export function replayTrace(trace: Omit<Trace, 'failure'>, settings: ReplaySettings = {}): Failure | undefined {
  const { wrap = canaryWrap(trace.canary), reader, claims } = settings;
  const { rules, audit, steps, settles } = trace;
  if (trace.claim !== undefined) {
    invariant(claims !== undefined, 'whoever judges what is claimed brings the claims');
    return replayClaimed(trace, wrap, claims);
  }
  invariant(trace.reads === undefined || reader !== undefined, 'whoever judges what is read brings a reader');
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
    if (trial.failure === undefined) judgeReplay(trial);
  } catch (error) {
    failThrown(trial, error);
  }
  return trial.failure;
}

/** Whether two failures are the same trouble: the invariant, and for a throw its message but for the numbers in it. */
export function isSameFailure(one: Omit<Failure, 'step'>, other: Omit<Failure, 'step'> | undefined): boolean {
  if (one.invariant !== other?.invariant) return false;
  return one.invariant !== 'neverThrows' || withoutNumbers(one.message) === withoutNumbers(other.message);
}

function withoutNumbers(message: string): string {
  return message.replaceAll(/\d+/g, '#').slice(0, 80);
}

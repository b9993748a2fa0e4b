/** proof/venue/soak/claimed-run: judges a claim about a run, records the run with names, and replays it. */
import { invariant } from '../../../base/result.ts';
import { createVenue, type Venue } from '../../../sim/core/venue.ts';
import type { Command } from '../../../spec/venue/command.ts';
import type { VenueRules } from '../../../spec/venue/rules.ts';
import { type Choices, type Claim, judgeClaim } from '../oracle/claim.ts';
import type { TimedCommand } from '../oracle/runs.ts';
import { newMarks } from './marks.ts';
import type { Trace, TraceStep } from './trace.ts';
import { createdName, type Names, namedStep, resolveCommand } from './trace-names.ts';
import type { Failure, Wrap } from './trial.ts';
import { endStep, observeEvent } from './watch.ts';
import { Watch } from './watch-state.ts';

export type Claims = Readonly<Record<string, Claim>>;

/** The commands of a run, and a claim about them. */
export type ClaimedRun = Readonly<{
  rules: VenueRules;
  given: readonly TimedCommand[];
  claim: { readonly name: string; readonly choices: Choices };
  wrap: Wrap;
  note?: (what: string) => void;
}>;

/** Judges the claim. The invariant of a failure is the name of the claim, or `neverThrows`. */
export function judgeClaimed({ claim, ...run }: ClaimedRun, claims: Claims): Failure | undefined {
  const { name, choices } = claim;
  const judge = Object.hasOwn(claims, name) ? claims[name] : undefined;
  invariant(judge !== undefined, `there is a claim ${name}`);
  const step = run.given.length;
  try {
    const message = judgeClaim(judge, { ...run, choices });
    return message === undefined ? undefined : { invariant: name, message, step };
  } catch (error) {
    return { invariant: 'neverThrows', message: error instanceof Error ? error.message : String(error), step };
  }
}

/** The commands as steps, and the moment of the first. */
export function recordClaimed({ rules, given, wrap }: ClaimedRun): {
  readonly from: number;
  readonly steps: TraceStep[];
} {
  const from = given[0]?.now ?? 0;
  const listener = openNamedRun(rules, wrap, from);
  const steps = given.map(({ command, now }): TraceStep => {
    const step = namedStep(listener.watch, now - listener.now, command, listener.now);
    const name = stepNamedRun(listener, now - listener.now, command);
    return name === undefined ? step : { ...step, as: name };
  });
  return { from, steps };
}

export function replayClaimed(trace: Omit<Trace, 'failure'>, wrap: Wrap, claims: Claims): Failure | undefined {
  const { rules, steps, claim } = trace;
  invariant(claim !== undefined, 'the trace has a claim');
  const listener = openNamedRun(rules, wrap, claim.from);
  const names: Names = new Map();
  const given = steps.flatMap((step) => {
    if ('restore' in step) return [];
    const wait = step.wait ?? 0;
    const now = listener.now + wait;
    const command = resolveCommand(names, listener.watch, step, now);
    const created = stepNamedRun(listener, wait, command);
    if (step.as !== undefined && created !== undefined) names.set(step.as, Number(created.slice(2)));
    return [{ command, now }];
  });
  return judgeClaimed({ rules, given, claim, wrap }, claims);
}

/** A venue, and the numbers of what it has created. */
type NamedRun = { readonly venue: Venue; readonly watch: Watch; seen: number; now: number };

function openNamedRun(rules: VenueRules, wrap: Wrap, now: number): NamedRun {
  return { venue: wrap(createVenue(rules)), watch: new Watch(rules, newMarks()), seen: 0, now };
}

function stepNamedRun(listener: NamedRun, wait: number, command: Command): string | undefined {
  const { venue, watch } = listener;
  const moment = listener.now + wait;
  listener.now = Math.max(listener.now, moment);
  try {
    const reply = venue.step(command, moment);
    for (; listener.seen < venue.eventCount; listener.seen += 1) {
      const event = venue.eventAt(listener.seen);
      if (event !== undefined) observeEvent(watch, event, listener.now);
    }
    endStep(watch);
    return reply.ok ? createdName(command, reply.value) : undefined;
  } catch {
    // The judgement applies the same commands and reports the exception.
    return undefined;
  }
}

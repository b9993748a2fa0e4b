/** sim/journal/journal-replay: repeats the records of a run and compares each outcome with the recorded one. */
import type { Venue } from '../core/venue.ts';
import type { TapePlayer } from '../tape/tape.ts';
import type { JournalRecord, Standing } from './record.ts';

/** A venue, and the state of its run outside of it. */
export type Run = {
  readonly venue: Venue;
  /** The player of its tape. */
  readonly player: TapePlayer | undefined;
  /** The number of session ids that each API key has received. */
  readonly rotations: Map<number, number>;
  /** The sum of the moves of the clock on demand, milliseconds. */
  aheadMs: number;
};

/** A run at its beginning. */
export function newRun(venue: Venue, player?: TapePlayer): Run {
  return { venue, player, rotations: new Map(), aheadMs: 0 };
}

export function standingOf(venue: Venue): Standing {
  return { at: venue.now, events: venue.eventCount, hash: venue.hash() };
}

/** Repeats a record. Returns the difference from the recorded outcome in words, if any. */
export function repeat(run: Run, record: JournalRecord): string | undefined {
  const { at, do: action, rotation } = record;
  const { venue } = run;
  if (action.kind === 'clock' || action.kind === 'advance') venue.advanceTo(at);
  else {
    const result = venue.step(action, at);
    if (!result.ok) return `was accepted when it was written and is refused now (${result.refusal.kind}): ${CAUSES}`;
  }
  if (action.kind === 'advance') run.aheadMs += action.ms;
  if (action.kind === 'heartbeat' && rotation !== undefined) run.rotations.set(action.key, rotation);
  const { hash, events } = standingOf(venue);
  if (hash === record.hash && events === record.events) return undefined;
  const written = `state ${record.hash} with ${record.events} events when it was written`;
  return `led to ${written}, to ${hash} with ${events} now: ${CAUSES}`;
}

const CAUSES = 'another version of Touchstone wrote it, or the file was changed';

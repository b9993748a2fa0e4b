/** sim/journal/replay: repeats the actions of a journal and compares the outcome with the recorded one. */
import { assertNever } from '../../spec/result.ts';
import type { Refusal } from '../../spec/venue/command.ts';
import type { Venue } from '../core/venue.ts';
import type { TapePlayer } from '../tape/tape.ts';
import type { JournalRecord, Standing } from './record.ts';
import { type Entry, misplaced } from './run-file.ts';

/** A run at its beginning: the venue, and the player of its tape. */
export type Beginning = { readonly venue: Venue; readonly player?: TapePlayer | undefined };

/** A run and the state outside its venue. */
export type Run = Beginning & {
  /** The number of session ids that each API key has received. */
  readonly rotations: Map<number, number>;
  /** The sum of the moves of the clock on demand, milliseconds. */
  aheadMs: number;
};

/** How the outcome of a repeated record differs from the recorded one. */
export type Departure =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'rotation'; readonly expected: number }
  | { readonly kind: 'differs'; readonly standing: Standing };

export function begun(beginning: Beginning): Run {
  return { ...beginning, rotations: new Map(), aheadMs: 0 };
}

export function standingOf(venue: Venue): Standing {
  return { at: venue.now, events: venue.eventCount, hash: venue.hash() };
}

/** Repeats a record. Returns the difference from the recorded outcome, if any. */
export function repeat(run: Run, record: JournalRecord): Departure | undefined {
  const refusal = perform(run.venue, record);
  if (refusal !== undefined) return { kind: 'refused', refusal };
  if (record.do.kind === 'advance') run.aheadMs += record.do.ms;
  if (record.do.kind === 'heartbeat' && record.rotation !== undefined) {
    const received = run.rotations.get(record.do.key) ?? 0;
    if (record.rotation !== received && record.rotation !== received + 1)
      return { kind: 'rotation', expected: received };
    if (record.rotation > 0) run.rotations.set(record.do.key, record.rotation);
  }
  const standing = standingOf(run.venue);
  if (standing.hash === record.hash && standing.events === record.events) return undefined;
  return { kind: 'differs', standing };
}

function perform(venue: Venue, { at, do: action }: JournalRecord): Refusal | undefined {
  if (action.kind === 'clock' || action.kind === 'advance') {
    venue.advanceTo(at);
    return undefined;
  }
  const result = venue.step(action, at);
  return result.ok ? undefined : result.refusal;
}

/** Repeats a record. Throws `JournalError` if the outcome differs. */
export function repeatExactly(run: Run, { record, place }: Entry): void {
  const departure = repeat(run, record);
  if (departure !== undefined) {
    throw misplaced(place, `record ${record.n} (${record.do.kind}) ${departureText(record, departure)}`);
  }
}

/** The difference in words. */
export function departureText(record: JournalRecord, departure: Departure): string {
  switch (departure.kind) {
    case 'refused':
      return `was accepted when it was written and is refused now (${departure.refusal.kind}): ${CAUSES}`;
    case 'rotation':
      return `is number ${record.rotation} in a chain of heartbeats that is at ${departure.expected}: ${CAUSES}`;
    case 'differs': {
      const { hash, events } = departure.standing;
      return `led to state ${record.hash} with ${record.events} events when it was written, to ${hash} with ${events} now: ${CAUSES}`;
    }
    default:
      return assertNever(departure);
  }
}

const CAUSES = 'another version of Touchstone wrote it, or the file was changed';

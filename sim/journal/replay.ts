/** sim/journal/replay: does again what a journal says was done, and holds the outcome against what it says came of it. */
import { assertNever } from '../../spec/result.ts';
import type { Refusal } from '../core/command.ts';
import type { Venue } from '../core/venue.ts';
import type { TapePlayer } from '../tape/tape.ts';
import type { JournalRecord, Standing } from './record.ts';
import { type Entry, misplaced } from './record-reader.ts';

/** What a run has come to beside its venue. */
export type Replayed = {
  readonly venue: Venue;
  /** What plays the tape of the venue, if it has one. */
  readonly player?: TapePlayer | undefined;
  /** Session ids given to each API key so far. */
  readonly rotations: Map<number, number>;
  /** What moves of the clock on demand add up to, milliseconds. */
  aheadMs: number;
};

/** How doing a record again came out otherwise than it says. */
export type Departure =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'rotation'; readonly expected: number }
  | { readonly kind: 'differs'; readonly standing: Standing };

export function standingOf(venue: Venue): Standing {
  return { at: venue.now, events: venue.eventCount, hash: venue.hash() };
}

/** Does what the record says. Answers how the outcome departs from the record; undefined where it does not. */
export function redo(run: Replayed, record: JournalRecord): Departure | undefined {
  const refusal = perform(run.venue, record);
  if (refusal !== undefined) return { kind: 'refused', refusal };
  if (record.do.kind === 'advance') run.aheadMs += record.do.ms;
  if (record.do.kind === 'heartbeat' && record.rotation !== undefined) {
    const given = run.rotations.get(record.do.key) ?? 0;
    if (record.rotation !== given && record.rotation !== given + 1) return { kind: 'rotation', expected: given };
    if (record.rotation > 0) run.rotations.set(record.do.key, record.rotation);
  }
  const standing = standingOf(run.venue);
  if (standing.hash === record.hash && standing.events === record.events) return undefined;
  return { kind: 'differs', standing };
}

function perform(venue: Venue, { at, do: deed }: JournalRecord): Refusal | undefined {
  if (deed.kind === 'clock' || deed.kind === 'advance') {
    venue.advanceTo(at);
    return undefined;
  }
  const result = venue.step(deed, at);
  return result.ok ? undefined : result.refusal;
}

/** Does a record again. Throws `JournalError` where the outcome is not the recorded one. */
export function redoExactly(run: Replayed, { record, place }: Entry): void {
  const departure = redo(run, record);
  if (departure !== undefined) {
    throw misplaced(place, `record ${record.n} (${record.do.kind}) ${departureText(record, departure)}`);
  }
}

/** What came out otherwise, in words. */
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

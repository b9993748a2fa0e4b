/** sim/journal/rerun: a run that was written down, done again record by record, with what it comes to beside what it says. */
import type { Event } from '../core/event.ts';
import type { Venue } from '../core/venue.ts';
import type { Action, JournalRecord } from './record.ts';
import { type Departure, type Run, repeat, standingOf } from './replay.ts';
import { beginningOf, type RunIndex } from './run-index.ts';

/** One run at the point where the two part. */
export type Side = {
  /** The record with the first event that the other does not have; undefined where the run has ended. */
  readonly record: JournalRecord | undefined;
  /** The events of that record, done again by this version. */
  readonly events: readonly Event[];
  /** Number of the first of them, from 1. */
  readonly firstEvent: number;
  /** Where doing the run again came out otherwise than it says; nothing after that record is known. */
  readonly departs: { readonly record: JournalRecord | undefined; readonly departure: Departure } | undefined;
};

export type Rerun = {
  readonly venue: Venue;
  /** The record read last; 0 at the beginning. */
  readonly n: number;
  /** Reads up to and including record `n`, and does again what has not come out otherwise before. */
  goTo(n: number): void;
  /** Does the next record again. False where there is none, or where the run has come out otherwise. */
  goOn(): boolean;
  hasDeparted(): boolean;
  event(position: number): Event | undefined;
  /** The events from `position` on, and what the last record did. */
  since(position: number): readonly (Event | Action)[];
  side(): Side;
};

/** A run at its beginning. Throws `WorldError` where its world cannot be built. */
export function rerunOf(index: RunIndex): Rerun {
  const run: Run = { venue: beginningOf(index.header), rotations: new Map(), aheadMs: 0 };
  const { venue } = run;
  const entries = index.entries();
  const start = standingOf(venue);
  let departs: Side['departs'] =
    start.hash === index.header.start.hash
      ? undefined
      : { record: undefined, departure: { kind: 'differs', standing: start } };
  let record: JournalRecord | undefined;
  let before = 0;
  const readOn = (): boolean => {
    const next = entries.next();
    record = next.done === true ? undefined : next.value.record;
    if (record === undefined) return false;
    before = venue.eventCount;
    if (departs !== undefined) return true;
    const departure = repeat(run, record);
    if (departure !== undefined) departs = { record, departure };
    return true;
  };
  const since = (position: number): Event[] => {
    const events: Event[] = [];
    for (let at = position; at < venue.eventCount; at += 1) {
      const event = venue.eventAt(at);
      if (event !== undefined) events.push(event);
    }
    return events;
  };
  return {
    venue,
    get n() {
      return record?.n ?? 0;
    },
    goTo(n) {
      while ((record?.n ?? 0) < n && readOn());
    },
    hasDeparted: () => departs !== undefined,
    goOn: () => departs === undefined && readOn(),
    event: (position) => venue.eventAt(position),
    since: (position) => [...since(position), ...(record === undefined ? [] : [record.do])],
    side: () => ({ record, events: since(before), firstEvent: before + 1, departs }),
  };
}

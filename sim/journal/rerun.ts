/** sim/journal/rerun: replays a recorded run record by record, and compares the outcome with the recorded one. */
import type { Event } from '../../spec/venue/event.ts';
import type { Venue } from '../core/venue.ts';
import type { Action, JournalRecord } from './record.ts';
import { type Departure, type Run, repeat, standingOf } from './replay.ts';
import { beginningOf, type RunIndex } from './run-index.ts';

/** One of two runs at their first difference. */
export type RunSide = {
  /** The record with the first event that the other run does not have; undefined at the end of the run. */
  readonly record: JournalRecord | undefined;
  /** The events of that record, as this version replays it. */
  readonly events: readonly Event[];
  /** Number of the first of them, from 1. */
  readonly firstEvent: number;
  /** The record whose replay has another outcome than the recorded one. Nothing after it is replayed. */
  readonly departs: { readonly record: JournalRecord | undefined; readonly departure: Departure } | undefined;
};

export type Rerun = {
  readonly venue: Venue;
  /** The record read last; 0 at the beginning. */
  readonly n: number;
  /** Reads up to and including record `n`, and replays the records before the first departure. */
  replayTo(n: number): void;
  /** Replays the next record. False at the end of the run and after a departure. */
  replayNext(): boolean;
  hasDeparted(): boolean;
  event(position: number): Event | undefined;
  /** The events from `position` on, and the action of the last record. */
  since(position: number): readonly (Event | Action)[];
  side(): RunSide;
};

/** A run at its beginning. Throws `WorldError` if its world cannot be built. */
export function rerunOf(index: RunIndex): Rerun {
  const run: Run = { venue: beginningOf(index.header), rotations: new Map(), aheadMs: 0 };
  const { venue } = run;
  const entries = index.entries();
  const start = standingOf(venue);
  let departs: RunSide['departs'] =
    start.hash === index.header.start.hash
      ? undefined
      : { record: undefined, departure: { kind: 'differs', standing: start } };
  let record: JournalRecord | undefined;
  let before = 0;
  const readNext = (): boolean => {
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
    replayTo(n) {
      while ((record?.n ?? 0) < n && readNext());
    },
    hasDeparted: () => departs !== undefined,
    replayNext: () => departs === undefined && readNext(),
    event: (position) => venue.eventAt(position),
    since: (position) => [...since(position), ...(record === undefined ? [] : [record.do])],
    side: () => ({ record, events: since(before), firstEvent: before + 1, departs }),
  };
}

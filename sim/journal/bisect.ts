/**
 * sim/journal/bisect: where two runs that were written down part. Runs are compared where both stand after the same number of
 * events: the hashes cover all events so far, so that equal ones mean an equal past, and halving finds the last of them.
 */
import { isDeepStrictEqual } from 'node:util';
import { invariant } from '../../spec/result.ts';
import type { Event } from '../core/event.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Deed, JournalRecord } from './record.ts';
import { type Departure, type Replayed, redo, standingOf } from './replay.ts';
import { beginningOf, type RunIndex } from './run-index.ts';
import { type FieldDifference, stateDifferences, touchedBy } from './state-difference.ts';

/** How far both runs are the same: records of each, events and hash. */
type CommonPast = { readonly a: number; readonly b: number; readonly events: number; readonly hash: string };

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

/** What the records of two runs have in common. */
export type Course =
  | { readonly kind: 'same'; readonly common: CommonPast }
  /** One run ends where the other goes on. */
  | { readonly kind: 'prefix'; readonly common: CommonPast; readonly shorter: 'a' | 'b' }
  | {
      readonly kind: 'diverged';
      readonly common: CommonPast;
      readonly a: Side;
      readonly b: Side;
      readonly fields: readonly FieldDifference[];
    };

export type Comparison =
  /** They are not runs of the same thing. `course`: how they go on, where both begin in the same state nevertheless. */
  { readonly kind: 'other-start'; readonly fields: readonly FieldDifference[]; readonly course?: Course } | Course;

/** Compares two runs. Throws `WorldError` where a world cannot be built to do the runs again. */
export function compareRuns(a: RunIndex, b: RunIndex): Comparison {
  const fields = startDifferences(a, b);
  if (fields.length === 0) return compareCourses(a, b);
  const course = a.hashes[0] === b.hashes[0] ? { course: compareCourses(a, b) } : {};
  return { kind: 'other-start', fields, ...course };
}

function compareCourses(a: RunIndex, b: RunIndex): Course {
  const common = lastCommon(a, b);
  const [aEnds, bEnds] = [common.events === a.events.at(-1), common.events === b.events.at(-1)];
  if (aEnds && bEnds) return { kind: 'same', common };
  if (aEnds || bEnds) return { kind: 'prefix', common, shorter: aEnds ? 'a' : 'b' };
  return parting(a, b, common);
}

function startDifferences(a: RunIndex, b: RunIndex): readonly FieldDifference[] {
  const fields = ({ header: { world, seed, profile, rules, start } }: RunIndex) =>
    Object.entries({ world, seed, profile, ...rules, state: start.hash });
  const others = new Map(fields(b));
  return fields(a).flatMap(([field, one]) => {
    const other = others.get(field) ?? null;
    return one === other ? [] : [{ field, a: one, b: other }];
  });
}

/** The last place at which both runs stand after the same events. They do so at their beginning. */
function lastCommon(a: RunIndex, b: RunIndex): CommonPast {
  const meetings = meetingPoints(a.events, b.events);
  let [equal, beyond] = [0, meetings.length];
  while (beyond - equal > 1) {
    const middle = (equal + beyond) >> 1;
    const { a: inA, b: inB } = meetings[middle] ?? { a: 0, b: 0 };
    if (a.hashes[inA] === b.hashes[inB]) equal = middle;
    else beyond = middle;
  }
  const found = meetings[equal];
  invariant(found !== undefined, 'two runs with one beginning meet there');
  return { ...found, events: a.events[found.a] ?? 0, hash: a.hashes[found.a] ?? '' };
}

/** Pairs of places with the same number of events, in order; of several such places in B the last. */
function meetingPoints(a: readonly number[], b: readonly number[]): readonly { a: number; b: number }[] {
  const meetings: { a: number; b: number }[] = [];
  let inB = 0;
  a.forEach((events, inA) => {
    while (inB < b.length - 1 && ((b[inB] ?? 0) < events || b[inB + 1] === events)) inB += 1;
    if (b[inB] === events) meetings.push({ a: inA, b: inB });
  });
  return meetings;
}

/** Does both runs again, up to where they part. */
function parting(a: RunIndex, b: RunIndex, common: CommonPast): Course {
  const [left, right] = [openReplay(a), openReplay(b)];
  left.goTo(common.a + 1);
  right.goTo(common.b + 1);
  // A record of one may hold the events of several of the other: they part where an event differs or is missing.
  let position = common.events;
  for (;;) {
    const [one, other] = [left.event(position), right.event(position)];
    // Where one of them has come out otherwise there is nothing to hold the other against any more.
    if (one === undefined && other === undefined && (left.hasDeparted() || right.hasDeparted())) break;
    if (one === undefined && left.goOn()) continue;
    if (other === undefined && right.goOn()) continue;
    if (one === undefined || other === undefined || !isDeepStrictEqual(one, other)) break;
    position += 1;
  }
  const [one, other] = [left.side(), right.side()];
  const isKnown = ({ departs }: Side, place: number): boolean =>
    departs === undefined || (departs.record?.n ?? 0) > place;
  const fields = isKnown(one, common.a) && isKnown(other, common.b) ? differences(left, right, common.events) : [];
  return { kind: 'diverged', common, a: one, b: other, fields };
}

/** Everything in which the two differ, that were equal after the event at `position`. */
function differences(left: Replay, right: Replay, position: number): readonly FieldDifference[] {
  const exchanges = [left.exchange, right.exchange] as const;
  const things = [left, right].flatMap((replay) => replay.since(position));
  return stateDifferences(...exchanges, touchedBy(things, exchanges));
}

type Replay = {
  readonly exchange: Exchange;
  /** Reads up to and including record `n`, and does again what has not come out otherwise before. */
  goTo(n: number): void;
  /** Does the next record again. False where there is none, or where the run has come out otherwise. */
  goOn(): boolean;
  hasDeparted(): boolean;
  event(position: number): Event | undefined;
  /** The events from `position` on, and what the last record did. */
  since(position: number): readonly (Event | Deed)[];
  side(): Side;
};

function openReplay(index: RunIndex): Replay {
  const run: Replayed = { exchange: beginningOf(index.header), rotations: new Map(), aheadMs: 0 };
  const { exchange } = run;
  const entries = index.entries();
  const start = standingOf(exchange);
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
    before = exchange.eventCount;
    if (departs !== undefined) return true;
    const departure = redo(run, record);
    if (departure !== undefined) departs = { record, departure };
    return true;
  };
  const since = (position: number): Event[] => {
    const events: Event[] = [];
    for (let at = position; at < exchange.eventCount; at += 1) {
      const event = exchange.eventAt(at);
      if (event !== undefined) events.push(event);
    }
    return events;
  };
  return {
    exchange,
    goTo(n) {
      while ((record?.n ?? 0) < n && readOn());
    },
    hasDeparted: () => departs !== undefined,
    goOn: () => departs === undefined && readOn(),
    event: (position) => exchange.eventAt(position),
    since: (position) => [...since(position), ...(record === undefined ? [] : [record.do])],
    side: () => ({ record, events: since(before), firstEvent: before + 1, departs }),
  };
}

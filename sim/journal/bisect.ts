/**
 * sim/journal/bisect: the first difference between two recorded runs. A hash covers all events so far, so a binary search over
 * points with the same number of events finds the last equal hash. The records up to there are then compared one by one, because
 * a file can contain a wrong hash, and some actions have no event.
 */
import { isDeepStrictEqual } from 'node:util';
import { invariant } from '../../spec/result.ts';
import { isSameWorld } from './record.ts';
import { commonRecords, type Places } from './record-comparison.ts';
import { type Rerun, type RunSide, rerunOf } from './rerun.ts';
import { markOf, type RunIndex } from './run-index.ts';
import { type FieldDifference, stateDifferences } from './state-difference.ts';
import { touchedBy } from './touched.ts';

/** The equal beginning of both runs: records of each, events and hash. */
type CommonPast = Places & { readonly events: number; readonly hash: string };

/** The result of comparing the records of two runs. */
export type Course =
  | { readonly kind: 'same'; readonly common: CommonPast }
  /** The shorter run is the beginning of the other. */
  | { readonly kind: 'prefix'; readonly common: CommonPast; readonly shorter: 'a' | 'b' }
  | {
      readonly kind: 'diverged';
      readonly common: CommonPast;
      readonly a: RunSide;
      readonly b: RunSide;
      readonly fields: readonly FieldDifference[];
    };

export type Comparison =
  /** The runs have different settings. `course` is present if both begin in the same state nevertheless. */
  { readonly kind: 'other-start'; readonly fields: readonly FieldDifference[]; readonly course?: Course } | Course;

/** Compares two runs. Throws `WorldError` if a world that a replay needs cannot be built. */
export function compareRuns(a: RunIndex, b: RunIndex): Comparison {
  const fields = startDifferences(a, b);
  if (fields.length === 0) return compareCourses(a, b);
  const course = a.hashes[0] === b.hashes[0] ? { course: compareCourses(a, b) } : {};
  return { kind: 'other-start', fields, ...course };
}

function compareCourses(a: RunIndex, b: RunIndex): Course {
  const common = lastCommon(a, b);
  const { matched, passed, isRegrouped } = commonRecords(a, b, common.events);
  const [aEnds, bEnds] = [passed.a === a.records, passed.b === b.records];
  if (!aEnds && !bEnds) {
    const isBefore = passed.a < common.a || passed.b < common.b;
    if (!isBefore) return differenceAfter(a, b, common);
    return differenceAt(a, b, pastAt(a, matched), { a: passed.a + 1, b: passed.b + 1 });
  }
  const past = pastAt(a, passed);
  if (isRegrouped) {
    const difference = regroupedDifference(a, b, past);
    if (difference !== undefined) return difference;
  }
  return aEnds && bEnds ? { kind: 'same', common: past } : { kind: 'prefix', common: past, shorter: aEnds ? 'a' : 'b' };
}

function startDifferences(a: RunIndex, b: RunIndex): readonly FieldDifference[] {
  const isOneWorld = isSameWorld(a.header, b.header);
  const fields = ({ header: { world, content = '', seed, profile, rules, tape = 'none', start } }: RunIndex) => {
    const named = isOneWorld ? {} : { world: content === '' ? world : `${world} (digest ${content})` };
    return Object.entries({ ...named, seed, profile, tape, ...rules, state: start.hash });
  };
  const others = new Map(fields(b));
  return fields(a).flatMap(([field, one]) => {
    const other = others.get(field) ?? null;
    return one === other ? [] : [{ field, a: one, b: other }];
  });
}

/** The last place, among the first records of each, at which both runs have the same events; the beginning is such a place. */
function lastCommon(a: RunIndex, b: RunIndex, first: Places = { a: a.records, b: b.records }): CommonPast {
  const meetings = meetingPoints(a.events.slice(0, first.a + 1), b.events.slice(0, first.b + 1));
  let [equal, beyond] = [0, meetings.length];
  while (beyond - equal > 1) {
    const middle = (equal + beyond) >> 1;
    const { a: inA, b: inB } = meetings[middle] ?? { a: 0, b: 0 };
    if (a.hashes[inA] === b.hashes[inB]) equal = middle;
    else beyond = middle;
  }
  const found = meetings[equal];
  invariant(found !== undefined, 'two runs have the same number of events at their beginning');
  return pastAt(a, found);
}

function pastAt(a: RunIndex, places: Places): CommonPast {
  return { ...places, events: a.events[places.a] ?? 0, hash: a.hashes[places.a] ?? '' };
}

/** Pairs of places with the same number of events, in order. Of several such places in B, the last one is paired. */
function meetingPoints(a: readonly number[], b: readonly number[]): readonly Places[] {
  const meetings: Places[] = [];
  let inB = 0;
  a.forEach((events, inA) => {
    while (inB < b.length - 1 && ((b[inB] ?? 0) < events || b[inB + 1] === events)) inB += 1;
    if (b[inB] === events) meetings.push({ a: inA, b: inB });
  });
  return meetings;
}

/** Replays both runs up to their first different event. */
function differenceAfter(a: RunIndex, b: RunIndex, common: CommonPast): Course {
  const [left, right] = [rerunOf(a), rerunOf(b)];
  left.replayTo(common.a + 1);
  right.replayTo(common.b + 1);
  // Events are compared and not records, because a record of one run may contain the events of several records of the other.
  let position = common.events;
  for (;;) {
    const [one, other] = [left.event(position), right.event(position)];
    // A replay that departed from its records has no more events to compare.
    if (one === undefined && other === undefined && (left.hasDeparted() || right.hasDeparted())) break;
    if (one === undefined && left.replayNext()) continue;
    if (other === undefined && right.replayNext()) continue;
    if (one === undefined || other === undefined || !isDeepStrictEqual(one, other)) break;
    position += 1;
  }
  return diverged(left, right, common);
}

/** Replays both runs up to two different records with equal hashes before them. */
function differenceAt(a: RunIndex, b: RunIndex, common: CommonPast, at: Places): Course {
  const [left, right] = [rerunOf(a), rerunOf(b)];
  left.replayTo(at.a);
  right.replayTo(at.b);
  return diverged(left, right, common);
}

/**
 * If work fell due in different steps, the hashes between the steps have no counterpart in the other run. Replays both runs up to
 * `past`, and returns a record whose hash is not reproduced, or different clocks at the end of both.
 */
function regroupedDifference(a: RunIndex, b: RunIndex, past: CommonPast): Course | undefined {
  const [left, right] = [rerunOf(a), rerunOf(b)];
  const departed = { a: loneDeparture(left, past.a, b), b: loneDeparture(right, past.b, a) };
  if (departed.a !== undefined || departed.b !== undefined) {
    const common = lastCommon(a, b, { a: (departed.a ?? past.a + 1) - 1, b: (departed.b ?? past.b + 1) - 1 });
    return differenceAt(a, b, common, { a: departed.a ?? common.a + 1, b: departed.b ?? common.b + 1 });
  }
  const isEnd = past.a === a.records && past.b === b.records;
  const isKnown = !left.hasDeparted() && !right.hasDeparted();
  return isEnd && isKnown && left.venue.now !== right.venue.now ? diverged(left, right, past) : undefined;
}

/** Replays up to record `n`. Returns the first record that is not reproduced, unless the other run has the same record. */
function loneDeparture(rerun: Rerun, n: number, other: RunIndex): number | undefined {
  while (rerun.n < n && rerun.replayNext());
  const { departs } = rerun.side();
  if (departs?.record === undefined) return undefined;
  const mark = markOf(departs.record);
  return other.marks.some(({ digest }) => digest === mark.digest) ? undefined : departs.record.n;
}

function diverged(left: Rerun, right: Rerun, common: CommonPast): Course {
  const [one, other] = [left.side(), right.side()];
  const isKnown = ({ departs }: RunSide, place: number): boolean =>
    departs === undefined || (departs.record?.n ?? 0) > place;
  const fields = isKnown(one, common.a) && isKnown(other, common.b) ? differences(left, right, common.events) : [];
  return { kind: 'diverged', common, a: one, b: other, fields };
}

/** All fields that differ between two runs that were equal after the event at `position`. */
function differences(left: Rerun, right: Rerun, position: number): readonly FieldDifference[] {
  const venues = [left.venue, right.venue] as const;
  const things = [left, right].flatMap((rerun) => rerun.since(position));
  return stateDifferences(...venues, touchedBy(things, venues));
}

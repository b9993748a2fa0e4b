/**
 * sim/journal/bisect: where two runs that were written down part. Runs are compared where both stand after the same number of
 * events: the hashes cover all events so far, so that equal ones claim an equal past, and halving finds the last of them. Then the
 * records up to there are held against each other, since a file can claim what is not so, and not all that is done is an event.
 */
import { isDeepStrictEqual } from 'node:util';
import { invariant } from '../../spec/result.ts';
import { isSameWorld } from './record.ts';
import { matchRecords, type Places } from './record-comparison.ts';
import { type Rerun, rerunOf, type Side } from './rerun.ts';
import { markOf, type RunIndex } from './run-index.ts';
import { type FieldDifference, stateDifferences } from './state-difference.ts';
import { touchedBy } from './touched.ts';

/** How far both runs are the same: records of each, events and hash. */
type CommonPast = Places & { readonly events: number; readonly hash: string };

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
  const { matched, passed, isRegrouped } = matchRecords(a, b, common.events);
  const [aEnds, bEnds] = [passed.a === a.records, passed.b === b.records];
  if (!aEnds && !bEnds) {
    const isBefore = passed.a < common.a || passed.b < common.b;
    if (!isBefore) return parting(a, b, common);
    return partingAt(a, b, pastAt(a, matched), { a: passed.a + 1, b: passed.b + 1 });
  }
  const past = pastAt(a, passed);
  if (isRegrouped) {
    const parts = regroupedParting(a, b, past);
    if (parts !== undefined) return parts;
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

/** The last place, among the first records of each, at which both runs stand after the same events: at least their beginning. */
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
  invariant(found !== undefined, 'two runs with one beginning meet there');
  return pastAt(a, found);
}

function pastAt(a: RunIndex, places: Places): CommonPast {
  return { ...places, events: a.events[places.a] ?? 0, hash: a.hashes[places.a] ?? '' };
}

/** Pairs of places with the same number of events, in order; of several such places in B the last. */
function meetingPoints(a: readonly number[], b: readonly number[]): readonly Places[] {
  const meetings: Places[] = [];
  let inB = 0;
  a.forEach((events, inA) => {
    while (inB < b.length - 1 && ((b[inB] ?? 0) < events || b[inB + 1] === events)) inB += 1;
    if (b[inB] === events) meetings.push({ a: inA, b: inB });
  });
  return meetings;
}

/** Does both runs again, up to where they part. */
function parting(a: RunIndex, b: RunIndex, common: CommonPast): Course {
  const [left, right] = [rerunOf(a), rerunOf(b)];
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
  return diverged(left, right, common);
}

/** Does both runs again, up to two records of which the hashes do not tell that they differ. */
function partingAt(a: RunIndex, b: RunIndex, common: CommonPast, at: Places): Course {
  const [left, right] = [rerunOf(a), rerunOf(b)];
  left.goTo(at.a);
  right.goTo(at.b);
  return diverged(left, right, common);
}

/**
 * Where work fell due in other steps, the hashes in between stand for themselves: does both runs again up to `past`, and
 * answers where one comes out otherwise there, or where their clocks differ at the end of both.
 */
function regroupedParting(a: RunIndex, b: RunIndex, past: CommonPast): Course | undefined {
  const [left, right] = [rerunOf(a), rerunOf(b)];
  const departed = { a: loneDeparture(left, past.a, b), b: loneDeparture(right, past.b, a) };
  if (departed.a !== undefined || departed.b !== undefined) {
    const common = lastCommon(a, b, { a: (departed.a ?? past.a + 1) - 1, b: (departed.b ?? past.b + 1) - 1 });
    return partingAt(a, b, common, { a: departed.a ?? common.a + 1, b: departed.b ?? common.b + 1 });
  }
  const isEnd = past.a === a.records && past.b === b.records;
  const isKnown = !left.hasDeparted() && !right.hasDeparted();
  return isEnd && isKnown && left.venue.now !== right.venue.now ? diverged(left, right, past) : undefined;
}

/** Goes on to record `n`. Answers the record before which it had to stop, unless the other run says the same of it. */
function loneDeparture(rerun: Rerun, n: number, other: RunIndex): number | undefined {
  while (rerun.n < n && rerun.goOn());
  const { departs } = rerun.side();
  if (departs?.record === undefined) return undefined;
  const mark = markOf(departs.record);
  return other.marks.some(({ digest }) => digest === mark.digest) ? undefined : departs.record.n;
}

function diverged(left: Rerun, right: Rerun, common: CommonPast): Course {
  const [one, other] = [left.side(), right.side()];
  const isKnown = ({ departs }: Side, place: number): boolean =>
    departs === undefined || (departs.record?.n ?? 0) > place;
  const fields = isKnown(one, common.a) && isKnown(other, common.b) ? differences(left, right, common.events) : [];
  return { kind: 'diverged', common, a: one, b: other, fields };
}

/** Everything in which the two differ, that were equal after the event at `position`. */
function differences(left: Rerun, right: Rerun, position: number): readonly FieldDifference[] {
  const venues = [left.venue, right.venue] as const;
  const things = [left, right].flatMap((rerun) => rerun.since(position));
  return stateDifferences(...venues, touchedBy(things, venues));
}

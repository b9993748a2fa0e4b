/**
 * sim/journal/bisect: the first step at which two recorded runs differ. Their records are compared up to the first with
 * another action, moment or hash. Both runs are then replayed to that step, and their states are compared.
 */
import { statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Event } from '../../spec/venue/event.ts';
import { createVenue, type Venue } from '../core/venue.ts';
import { buildWorld } from '../world/build.ts';
import { WorldError } from '../world/world-error.ts';
import { latestRun, pathsOf } from './directory.ts';
import { attempt, JournalError } from './journal-error.ts';
import {
  differences,
  type FieldDifference,
  type Header,
  type JournalRecord,
  newRun,
  repeat,
  settingDifferences,
} from './record.ts';
import { readHeader, readRecords } from './run-file.ts';
import { stateDifferences } from './state-difference.ts';

/** The last records that both runs have, by number (0: the beginning), and the state after them. */
type Common = { readonly a: number; readonly b: number; readonly events: number; readonly hash: string };

export type Comparison = ReturnType<typeof compareRuns>;
export type RunSummary = Comparison['runs']['a'];

/**
 * Compares the runs at two paths: the latest of a journal directory, or one in a file. Throws `JournalError` for a path
 * without an intact run, and `WorldError` if a world that a replay needs cannot be built.
 */
export function compareRuns(a: string, b: string) {
  const [left, right] = [openRun(a), openRun(b)];
  const runs = { a: left.summary, b: right.summary };
  const [one, other] = [runs.a.header, runs.b.header];
  const begin = differences({ state: one.start.hash }, { state: other.start.hash });
  const fields = [...settingDifferences(one, other), ...begin];
  if (fields.length > 0) return { verdict: 'other-start' as const, fields, runs };
  const [ours, theirs] = [stepsOf(left), stepsOf(right)];
  for (let common: Common = { a: 0, b: 0, events: one.start.events, hash: one.start.hash }; ; ) {
    const { value: step } = ours.next();
    const { value: peer } = theirs.next();
    if (step === undefined && peer === undefined) return { verdict: 'same' as const, common, runs };
    const shorter = isAtEnd(step, peer) ? ('a' as const) : isAtEnd(peer, step) && ('b' as const);
    if (shorter !== false) return { verdict: 'prefix' as const, common, shorter, runs };
    if (step === undefined || peer === undefined || !isSameStep(step, peer)) {
      const [a, b] = [replayed(left, step, common), replayed(right, peer, common)];
      const fields = differingFields(a, b, common);
      return { verdict: 'diverged' as const, common, a: a.side, b: b.side, fields, runs };
    }
    common = { a: step.n, b: peer.n, events: step.events, hash: step.hash };
  }
}

type OpenRun = ReturnType<typeof openRun>;

/** The advice for a path without a run. */
const ADVICE = 'name a journal directory or a run log';

/** A recorded run, read to its end. `torn`: bytes of an interrupted write behind it, which are ignored. */
function openRun(path: string) {
  const file = fileAt(path);
  const found = readHeader(file);
  if (found === undefined) throw new JournalError(`${path} holds no run: its header is incomplete`);
  const { header, end: start } = found;
  let end = start;
  for (const entry of readRecords(file, start)) end = entry.end;
  const torn = statSync(file).size - end.offset;
  return { file, start, summary: { path, header, records: end.n, torn } };
}

function fileAt(path: string): string {
  return attempt(`${path} cannot be read`, ADVICE, () => {
    if (!statSync(path).isDirectory()) return path;
    const latest = latestRun(path, ADVICE);
    if (latest === 0) throw new JournalError(`${path} is empty: ${ADVICE}`);
    return pathsOf(path, latest).journal;
  });
}

/** The actions of a run. Due work counts only at the end: runs may do the same work in different steps. */
function* stepsOf({ file, start }: OpenRun): Generator<JournalRecord, undefined> {
  let due: JournalRecord | undefined;
  for (const { record } of readRecords(file, start)) {
    due = record.do.kind === 'clock' ? record : undefined;
    if (due === undefined) yield record;
  }
  if (due !== undefined) yield due;
}

/** Whether a run has no further action, and `other` does the due work at its end, too. */
function isAtEnd(own: JournalRecord | undefined, other: JournalRecord | undefined): boolean {
  if (own === undefined || other === undefined) return own === undefined;
  if (own.do.kind !== 'clock') return false;
  return other.do.kind === 'clock' ? own.events < other.events : own.at <= other.at;
}

/**
 * Hashes cover events alone, so records with one hash can have other actions. Session ids of heartbeats are not of the
 * venue.
 */
function isSameStep(one: JournalRecord, other: JournalRecord): boolean {
  return (
    one.hash === other.hash && (one.at === other.at || one.do.kind === 'clock') && isDeepStrictEqual(one.do, other.do)
  );
}

/** One of two runs at their first difference. */
export type RunSide = {
  /** The first different record; null at the end of the run. */
  readonly record: JournalRecord | null;
  /** The events after the common ones, as this version replays them. */
  readonly events: readonly Event[];
  /** The record whose outcome this version does not reproduce (null: the beginning). Nothing after it is replayed. */
  readonly departs: { readonly record: JournalRecord | null; readonly reason: string } | null;
};
type Replayed = { readonly venue: Venue; readonly side: RunSide };

/** Replays a run up to a record, or to its end. */
function replayed({ file, start, summary }: OpenRun, record: JournalRecord | undefined, common: Common): Replayed {
  const { header } = summary;
  const run = newRun(beginningOf(header));
  const { venue } = run;
  let departs: RunSide['departs'] = null;
  if (venue.hash() !== header.start.hash) departs = { record: null, reason: 'another world is built now' };
  for (const { record: next } of readRecords(file, start)) {
    if (departs !== null || (record !== undefined && next.n > record.n)) break;
    const reason = repeat(run, next);
    if (reason !== undefined) departs = { record: next, reason };
  }
  return { venue, side: { record: record ?? null, events: venue.log.slice(common.events), departs } };
}

/** The fields that differ, unless the common records of a run are not reproduced. */
function differingFields(one: Replayed, other: Replayed, common: Common): readonly FieldDifference[] {
  const [a, b] = [one.side, other.side];
  const isKnown = ({ departs }: RunSide, n: number): boolean => departs === null || (departs.record?.n ?? 0) > n;
  if (!isKnown(a, common.a) || !isKnown(b, common.b)) return [];
  const things = [a, b].flatMap(({ record, events }) => [...events, ...(record ? [record.do] : [])]);
  return stateDifferences(one.venue, other.venue, things);
}

/** The venue at the beginning of a run. Throws `WorldError` if its world cannot be built. */
function beginningOf({ world, seed, rules, tape }: Header): Venue {
  if (tape !== undefined) {
    throw new WorldError(`a run with the tape ${tape.slice(0, 100)} cannot be replayed without it`);
  }
  return world === 'empty' ? createVenue(rules) : buildWorld({ seed, world, rules }).venue;
}

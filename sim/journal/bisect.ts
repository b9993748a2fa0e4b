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
import { latestJournal } from './directory.ts';
import { attempt, JournalError } from './journal-error.ts';
import { type FieldDifference, type Header, type JournalRecord, newRun, repeat, settingDifferences } from './record.ts';
import { type End, type Mark, readHeader, readRecords } from './run-file.ts';
import { stateDifferences } from './state-difference.ts';

/** A run that was read to its end. */
export type RunSummary = {
  readonly path: string;
  readonly header: Header;
  readonly records: number;
  /** Bytes of an interrupted write at the end, which are ignored. */
  readonly torn: number;
};

/** The last records that both runs have, by number (0: the beginning), and the state after them. */
type Common = { readonly a: number; readonly b: number; readonly events: number; readonly hash: string };

/** One of two runs at their first difference. */
export type RunSide = {
  /** The first different record; null at the end of the run. */
  readonly record: JournalRecord | null;
  /** The events after the common ones, as this version replays them. */
  readonly events: readonly Event[];
  /** The record whose outcome this version does not reproduce (null: the beginning). Nothing after it is replayed. */
  readonly departs: { readonly record: JournalRecord | null; readonly reason: string } | null;
};

/** The result of comparing the records of two runs. */
export type Course =
  | { readonly verdict: 'same'; readonly common: Common }
  /** The shorter run is the beginning of the other. */
  | { readonly verdict: 'prefix'; readonly common: Common; readonly shorter: 'a' | 'b' }
  | {
      readonly verdict: 'diverged';
      readonly common: Common;
      readonly a: RunSide;
      readonly b: RunSide;
      readonly fields: readonly FieldDifference[];
    };

export type Comparison = { readonly runs: { readonly a: RunSummary; readonly b: RunSummary } } & (
  | Course
  /** The runs have different settings. `course` is present if both begin in the same state nevertheless. */
  | { readonly verdict: 'other-start'; readonly fields: readonly FieldDifference[]; readonly course?: Course }
);

/**
 * Compares the runs at two paths: the latest of a journal directory, or one in a file. Throws `JournalError` for a path
 * without an intact run, and `WorldError` if a world that a replay needs cannot be built.
 */
export function compareRuns(a: string, b: string): Comparison {
  const [left, right] = [openRun(a), openRun(b)];
  const [one, other] = [left.header, right.header];
  const isOneStart = one.start.hash === other.start.hash;
  const state = { field: 'state', a: one.start.hash, b: other.start.hash };
  const fields = [...settingDifferences(one, other), ...(isOneStart ? [] : [state])];
  const course = isOneStart ? courseOf(left, right) : undefined;
  const runs = { a: summaryOf(left), b: summaryOf(right) };
  if (course !== undefined && fields.length === 0) return { ...course, runs };
  return { verdict: 'other-start', fields, ...(course && { course }), runs };
}

/** A recorded run that is read step by step. */
type OpenRun = {
  readonly path: string;
  readonly file: string;
  readonly header: Header;
  readonly mark: Mark;
  /** The next action. Due work counts only at the end: runs may do the same work in different steps. */
  nextStep(): JournalRecord | undefined;
  readToEnd(): End;
};

/** The advice for a path without a run. */
const ADVICE = 'name a journal directory or a run log';

function openRun(path: string): OpenRun {
  const file = fileAt(path);
  const found = readHeader(file);
  if (found === undefined) throw new JournalError(`${path} holds no run: its header is incomplete`);
  const records = readRecords(file, found.mark);
  let next = records.next();
  const nextStep = (): JournalRecord | undefined => {
    let due: JournalRecord | undefined;
    while (next.done !== true) {
      const { record } = next.value;
      next = records.next();
      if (record.do.kind !== 'clock') return record;
      due = record;
    }
    return due;
  };
  return {
    path,
    file,
    ...found,
    nextStep,
    readToEnd() {
      while (next.done !== true) next = records.next();
      return next.value;
    },
  };
}

/** A run is read once to compare it and once more to replay it. A pipe cannot be read twice. */
function fileAt(path: string): string {
  const stats = attempt(`${path} cannot be read`, ADVICE, () => statSync(path));
  if (stats.isFile()) return path;
  if (!stats.isDirectory()) {
    throw new JournalError(`${path} is no regular file and no directory: write the run into a file and name that`);
  }
  const latest = attempt(`${path} cannot be read`, ADVICE, () => latestJournal(path, ADVICE));
  if (latest === undefined) throw new JournalError(`${path} is empty: ${ADVICE}`);
  return latest.path;
}

function summaryOf({ path, header, readToEnd }: OpenRun): RunSummary {
  const { n: records, torn } = readToEnd();
  return { path, header, records, torn };
}

/** Compares the records of two runs that begin in the same state. */
function courseOf(left: OpenRun, right: OpenRun): Course {
  const { events, hash } = left.header.start;
  let common: Common = { a: 0, b: 0, events, hash };
  for (;;) {
    const [a, b] = [left.nextStep(), right.nextStep()];
    if (a === undefined && b === undefined) return { verdict: 'same', common };
    if (isAtEnd(a, b)) return { verdict: 'prefix', common, shorter: 'a' };
    if (isAtEnd(b, a)) return { verdict: 'prefix', common, shorter: 'b' };
    if (a === undefined || b === undefined || !isSameStep(a, b)) return diverged(left, right, { a, b }, common);
    common = { a: a.n, b: b.n, events: a.events, hash: a.hash };
  }
}

/** A record of each run; undefined if it has none. */
type Steps = { readonly a: JournalRecord | undefined; readonly b: JournalRecord | undefined };

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

/** Replays both runs up to their first different records, and compares their states. */
function diverged(left: OpenRun, right: OpenRun, { a, b }: Steps, common: Common): Course {
  const [one, other] = [repeated(left, a, common.events), repeated(right, b, common.events)];
  const isKnown = ({ departs }: RunSide, n: number): boolean => departs === null || (departs.record?.n ?? 0) > n;
  const things = [one.side, other.side].flatMap(({ record, events }) => [...events, ...(record ? [record.do] : [])]);
  const areKnown = isKnown(one.side, common.a) && isKnown(other.side, common.b);
  const fields = areKnown ? stateDifferences(one.venue, other.venue, things) : [];
  return { verdict: 'diverged', common, a: one.side, b: other.side, fields };
}

function repeated({ file, header, mark }: OpenRun, record: JournalRecord | undefined, from: number) {
  const run = newRun(beginningOf(header));
  const { venue } = run;
  let departs: RunSide['departs'] = null;
  if (venue.hash() !== header.start.hash) departs = { record: null, reason: 'another world is built now' };
  for (const { record: next } of readRecords(file, mark)) {
    if (departs !== null || (record !== undefined && next.n > record.n)) break;
    const reason = repeat(run, next);
    if (reason !== undefined) departs = { record: next, reason };
  }
  const side: RunSide = { record: record ?? null, events: venue.log.slice(from), departs };
  return { venue, side };
}

/** The venue at the beginning of a run. Throws `WorldError` if its world cannot be built. */
function beginningOf({ world, seed, rules, tape }: Header): Venue {
  if (tape !== undefined) {
    throw new WorldError(`a run with the tape ${tape.slice(0, 100)} cannot be replayed without it`);
  }
  return world === 'empty' ? createVenue(rules) : buildWorld({ seed, world, rules }).venue;
}

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
  type Run,
  repeat,
  settingDifferences,
} from './record.ts';
import { type Mark, readHeader, readRecords } from './run-file.ts';
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

export type Comparison = { readonly runs: { readonly a: RunSummary; readonly b: RunSummary } } & (
  | { readonly verdict: 'same'; readonly common: Common }
  /** The shorter run is the beginning of the other. */
  | { readonly verdict: 'prefix'; readonly common: Common; readonly shorter: 'a' | 'b' }
  | {
      readonly verdict: 'diverged';
      readonly common: Common;
      readonly a: RunSide;
      readonly b: RunSide;
      readonly fields: readonly FieldDifference[];
    }
  /** The runs have different settings, or begin in different states. */
  | { readonly verdict: 'other-start'; readonly fields: readonly FieldDifference[] }
);

/**
 * Compares the runs at two paths: the latest of a journal directory, or one in a file. Throws `JournalError` for a path
 * without an intact run, and `WorldError` if a world that a replay needs cannot be built.
 */
export function compareRuns(a: string, b: string): Comparison {
  const [left, right] = [openRun(a), openRun(b)];
  const runs = { a: left.summary, b: right.summary };
  const [one, other] = [runs.a.header, runs.b.header];
  const begin = differences({ state: one.start.hash }, { state: other.start.hash });
  const fields = [...settingDifferences(one, other), ...begin];
  if (fields.length > 0) return { verdict: 'other-start', fields, runs };
  const [ours, theirs] = [stepsOf(left), stepsOf(right)];
  for (let common: Common = { a: 0, b: 0, events: one.start.events, hash: one.start.hash }; ; ) {
    const { value: step } = ours.next();
    const { value: peer } = theirs.next();
    if (step === undefined && peer === undefined) return { verdict: 'same', common, runs };
    if (isAtEnd(step, peer)) return { verdict: 'prefix', common, shorter: 'a', runs };
    if (isAtEnd(peer, step)) return { verdict: 'prefix', common, shorter: 'b', runs };
    if (step === undefined || peer === undefined || !isSameStep(step, peer)) {
      const sides = [replayed(left, step, common), replayed(right, peer, common)] as const;
      return { verdict: 'diverged', common, ...divergence(...sides, common), runs };
    }
    common = { a: step.n, b: peer.n, events: step.events, hash: step.hash };
  }
}

/** A recorded run, and the mark behind its header. */
type OpenRun = { readonly file: string; readonly start: Mark; readonly summary: RunSummary };

/** The advice for a path without a run. */
const ADVICE = 'name a journal directory or a run log';

function openRun(path: string): OpenRun {
  const file = fileAt(path);
  const found = readHeader(file);
  if (found === undefined) throw new JournalError(`${path} holds no run: its header is incomplete`);
  const { header, end: start } = found;
  let end = start;
  for (const entry of readRecords(file, start)) end = entry.end;
  return { file, start, summary: { path, header, records: end.n, torn: statSync(file).size - end.offset } };
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

type Replayed = ReturnType<typeof replayed>;

/** Replays a run up to a record, or to its end. */
function replayed({ file, start, summary: { header } }: OpenRun, record: JournalRecord | undefined, common: Common) {
  const venue = beginningOf(header);
  const run: Run = { venue, player: undefined, rotations: new Map(), aheadMs: 0 };
  let departs: RunSide['departs'] = null;
  if (venue.hash() !== header.start.hash) departs = { record: null, reason: 'another world is built now' };
  for (const { record: next } of readRecords(file, start)) {
    if (departs !== null || (record !== undefined && next.n > record.n)) break;
    const reason = repeat(run, next);
    if (reason !== undefined) departs = { record: next, reason };
  }
  const side: RunSide = { record: record ?? null, events: venue.log.slice(common.events), departs };
  return { venue, side };
}

/** The two sides, and the fields that differ, unless the common records of a run are not reproduced. */
function divergence({ venue, side: a }: Replayed, { venue: other, side: b }: Replayed, common: Common) {
  const isKnown = ({ departs }: RunSide, n: number): boolean => departs === null || (departs.record?.n ?? 0) > n;
  const things = [a, b].flatMap(({ record, events }) => [...events, ...(record ? [record.do] : [])]);
  const areKnown = isKnown(a, common.a) && isKnown(b, common.b);
  return { a, b, fields: areKnown ? stateDifferences(venue, other, things) : [] };
}

/** The venue at the beginning of a run. Throws `WorldError` if its world cannot be built. */
function beginningOf({ world, seed, rules, tape }: Header): Venue {
  if (tape !== undefined) {
    throw new WorldError(`a run with the tape ${tape.slice(0, 100)} cannot be replayed without it`);
  }
  return world === 'empty' ? createVenue(rules) : buildWorld({ seed, world, rules }).venue;
}

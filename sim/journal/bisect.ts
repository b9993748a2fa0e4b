/**
 * sim/journal/bisect: the first step at which two recorded runs differ. Their records are compared up to the first with
 * another action, moment or hash. The common records are then replayed, and after them each of the two steps. The
 * states are compared.
 */
import { statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { invariant } from '../../base/result.ts';
import { createVenue, restoreVenue, type Venue } from '../core/venue.ts';
import { buildWorld } from '../world/build.ts';
import { WorldError } from '../world/world-error.ts';
import { latestRun, pathsOf } from './directory.ts';
import { attempt, JournalError } from './journal-error.ts';
import { beginningDifferences, type Header, type JournalRecord, newRun, type Run, repeat } from './record.ts';
import { readHeader, readRecords } from './run-file.ts';
import { stateDifferences } from './state-difference.ts';

/** The last records that both runs have, by number (0: the beginning), and the state after them. */
type Common = Readonly<{ a: number; b: number; events: number; hash: string }>;

export type Comparison = ReturnType<typeof compareRuns>;
export type RunSummary = Comparison['runs']['a'];
export type RunSide = ReturnType<typeof replayed>['side'];

/**
 * Compares the runs at two paths: the latest of a journal directory, or one in a file. Throws `JournalError` for a path
 * without an intact run.
 */
export function compareRuns(a: string, b: string) {
  const [left, right] = [openRun(a), openRun(b)];
  const runs = { a: left.summary, b: right.summary };
  const [one, other] = [runs.a.header, runs.b.header];
  const fields = beginningDifferences(one, other);
  if (fields.length > 0) return { verdict: 'other-start' as const, fields, runs };
  const [ours, theirs] = [left.records(), right.records()];
  for (let common: Common = { a: 0, b: 0, events: one.start.events, hash: one.start.hash }; ; ) {
    const [step, peer] = [ours.next().value?.record, theirs.next().value?.record];
    if (step === undefined && peer === undefined) return { verdict: 'same' as const, common, runs };
    if (step === undefined || peer === undefined) {
      const shorter = step === undefined ? ('a' as const) : ('b' as const);
      return { verdict: 'prefix' as const, common, shorter, runs };
    }
    // Hashes cover events alone. Session ids of heartbeats are not of the venue.
    if (!isDeepStrictEqual([step.at, step.hash, step.do], [peer.at, peer.hash, peer.do])) {
      return { verdict: 'diverged' as const, common, ...divergence(left, common, step, peer), runs };
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
  // A service may still write: later records are left out.
  const { size } = statSync(file);
  const records = () => readRecords(file, start, size);
  let end = start;
  for (const entry of records()) end = entry.end;
  return { records, summary: { path, header, records: end.n, torn: size - end.offset } };
}

function fileAt(path: string) {
  return attempt(`${path} cannot be read`, ADVICE, () => {
    if (!statSync(path).isDirectory()) return path;
    const latest = latestRun(path, ADVICE);
    if (latest === 0) throw new JournalError(`${path} is empty: ${ADVICE}`);
    return pathsOf(path, latest).journal;
  });
}

/** The two sides of the first difference, and the fields that differ. The common records are in either run. */
function divergence(
  { records, summary: { header } }: OpenRun,
  common: Common,
  step: JournalRecord,
  peer: JournalRecord,
) {
  const { venue, reason } = beginningOf(header);
  const run = newRun(venue);
  let departs: Departure = reason === undefined ? null : { record: null, reason };
  for (const { record } of records()) {
    if (departs !== null || record.n > common.a) break;
    departs = departure(run, record);
  }
  const [one, other] = [replayed(run.venue, departs, step), replayed(run.venue, departs, peer)];
  return { a: one.side, b: other.side, fields: stateDifferences(one.venue, other.venue, run.venue.eventCount) };
}

/** The record whose outcome this version does not reproduce (null: the beginning). Nothing after it is replayed. */
type Departure = { readonly record: JournalRecord | null; readonly reason: string } | null;

function departure(run: Run, record: JournalRecord): Departure {
  const reason = repeat(run, record);
  return reason === undefined ? null : { record, reason };
}

/** One of two runs after its first different record, which follows a common state that is reproduced or not. */
function replayed(common: Venue, departed: Departure, record: JournalRecord) {
  const restored = restoreVenue(common.snapshot());
  invariant(restored.ok, 'a snapshot is whole');
  const venue = restored.value;
  const departs = departed ?? departure(newRun(venue), record);
  /** `events`: those after the common ones, as this version replays them. */
  return { venue, side: { record, events: venue.log.slice(common.eventCount), departs } };
}

/** The venue at the beginning of a run; an empty one, and the reason, if that cannot be built. */
function beginningOf({ world, seed, rules, tape, start }: Header): { readonly venue: Venue; readonly reason?: string } {
  const other = (reason: string) => ({ venue: createVenue(), reason });
  if (tape !== undefined) return other(`a run with the tape ${tape.slice(0, 100)} cannot be replayed without it`);
  try {
    const venue = world === 'empty' ? createVenue(rules) : buildWorld({ seed, world, rules }).venue;
    return venue.hash() === start.hash ? { venue } : other('this version of Touchstone builds another world');
  } catch (cause) {
    if (cause instanceof WorldError) return other(cause.message);
    throw cause;
  }
}

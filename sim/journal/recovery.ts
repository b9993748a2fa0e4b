/**
 * sim/journal/recovery: brings a run back from its files: from the latest snapshot that can be used, or else from its beginning,
 * and then by doing every later record again. A snapshot of a record that is not there refuses the run. Nothing on disk changes.
 */
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { invariant } from '../../spec/result.ts';
import type { Venue } from '../core/venue.ts';
import type { TapePlayer } from '../tape/tape.ts';
import { type Generation, type Segment, segmentsAfter } from './directory.ts';
import { JournalError } from './journal-error.ts';
import { type Header, type Identity, isSameWorld } from './record.ts';
import { misplaced, type Place, type Progress, readSegments } from './record-reader.ts';
import { type Replayed, redoExactly, standingOf } from './replay.ts';
import { provesRecord, readSnapshotFile, type SnapshotTape } from './snapshot-file.ts';

export type Recovery = {
  readonly run: Replayed;
  readonly progress: Progress;
  /** The segments that were read. */
  readonly segments: readonly Segment[];
  /** The record of the snapshot the run was brought back from; 0 for its beginning. */
  readonly snapshot: number;
  /** State before the first record. */
  readonly begun: string;
  /** Snapshots that could not be used, with position and reason. */
  readonly notices: readonly string[];
};

/** What the run must be, and by which version it is brought back. */
export type RecoveryOf = SnapshotTape & { readonly identity: Identity; readonly touchstone: string };

/** A run at its beginning: the venue, and what plays its tape if it has one. */
export type Beginning = { readonly venue: Venue; readonly player?: TapePlayer | undefined };

/** The run of a generation that began with `beginning` as it is now. Throws `JournalError` where it cannot be brought back. */
export function recoverRun(generation: Generation, beginning: Beginning, of: RecoveryOf): Recovery {
  const notices: string[] = [];
  try {
    return bringBack(generation, beginning, of, notices);
  } catch (error) {
    // Whoever lacks records should hear of the snapshot that would have stood for them.
    if (error instanceof JournalError && notices.length > 0)
      throw new JournalError([...notices, error.message].join('; '));
    throw error;
  }
}

function bringBack(generation: Generation, beginning: Beginning, of: RecoveryOf, notices: string[]): Recovery {
  const begun = beginning.venue.hash();
  const proof = generation.snapshots.find(({ path, n }) => provesRecord(path, n, { ...of, begun }));
  const from = (run: Replayed, n: number): Recovery | undefined => {
    const segments = segmentsAfter(generation, n);
    const progress = redoAll(segments, run, n, begun, of.identity);
    if (progress === undefined) return undefined;
    if (proof !== undefined && progress.last < proof.n) throw cutShort(generation, progress.last, proof.n);
    return { run, progress, segments, snapshot: n, begun, notices };
  };
  for (const { path, n } of generation.snapshots) {
    const read = readSnapshotFile(path, n, { ...of, begun });
    const recovery = read.ok ? from(read.value, n) : undefined;
    if (recovery !== undefined) return recovery;
    const reason = read.ok ? 'it does not belong to the records of this journal' : read.refusal;
    notices.push(`${path}: ${reason}: it is left aside`);
  }
  const whole = from({ ...beginning, rotations: new Map(), aheadMs: 0 }, 0);
  invariant(whole !== undefined, 'a run follows from its own beginning');
  return whole;
}

/** Records reach the disk before a snapshot of them does: those up to `n` were there and were acknowledged. */
function cutShort({ directory }: Generation, last: number, n: number): JournalError {
  return new JournalError(
    `${directory}: the records end at ${last}, but a snapshot was taken after record ${n}: put the records between back, or remove the snapshots after ${last} to go on without them`,
  );
}

/**
 * Does the records after record `from` again. Undefined where the state at `from` is not the one the records tell of; where
 * they end before `from`, nobody can say.
 */
function redoAll(
  segments: readonly Segment[],
  run: Replayed,
  from: number,
  begun: string,
  identity: Identity,
): Progress | undefined {
  const known = standingOf(run.venue);
  let isOther = false;
  const records = readSegments(segments, (header, place) => {
    assertSameRun(header, place, identity, begun);
    if (from > 0 && header.first === from + 1 && header.start.hash !== known.hash) isOther = true;
  });
  let isKnown = from === 0;
  for (;;) {
    const next = records.next();
    if (isOther) return undefined;
    if (next.done === true) {
      const { last, standing } = next.value;
      if (isKnown || last < from) return next.value;
      return last === from && standing?.hash === known.hash ? next.value : undefined;
    }
    const { record } = next.value;
    if (record.n === from && record.hash !== known.hash) return undefined;
    if (record.n >= from) isKnown = true;
    if (record.n > from) redoExactly(run, next.value);
  }
}

function assertSameRun(header: Header, place: Place, identity: Identity, begun: string): void {
  if (!isSameWorld(header, identity)) throw otherRun(place, worldDifference(header, identity));
  for (const key of ['seed', 'profile'] as const) {
    if (header[key] === identity[key]) continue;
    throw otherRun(place, `its ${key} is ${quoted(header[key])}, not ${quoted(identity[key])}`);
  }
  if (header.tape !== identity.tape) throw otherRun(place, tapeDifference(header, identity));
  if (!isDeepStrictEqual(header.rules, identity.rules)) throw otherRun(place, 'its venue has other rules');
  if (header.first > 1 || header.start.hash === begun) return;
  throw misplaced(
    place,
    `the run began in state ${header.start.hash} and would begin in ${begun} now: another version made its world`,
  );
}

function worldDifference(header: Header, identity: Identity): string {
  if (header.world !== identity.world) return `its world is ${quoted(header.world)}, not ${quoted(identity.world)}`;
  return `its world ${quoted(header.world)} has changed since (its bytes had the digest ${header.content}, now ${identity.content})`;
}

function tapeDifference(header: Header, identity: Identity): string {
  const [written, given] = [header.tape, identity.tape];
  if (written === undefined) return `it was written without a tape, and this run has the tape ${quoted(given ?? '')}`;
  if (given === undefined) return `it was written with the tape ${quoted(written)}, and this run has none`;
  return `it was written with the tape ${quoted(written)}, not with ${quoted(given)}`;
}

function otherRun({ path }: Place, difference: string): JournalError {
  return new JournalError(`${dirname(path)} is the journal of another run: ${difference}; name another directory`);
}

/** A text out of a file, as far as it can be shown on one line. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100).replaceAll(/[^ -~]/g, '?'));
}

/** sim/journal/restore: restores a run from its snapshot, or else from its beginning, and repeats all later records. Changes no file. */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RunPaths } from './files.ts';
import { JournalError } from './journal-error.ts';
import { type Header, type Identity, isSameWorld } from './record.ts';
import { type Beginning, begun, type Run, repeatExactly } from './replay.ts';
import { type End, type Mark, misplaced, readHeader, readRecords } from './run-file.ts';
import { readSnapshot, type SnapshotReader } from './snapshot.ts';

export type Restored = {
  readonly run: Run;
  readonly end: End;
  /** The record of the snapshot that was used; 0 for none. */
  readonly snapshot: number;
  readonly notices: readonly string[];
};

/** The run in these files, which began as `beginning` is now. Throws `JournalError` if it is another run or cannot be restored. */
export function restoreRun(
  files: RunPaths,
  beginning: Beginning,
  identity: Identity,
  reader: SnapshotReader,
): Restored {
  const found = readHeader(files.journal);
  if (found === undefined) {
    // The process ended before it completed the header.
    if (existsSync(files.snapshot)) throw cutShort(files, 0);
    const end = { n: 0, offset: 0, torn: statSync(files.journal).size };
    return { run: begun(beginning), end, snapshot: 0, notices: [] };
  }
  assertSameRun(files.journal, found.header, identity, beginning);
  const snapshot = readSnapshot(files.snapshot, files.journal, reader);
  const { run, mark }: { run: Run; mark: Mark } = snapshot?.state.ok
    ? snapshot.state.value
    : { run: begun(beginning), mark: found.mark };
  const end = repeatAll(files.journal, run, mark);
  if (snapshot !== undefined && end.n < snapshot.n) throw cutShort(files, end.n);
  const notices =
    snapshot === undefined || snapshot.state.ok ? [] : [`${files.snapshot} is not used: ${snapshot.state.refusal}`];
  return { run, end, snapshot: mark.n, notices };
}

function repeatAll(journal: string, run: Run, mark: Mark): End {
  const records = readRecords(journal, mark);
  for (;;) {
    const next = records.next();
    if (next.done === true) return next.value;
    repeatExactly(run, next.value);
  }
}

/** Records reach the disk before their snapshot does, so that records which were acknowledged are missing. */
function cutShort({ journal, snapshot }: RunPaths, last: number): JournalError {
  return new JournalError(
    `${journal}: the records end at ${last}, before the last snapshot: restore the later ones, or remove ${snapshot} to continue without them`,
  );
}

function assertSameRun(path: string, header: Header, identity: Identity, { venue }: Beginning): void {
  const difference = differenceOf(header, identity);
  if (difference !== undefined) {
    throw new JournalError(`${dirname(path)} is the journal of another run: ${difference}; name another directory`);
  }
  const state = venue.hash();
  if (header.start.hash === state) return;
  throw misplaced(
    { path, line: 1, offset: 0 },
    `the run began in state ${header.start.hash} and would begin in ${state} now: another version made its world`,
  );
}

function differenceOf(header: Header, identity: Identity): string | undefined {
  if (!isSameWorld(header, identity)) {
    if (header.world !== identity.world) return `its world is ${quoted(header.world)}, not ${quoted(identity.world)}`;
    return `its world ${quoted(header.world)} has changed since (its bytes had the digest ${header.content}, now ${identity.content})`;
  }
  for (const key of ['seed', 'profile'] as const) {
    if (header[key] !== identity[key]) return `its ${key} is ${quoted(header[key])}, not ${quoted(identity[key])}`;
  }
  if (header.tape !== identity.tape) return tapeDifference(header.tape, identity.tape);
  return isDeepStrictEqual(header.rules, identity.rules) ? undefined : 'its venue has other rules';
}

function tapeDifference(written: string | undefined, given: string | undefined): string {
  if (written === undefined) return `it was written without a tape, and this run has the tape ${quoted(given ?? '')}`;
  if (given === undefined) return `it was written with the tape ${quoted(written)}, and this run has none`;
  return `it was written with the tape ${quoted(written)}, not with ${quoted(given)}`;
}

/** A text of a file, shortened and without control characters. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100).replaceAll(/[^ -~]/g, '?'));
}

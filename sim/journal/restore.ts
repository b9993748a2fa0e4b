/**
 * sim/journal/restore: restores a run from its snapshot, or else from its beginning, and repeats all later records.
 * Changes no file.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RunPaths } from './directory.ts';
import { JournalError } from './journal-error.ts';
import { type Run, repeat } from './journal-replay.ts';
import { type Header, type Identity, settingDifferences } from './record.ts';
import { type End, misplaced, type Records, readHeader, readRecords } from './run-file.ts';
import { readSnapshot, type SnapshotReader } from './snapshot.ts';

/** A run and the end of its file. The byte 0 means that it has no header yet. */
export type Restored = { readonly run: Run; readonly end: End; readonly notices: readonly string[] };

/** The run in these files, which began as `begun` is now. Throws `JournalError` for another or an unreadable run. */
export function restoreRun(paths: RunPaths, begun: Run, identity: Identity, reader: SnapshotReader): Restored {
  const found = readHeader(paths.journal);
  if (found === undefined) {
    // The process ended before it completed the header.
    if (existsSync(paths.snapshot)) throw cutShort(paths, 0);
    return { run: begun, end: { n: 0, offset: 0, torn: statSync(paths.journal).size }, notices: [] };
  }
  assertSameRun(paths.journal, found.header, identity, begun);
  const snapshot = readSnapshot(paths, reader);
  const { run, mark } = snapshot?.state.ok ? snapshot.state.value : { run: begun, mark: found.mark };
  const end = repeatAll(run, readRecords(paths.journal, mark));
  if (snapshot !== undefined && end.n < snapshot.n) throw cutShort(paths, end.n);
  const notices = snapshot?.state.ok === false ? [`${paths.snapshot} is not used: ${snapshot.state.refusal}`] : [];
  return { run, end, notices };
}

function repeatAll(run: Run, records: Records): End {
  for (;;) {
    const next = records.next();
    if (next.done === true) return next.value;
    const { record, place } = next.value;
    const difference = repeat(run, record);
    if (difference !== undefined) throw misplaced(place, `record ${record.n} (${record.do.kind}) ${difference}`);
  }
}

/** Records reach the disk before their snapshot does, so that acknowledged records are missing. */
function cutShort({ journal, snapshot }: RunPaths, last: number): JournalError {
  const advice = `restore the later ones, or remove ${snapshot} to continue without them`;
  return new JournalError(`${journal}: the records end at ${last}, before the last snapshot: ${advice}`);
}

function assertSameRun(path: string, header: Header, identity: Identity, { venue }: Run): void {
  const [difference] = settingDifferences(header, identity);
  if (difference !== undefined) {
    const { field, a, b } = difference;
    const fact = `its ${field} is ${quoted(a)}, not ${quoted(b)}`;
    throw new JournalError(`${dirname(path)} is the journal of another run: ${fact}; name another directory`);
  }
  const [began, begins] = [header.start.hash, venue.hash()];
  if (began === begins) return;
  const fact = `the run began in state ${began} and would begin in ${begins} now: another version made its world`;
  throw misplaced({ path, line: 1, offset: 0 }, fact);
}

/** A value of a file, shortened and without control characters. */
function quoted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 100).replaceAll(/[^ -~]/g, '?')) : String(value);
}

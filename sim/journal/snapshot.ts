/** sim/journal/snapshot: restores a run from a snapshot or its beginning, and repeats later records. */
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { parseUnbounded } from '../../base/json.ts';
import { ok, type Result, refuse } from '../../base/result.ts';
import { restoreVenue } from '../core/venue.ts';
import type { Tape } from '../tape/tape.ts';
import { taped } from '../tape/taped.ts';
import type { RunPaths } from './directory.ts';
import { JournalError, systemReason } from './journal-error.ts';
import {
  Count,
  type Header,
  type Identity,
  JournalRecord,
  type Run,
  repeat,
  settingDifferences,
  standingOf,
} from './record.ts';
import {
  checksum,
  contentOf,
  type End,
  type Mark,
  misplaced,
  type Records,
  readHeader,
  readRecords,
} from './run-file.ts';

/** The first line of a snapshot; the bytes of the venue follow. The checksum covers both. */
const SnapshotHeader = z.object({
  format: z.literal('touchstone-snapshot'),
  /** Only the version that took a snapshot uses it, because another one may act otherwise. */
  touchstone: z.string(),
  /** The record before it, and the byte at which its line begins. */
  record: JournalRecord,
  offset: Count,
  aheadMs: Count,
  rotations: z.array(z.tuple([Count, Count])),
  /** The position of the tape, if the run has one. */
  tapeAt: z.string().exactOptional(),
});
type SnapshotHeader = z.infer<typeof SnapshotHeader>;
type Taken = Pick<SnapshotHeader, 'touchstone' | 'record' | 'offset'>;

/** A snapshot is used by this version and for a run with this tape. */
type SnapshotReader = { readonly touchstone?: string; readonly tape?: Tape | undefined };

type ReadSnapshot = {
  /** The record it was taken after, which must be in the journal; 0 if that cannot be read. */
  readonly n: number;
  /** The run and the mark behind its record, or the reason why the snapshot cannot be used. */
  readonly state: Result<{ readonly run: Run; readonly mark: Mark }, string>;
};

/** Writes a snapshot in place of the last one, which stays if that fails. Throws the system's error. */
export function writeSnapshot(path: string, { venue, player, rotations, aheadMs }: Run, taken: Taken): void {
  const header: SnapshotHeader = {
    format: 'touchstone-snapshot',
    ...taken,
    aheadMs,
    rotations: [...rotations],
    ...(player && { tapeAt: player.save() }),
  };
  const [head, bytes] = [`${JSON.stringify(header)}\n`, venue.snapshot()];
  const draft = `${path}.draft`;
  try {
    writeFileSync(draft, `${checksum(head, bytes)} ${head}`);
    appendFileSync(draft, bytes, { flush: true });
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true, recursive: true });
    throw cause;
  }
}

/** Reads the snapshot of a run; undefined for a run without a snapshot. */
function readSnapshot({ journal, snapshot }: RunPaths, reader: SnapshotReader): ReadSnapshot | undefined {
  if (!existsSync(snapshot)) return undefined;
  const unusable = (reason: string): ReadSnapshot => ({ n: 0, state: refuse(reason) });
  let file: Buffer;
  try {
    file = readFileSync(snapshot);
  } catch (cause) {
    return unusable(`it cannot be read (${systemReason(cause)})`);
  }
  const content = contentOf(file);
  const bytes = content.ok ? content.value : Buffer.alloc(0);
  const end = bytes.indexOf('\n');
  const header = SnapshotHeader.safeParse(parseUnbounded(bytes.toString('utf8', 0, Math.max(0, end)))).data;
  if (header === undefined) return unusable('it is damaged, or of another format');
  return { n: header.record.n, state: stateIn(bytes.subarray(end + 1), header, journal, reader) };
}

function stateIn(
  bytes: Buffer,
  { record, offset, tapeAt, rotations, aheadMs, touchstone: taker }: SnapshotHeader,
  journal: string,
  { touchstone = '', tape }: SnapshotReader,
): ReadSnapshot['state'] {
  if (taker !== touchstone) return refuse('another version of Touchstone took it');
  const mark = markBehind(journal, record, offset);
  if (mark === undefined) return refuse('it does not belong to the records of this journal');
  const restored = restoreVenue(bytes);
  if (!restored.ok || standingOf(restored.value).hash !== record.hash) return refuse('it holds another state');
  const player = tapeAt === undefined ? undefined : tape?.play(tapeAt);
  const venue = player === undefined ? restored.value : taped(restored.value, player);
  return ok({ run: { venue, player, rotations: new Map(rotations), aheadMs }, mark });
}

/** The mark behind a record; undefined if another record or none begins at its byte. */
function markBehind(journal: string, record: JournalRecord, offset: number): Mark | undefined {
  try {
    const [found] = readRecords(journal, { n: record.n - 1, offset });
    return isDeepStrictEqual(found?.record, record) ? found?.next : undefined;
  } catch (cause) {
    if (!(cause instanceof JournalError)) throw cause;
    return undefined;
  }
}

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

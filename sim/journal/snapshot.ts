/** sim/journal/snapshot: the state of a run after one of its records, so that a start need not repeat those before it. */
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { parseUnbounded } from '../../base/json.ts';
import { ok, type Result, refuse } from '../../base/result.ts';
import { restoreVenue } from '../core/venue.ts';
import type { Tape } from '../tape/tape.ts';
import { taped } from '../tape/taped.ts';
import type { RunPaths } from './directory.ts';
import { JournalError, systemReason } from './journal-error.ts';
import { type Run, standingOf } from './journal-replay.ts';
import { checksum, contentOf } from './line.ts';
import { Count, JournalRecord } from './record.ts';
import { type Mark, readRecords } from './run-file.ts';

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
export type SnapshotReader = { readonly touchstone?: string; readonly tape?: Tape | undefined };

export type ReadSnapshot = {
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
export function readSnapshot({ journal, snapshot }: RunPaths, reader: SnapshotReader): ReadSnapshot | undefined {
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

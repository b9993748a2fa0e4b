/** sim/journal/snapshot: the whole state of a run after one of its records, so that a start need not repeat the records before it. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { ok, type Result, refuse } from '../../spec/result.ts';
import { restoreVenue } from '../core/venue.ts';
import type { Tape } from '../tape/tape.ts';
import { taped } from '../tape/taped.ts';
import { systemReason } from './journal-error.ts';
import { checksum, jsonValueOf, lineOf, linesOf } from './line.ts';
import { JournalRecord } from './record.ts';
import { type Run, standingOf } from './replay.ts';
import type { Mark } from './run-file.ts';

const Count = z.int().min(0);

/** The first line of a snapshot; the bytes of the venue follow. */
const SnapshotHeader = z.object({
  format: z.literal('touchstone-snapshot'),
  version: z.literal(2),
  /** Only the version that took a snapshot uses it, because another one may act otherwise. */
  touchstone: z.string(),
  /** The record before it, and the byte at which its line begins. */
  record: JournalRecord,
  offset: Count,
  aheadMs: Count,
  rotations: z.array(z.tuple([Count, Count])),
  /** The position of the tape, if the run has one. */
  tapeAt: z.string().exactOptional(),
  bytes: Count,
  crc: z.string(),
});
type SnapshotHeader = z.infer<typeof SnapshotHeader>;

/** A snapshot is used by this version and for a run with this tape. */
export type SnapshotReader = { readonly touchstone: string; readonly tape?: Tape | undefined };

export type ReadSnapshot = {
  /** The record it was taken after, which must be in the journal; 0 if that cannot be read. */
  readonly n: number;
  /** The run, and the mark of its next record, or the reason why the snapshot cannot be used. */
  readonly state: Result<{ readonly run: Run; readonly mark: Mark }, string>;
};

/** Writes a snapshot in place of the last one. Throws the system's error and leaves the last one if it cannot be written. */
export function writeSnapshot(
  path: string,
  run: Run,
  at: Pick<SnapshotHeader, 'touchstone' | 'record' | 'offset'>,
): void {
  const bytes = run.venue.snapshot();
  const header: SnapshotHeader = {
    ...{ format: 'touchstone-snapshot', version: 2, ...at, aheadMs: run.aheadMs, rotations: [...run.rotations] },
    ...(run.player === undefined ? {} : { tapeAt: run.player.save() }),
    ...{ bytes: bytes.length, crc: checksum(bytes) },
  };
  const draft = `${path}.draft`;
  try {
    writeFileSync(draft, lineOf(JSON.stringify(header)));
    writeFileSync(draft, bytes, { flag: 'a', flush: true });
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true, recursive: true });
    throw cause;
  }
}

/** Reads the snapshot of the journal at `journal`; undefined if there is none. */
export function readSnapshot(path: string, journal: string, by: SnapshotReader): ReadSnapshot | undefined {
  if (!existsSync(path)) return undefined;
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch (cause) {
    return { n: 0, state: refuse(`it cannot be read (${systemReason(cause)})`) };
  }
  const end = Math.max(0, file.indexOf('\n'));
  const line = jsonValueOf(file.subarray(0, end));
  const header = SnapshotHeader.safeParse(line.ok ? line.value : undefined);
  if (!header.success) return { n: 0, state: refuse('its first line is not that of a snapshot of this version') };
  return { n: header.data.record.n, state: stateIn(file.subarray(end + 1), header.data, journal, by) };
}

function stateIn(
  bytes: Buffer,
  header: SnapshotHeader,
  journal: string,
  { touchstone, tape }: SnapshotReader,
): ReadSnapshot['state'] {
  if (header.touchstone !== touchstone) return refuse('another version of Touchstone took it');
  if (bytes.length !== header.bytes || checksum(bytes) !== header.crc) return refuse('it is damaged');
  const offset = endOfRecord(journal, header);
  if (offset === undefined) return refuse('it does not belong to the records of this journal');
  const restored = restoreVenue(bytes);
  if (!restored.ok) return refuse(`byte ${restored.refusal.position} of the venue: ${restored.refusal.reason}`);
  const { record, tapeAt, rotations, aheadMs } = header;
  if (standingOf(restored.value).hash !== record.hash) return refuse('it holds another state than its first line');
  const player = tapeAt === undefined ? undefined : tape?.play(tapeAt);
  const venue = player === undefined ? restored.value : taped(restored.value, player);
  const run = { venue, player, rotations: new Map(rotations), aheadMs };
  return ok({ run, mark: { n: record.n, offset } });
}

/** The end of the snapshot's record in the journal; undefined if another record or none is at its place. */
function endOfRecord(journal: string, { record, offset }: SnapshotHeader): number | undefined {
  const [line] = linesOf(journal, offset);
  if (line === undefined || !line.isEnded) return undefined;
  const value = jsonValueOf(line.bytes);
  const found = JournalRecord.safeParse(value.ok ? value.value : undefined).data;
  const isSame = found?.n === record.n && found.hash === record.hash && found.events === record.events;
  return isSame ? offset + line.bytes.length + 1 : undefined;
}

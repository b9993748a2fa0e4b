/**
 * sim/journal/snapshot-file: a whole run as it was after one of its records, so that the records before it need not be done
 * again. A line that says what it is, then the bytes of the venue.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { ok, type Result, refuse } from '../../spec/result.ts';
import { restoreVenue, type Venue } from '../core/venue.ts';
import type { Tape } from '../tape/tape.ts';
import { taped } from '../tape/taped.ts';
import { JournalError, systemReason } from './journal-error.ts';
import { jsonOf, lineOf } from './line.ts';
import { linesOf } from './line-reader.ts';
import { Identity, isSameWorld, Standing } from './record.ts';
import { isOther } from './regular-file.ts';
import { type Replayed, standingOf } from './replay.ts';

const FORMAT = 'touchstone-snapshot';
const FORMAT_VERSION = 1;
const Count = z.int().min(0);

const SnapshotHeader = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  /** Another version may do things otherwise: a snapshot is believed by the version that took it. */
  touchstone: z.string(),
  ...Identity.shape,
  /** State before the first record of the run. */
  begun: z.string(),
  /** The record it was taken after, and where the run stood then. */
  n: Count,
  standing: Standing,
  aheadMs: Count,
  /** API key and the number of session ids it had been given. */
  rotations: z.array(z.tuple([Count, Count])),
  /** Where its tape stood, if the run has one. */
  tapeAt: z.string().exactOptional(),
  /** The bytes behind this line. */
  bytes: Count,
  crc: z.string(),
});
type SnapshotHeader = z.infer<typeof SnapshotHeader>;

/** The tape of the run that a snapshot is read for. */
export type SnapshotTape = { readonly tape?: Tape | undefined };

/** What a snapshot must be of to be of use. */
export type SnapshotOf = Pick<SnapshotHeader, 'touchstone' | 'begun'> & { readonly identity: Identity };

/** The largest file that is read. */
const BYTES_MAX = 2 ** 31 - 1;

/** Writes a snapshot of the run; it is whole or not there. Throws the system's error where it cannot be written. */
export function writeSnapshotFile(path: string, run: Replayed, n: number, of: SnapshotOf): void {
  const bytes = run.venue.snapshot();
  const header: SnapshotHeader = {
    ...{ format: FORMAT, version: FORMAT_VERSION, touchstone: of.touchstone, ...of.identity, begun: of.begun, n },
    ...{ standing: standingOf(run.venue), aheadMs: run.aheadMs, rotations: [...run.rotations] },
    ...(run.player === undefined ? {} : { tapeAt: run.player.save() }),
    ...{ bytes: bytes.length, crc: checksum(bytes) },
  };
  const draft = `${path}.draft`;
  const descriptor = openSync(draft, 'w');
  try {
    try {
      for (const part of [lineOf(JSON.stringify(header)), bytes]) {
        for (let written = 0; written < part.length; ) written += writeSync(descriptor, part, written);
      }
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw cause;
  }
}

/** The run as the snapshot at `path` has it after record `n`, or why it cannot be used: position and reason. */
export function readSnapshotFile(path: string, n: number, of: SnapshotOf & SnapshotTape): Result<Replayed, string> {
  const file = readBytes(path);
  if (!file.ok) return file;
  const end = file.value.indexOf('\n');
  if (end === -1) return refuse('byte 0: its first line has no end');
  const header = readHeader(file.value.subarray(0, end));
  if (!header.ok) return refuse(`byte 0: ${header.refusal}`);
  const unfit = misfit(header.value, n, of);
  if (unfit !== undefined) return refuse(`byte 0: ${unfit}`);
  const bytes = file.value.subarray(end + 1);
  if (bytes.length !== header.value.bytes) {
    return refuse(`byte ${file.value.length}: ${bytes.length} bytes follow its first line, not ${header.value.bytes}`);
  }
  if (checksum(bytes) !== header.value.crc) return refuse(`byte ${end + 1}: the checksum of what follows is wrong`);
  const restored = restoreVenue(bytes);
  if (!restored.ok) return refuse(`byte ${end + 1 + restored.refusal.position}: ${restored.refusal.reason}`);
  return checked(restored.value, header.value, of.tape);
}

function checked(restored: Venue, header: SnapshotHeader, tape: Tape | undefined): Result<Replayed, string> {
  const { standing, rotations, aheadMs, tapeAt } = header;
  const { hash, events } = standingOf(restored);
  if (hash !== standing.hash || events !== standing.events)
    return refuse(`byte 0: it says state ${standing.hash} and holds ${hash}`);
  const run = { rotations: new Map(rotations), aheadMs };
  if (tape === undefined || tapeAt === undefined) return ok({ venue: restored, ...run });
  const player = tape.play(tapeAt);
  return ok({ venue: taped(restored, player), player, ...run });
}

function readBytes(path: string): Result<Buffer, string> {
  try {
    if (isOther(path)) return refuse('it is no regular file');
    if (statSync(path).size > BYTES_MAX) return refuse(`byte ${BYTES_MAX}: it is larger than any that is written`);
    return ok(readFileSync(path));
  } catch (cause) {
    return refuse(`it cannot be read (${systemReason(cause)})`);
  }
}

function readHeader(line: Buffer): Result<SnapshotHeader, string> {
  const json = jsonOf(line);
  if (!json.ok) return json;
  try {
    const parsed = SnapshotHeader.safeParse(JSON.parse(json.value));
    return parsed.success ? ok(parsed.data) : refuse('its first line is not that of a snapshot this version reads');
  } catch {
    return refuse('its first line is not JSON');
  }
}

/**
 * Whether the snapshot at `path` was taken after record `n` of this run, be it by another version or damaged behind its first line:
 * it has its name only since it was whole.
 */
export function provesRecord(path: string, n: number, of: SnapshotOf): boolean {
  const line = firstLine(path);
  if (line === undefined) return false;
  const header = readHeader(line);
  return header.ok && unlike(header.value, n, of) === undefined;
}

function firstLine(path: string): Buffer | undefined {
  try {
    const [line] = linesOf(path);
    return line?.bytes;
  } catch (cause) {
    // What is wrong with it is told where it is read as a whole.
    if (cause instanceof JournalError) return undefined;
    throw cause;
  }
}

/** What makes a snapshot one of another run, moment or version. */
function misfit(header: SnapshotHeader, n: number, of: SnapshotOf): string | undefined {
  const reason = unlike(header, n, of);
  if (reason !== undefined || header.touchstone === of.touchstone) return reason;
  return 'another version of Touchstone took it';
}

function unlike(header: SnapshotHeader, n: number, { identity, begun }: SnapshotOf): string | undefined {
  const { seed, profile, rules, tape } = identity;
  const isSameRun =
    isSameWorld(header, identity) &&
    isDeepStrictEqual([header.seed, header.profile, header.rules, header.tape], [seed, profile, rules, tape]);
  if (!isSameRun || header.begun !== begun) return 'it is of another run';
  return header.n === n ? undefined : `it was taken after record ${header.n}, not ${n} as its name says`;
}

function checksum(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, '0');
}

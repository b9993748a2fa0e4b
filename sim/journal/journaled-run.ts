/**
 * sim/journal/journaled-run: a run from the moment it is written on: its venue with the writer behind it, and what whoever
 * serves it has to know.
 */
import type { Venue } from '../core/venue.ts';
import { DISK, type Disk } from './disk.ts';
import type { JournalError } from './journal-error.ts';
import { journaled } from './journaled.ts';
import { FORMAT, FORMAT_VERSION, type Header, type Identity, type JournalRecord, type Standing } from './record.ts';
import type { Recovery } from './recovery.ts';
import type { SyncPolicy } from './segment-file.ts';
import { createSnapshotTaker } from './snapshot-schedule.ts';
import { createWriter, type Position, type Writer } from './writer.ts';

export type JournalOptions = {
  /** Default `interval`. */
  readonly sync?: SyncPolicy;
  /** The version of Touchstone, for the headers. */
  readonly touchstone?: string;
  /** A segment of this many bytes is followed by the next; default 64 MiB. */
  readonly segmentBytes?: number;
  /** Hears once when nothing can be written any more. */
  readonly onFailure?: (failure: JournalError) => void;
  /** A snapshot is taken after so many records, so that a start need not do all of them again; by default, and for 0, never. */
  readonly snapshotEvery?: number;
  /** Hears of what is no failure but ought to be known: a snapshot that could not be taken. */
  readonly onNotice?: (notice: string) => void;
  readonly disk?: Disk;
};

/** A run that is written down. */
export type JournaledRun = {
  readonly directory: string;
  /** The venue as it was left, or as it begins. What it does is written; `JournalError` is thrown where it cannot be. */
  readonly venue: Venue;
  /** Session ids given to each API key; whoever gives one counts it here before the heartbeat is performed. */
  readonly rotations: Map<number, number>;
  /** What moves of the clock on demand add up to, milliseconds. */
  readonly aheadMs: number;
  /** Moves the clock ahead on demand. */
  advance(now: number, ms: number): void;
  /** Why nothing is written any more; the venue is ahead of the journal then and no longer to be used. */
  readonly failure: JournalError | undefined;
  /** Which run in the directory this is, and how many records it went on from. */
  readonly generation: number;
  readonly recovered: number;
  /** What was done about an interrupted write or a lock left behind, one line each. */
  readonly notices: readonly string[];
  /** Ends writing and gives up the lock of the directory. */
  close(): void;
};

/** A run that is ready to be written on. */
export type ReadyRun = Pick<Recovery, 'run' | 'snapshot' | 'begun' | 'notices'> & { readonly position: Position };

/** Where it is written. */
export type RunPlace = {
  readonly directory: string;
  readonly generation: number;
  readonly identity: Identity;
  close(): void;
};

const SEGMENT_BYTES = 64 * 1024 * 1024;

/** Opens the segment a run goes on in. Throws `JournalError` where it cannot be written. */
export function startWriting(
  { run, position, snapshot, begun, notices }: ReadyRun,
  { directory, generation, identity, close }: RunPlace,
  options: JournalOptions,
): { readonly journaledRun: JournaledRun; readonly writer: Writer } {
  const { sync = 'interval', touchstone = '', segmentBytes = SEGMENT_BYTES, disk = DISK } = options;
  const { snapshotEvery: every = 0, onFailure = () => undefined, onNotice = () => undefined } = options;
  const format = { format: FORMAT, version: FORMAT_VERSION, touchstone } as const;
  const headerAt = (first: number, start: Standing): Header => ({ ...format, ...identity, generation, first, start });
  const writer = createWriter(position, { directory, disk, sync, segmentBytes, headerAt, onFailure });
  const of = { identity, touchstone, begun };
  const plan = { directory, generation, every, latest: snapshot, of, syncRecords: writer.sync, onNotice };
  const takeSnapshot = createSnapshotTaker(run, plan);
  const outlet = {
    append(record: JournalRecord) {
      writer.append(record);
      takeSnapshot(record.n);
    },
    get failure() {
      return writer.failure;
    },
    halt: writer.halt,
  };
  const { rotations, aheadMs } = run;
  const journaledRun: JournaledRun = {
    ...{ directory, rotations, aheadMs, generation, recovered: position.last, notices, close },
    ...journaled(run, position.last, outlet),
    get failure() {
      return writer.failure;
    },
  };
  return { journaledRun, writer };
}

/**
 * sim/journal/journal: the door of this folder: a directory in which a run of an exchange is written down as it happens, and from
 * which it goes on after the process has ended, however it ended.
 */
import { existsSync, mkdirSync, readdirSync, realpathSync, truncateSync } from 'node:fs';
import type { Exchange } from '../core/exchange.ts';
import { latestGeneration } from './directory.ts';
import { DISK, type Disk } from './disk.ts';
import { JournalError, systemReason } from './journal-error.ts';
import { journaled } from './journaled.ts';
import { takeLock } from './lock.ts';
import type { TornTail } from './reading.ts';
import { FORMAT, FORMAT_VERSION, type Header, type Identity, type JournalRecord, type Standing } from './record.ts';
import { type Recovery, recoverRun } from './recovery.ts';
import { type Replayed, standingOf } from './replay.ts';
import type { SyncPolicy } from './segment-file.ts';
import { createSnapshotTaker } from './snapshot-taking.ts';
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
  /** A snapshot is taken after so many records, so that a start need not do all of them again; default: never. */
  readonly snapshotEvery?: number;
  /** Hears of what is no failure but ought to be known: a snapshot that could not be taken. */
  readonly onNotice?: (notice: string) => void;
  readonly disk?: Disk;
};

/** A run that is written down. */
export type JournaledRun = {
  readonly directory: string;
  /** The exchange as it was left, or as it begins. What it does is written; `JournalError` is thrown where it cannot be. */
  readonly exchange: Exchange;
  /** Session ids given to each API key; whoever gives one counts it here before the heartbeat is performed. */
  readonly rotations: Map<number, number>;
  /** What moves of the clock on demand add up to, milliseconds. */
  readonly aheadMs: number;
  /** Moves the clock ahead on demand. */
  advance(now: number, ms: number): void;
  /** Why nothing is written any more; the exchange is ahead of the journal then and no longer to be used. */
  readonly failure: JournalError | undefined;
  /** Which run in the directory this is, and how many records it went on from. */
  readonly generation: number;
  readonly recovered: number;
  /** What was done about an interrupted write or a lock left behind, one line each. */
  readonly notices: readonly string[];
  /** Ends writing and gives up the lock of the directory. */
  close(): void;
};

export type Journal = {
  /**
   * The latest run of the directory, done again on `exchange`, which must be as that run began; a first run where there is none.
   * Throws `JournalError`, gives up the lock and leaves every file as it was where the journal cannot be read or comes
   * out otherwise.
   */
  recover(exchange: Exchange): JournaledRun;
  /** A new run, which begins as `exchange` is. The files of the earlier ones stay. */
  renew(exchange: Exchange): JournaledRun;
  /** Ends writing and gives up the lock of the directory. */
  close(): void;
};

const SEGMENT_BYTES = 64 * 1024 * 1024;

/** A run that is ready to be written on. */
type Ready = Pick<Recovery, 'run' | 'snapshot' | 'begun' | 'notices'> & { readonly position: Position };

/**
 * Takes a directory for the journal of runs of this identity; makes it where there is none. Throws `JournalError`, one
 * line, where it cannot be used: another process writes in it, or it takes no files.
 */
export function openJournal(path: string, identity: Identity, options: JournalOptions = {}): Journal {
  const {
    sync = 'interval',
    touchstone = '',
    segmentBytes = SEGMENT_BYTES,
    disk = DISK,
    snapshotEvery: every,
  } = options;
  const { onFailure = () => undefined, onNotice = () => undefined } = options;
  const directory = makeDirectory(path);
  const lock = takeLock(directory);
  let writer: Writer | undefined;
  let generation = 0;

  const close = (): void => {
    try {
      endWriting(writer);
    } finally {
      lock.release();
    }
  };
  const begin = ({ run, position, snapshot, begun, notices }: Ready): JournaledRun => {
    const format = { format: FORMAT, version: FORMAT_VERSION, touchstone } as const;
    const headerAt = (first: number, start: Standing): Header => ({ ...format, ...identity, generation, first, start });
    const opened = createWriter(position, { directory, disk, sync, segmentBytes, headerAt, onFailure });
    writer = opened;
    const of = { identity, touchstone, begun };
    const takeSnapshot = createSnapshotTaker(run, { directory, generation, every, latest: snapshot, of, onNotice });
    const outlet = {
      append(record: JournalRecord) {
        opened.append(record);
        takeSnapshot(record.n);
      },
      get failure() {
        return opened.failure;
      },
      halt: opened.halt,
    };
    const { rotations, aheadMs } = run;
    return {
      ...{ directory, rotations, aheadMs, generation, recovered: position.last, notices, close },
      ...journaled(run, position.last, outlet),
      get failure() {
        return opened.failure;
      },
    };
  };
  const beginAnew = (exchange: Exchange, notices: readonly string[]): JournaledRun => {
    generation += 1;
    const standing = standingOf(exchange);
    const position = { first: 1, bytes: 0, last: 0, standing };
    const run: Replayed = { exchange, rotations: new Map(), aheadMs: 0 };
    return begin({ run, position, snapshot: 0, begun: standing.hash, notices });
  };
  const goOn = (exchange: Exchange): JournaledRun => {
    const left = lock.isTakenOver ? [`${directory}: the process that used it last did not end by itself`] : [];
    const latest = latestGeneration(directory);
    if (latest === undefined) return beginAnew(exchange, left);
    const recovery = recoverRun(latest, exchange, { identity, touchstone });
    ({ generation } = latest);
    const notices = [...left, ...recovery.notices, ...mend(recovery)];
    return begin({ ...recovery, position: positionAfter(recovery), notices });
  };
  return {
    recover(exchange) {
      try {
        return goOn(exchange);
      } catch (cause) {
        close();
        throw cause;
      }
    },
    renew(exchange) {
      endWriting(writer);
      return beginAnew(exchange, []);
    },
    close,
  };
}

/** A writer that has failed has nothing more to lose. */
function endWriting(writer: Writer | undefined): void {
  if (writer?.failure === undefined) writer?.close();
}

function makeDirectory(path: string): string {
  try {
    if (!existsSync(path)) mkdirSync(path);
    readdirSync(path);
    return realpathSync(path);
  } catch (cause) {
    const advice = systemReason(cause) === 'ENOENT' ? 'make the folder it is to lie in first' : 'check the path';
    throw new JournalError(`${path} cannot be made a journal directory (${systemReason(cause)}): ${advice}`);
  }
}

function positionAfter({ segments, progress, run }: Recovery): Position {
  const { last, header, bytes, standing = standingOf(run.exchange) } = progress;
  return { first: segments.at(-1)?.first ?? 1, bytes: header === undefined ? 0 : bytes, last, standing };
}

/** Cuts what an interrupted write left, and says so. */
function mend({ progress: { torn, last } }: Recovery): readonly string[] {
  return torn === undefined ? [] : [cut(torn, last)];
}

function cut({ path, keep, bytes }: TornTail, last: number): string {
  try {
    truncateSync(path, keep);
  } catch (cause) {
    throw new JournalError(`${path} cannot be cut at byte ${keep} (${systemReason(cause)}): check its permissions`);
  }
  return `${path}: torn at byte ${keep}: ${bytes} bytes of an interrupted write are cut, ${last} records stand`;
}

/**
 * sim/journal/journal: the door of this folder: a directory in which a run of an exchange is written down as it happens, and from
 * which it goes on after the process has ended, however it ended.
 */
import { existsSync, mkdirSync, readdirSync, realpathSync, truncateSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../core/exchange.ts';
import { type Generation, latestGeneration } from './directory.ts';
import { DISK, type Disk } from './disk.ts';
import { JournalError, systemReason } from './journal-error.ts';
import { journaled } from './journaled.ts';
import { takeLock } from './lock.ts';
import { misplaced, type Progress, readSegments } from './reading.ts';
import { FORMAT, FORMAT_VERSION, type Header, type Identity, type Standing } from './record.ts';
import { type Replayed, redoExactly, standingOf } from './replay.ts';
import type { SyncPolicy } from './segment-file.ts';
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

/**
 * Takes a directory for the journal of runs of this identity; makes it where there is none. Throws `JournalError`, one
 * line, where it cannot be used: another process writes in it, or it takes no files.
 */
export function openJournal(path: string, identity: Identity, options: JournalOptions = {}): Journal {
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
  const begin = (run: Replayed, position: Position, notices: readonly string[]): JournaledRun => {
    const { sync = 'interval', touchstone = '', segmentBytes = SEGMENT_BYTES, disk = DISK } = options;
    const format = { format: FORMAT, version: FORMAT_VERSION, touchstone } as const;
    const headerAt = (first: number, start: Standing): Header => ({ ...format, ...identity, generation, first, start });
    const onFailure = options.onFailure ?? (() => undefined);
    const opened = createWriter(position, { directory, disk, sync, segmentBytes, headerAt, onFailure });
    writer = opened;
    const { rotations, aheadMs } = run;
    return {
      ...{ directory, rotations, aheadMs, generation, recovered: position.last, notices, close },
      ...journaled(run, position.last, opened),
      get failure() {
        return opened.failure;
      },
    };
  };
  const beginAnew = (exchange: Exchange, notices: readonly string[]): JournaledRun => {
    generation += 1;
    const position = { first: 1, bytes: 0, last: 0, standing: standingOf(exchange) };
    return begin({ exchange, rotations: new Map(), aheadMs: 0 }, position, notices);
  };
  const goOn = (exchange: Exchange): JournaledRun => {
    const notices = lock.isTakenOver ? [`${directory}: the process that used it last did not end by itself`] : [];
    const latest = latestGeneration(directory);
    if (latest === undefined) return beginAnew(exchange, notices);
    const run: Replayed = { exchange, rotations: new Map(), aheadMs: 0 };
    const progress = replay(latest, run, identity, directory);
    ({ generation } = latest);
    return begin(run, positionAt(latest, progress, exchange), [...notices, ...mend(progress)]);
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

/** Does all records again. Nothing on disk changes. */
function replay({ segments }: Generation, run: Replayed, identity: Identity, directory: string): Progress {
  const start = standingOf(run.exchange);
  const records = readSegments(segments, (header, place) => {
    const difference = differenceIn(header, identity);
    if (difference !== undefined) {
      throw new JournalError(`${directory} is the journal of another run: ${difference}; name another directory`);
    }
    if (header.first > 1 || header.start.hash === start.hash) return;
    throw misplaced(
      place,
      `the run began in state ${header.start.hash} and would begin in ${start.hash} now: another version made its world`,
    );
  });
  for (;;) {
    const next = records.next();
    if (next.done === true) return next.value;
    redoExactly(run, next.value);
  }
}

/** What tells two runs apart before they begin, in words. */
function differenceIn(header: Header, identity: Identity): string | undefined {
  for (const key of ['world', 'seed', 'profile'] as const) {
    if (header[key] !== identity[key]) return `its ${key} is ${quoted(header[key])}, not ${quoted(identity[key])}`;
  }
  return isDeepStrictEqual(header.rules, identity.rules) ? undefined : 'its exchange has other rules';
}

/** A text out of a file, as far as it can be shown on one line. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100).replaceAll(/[^ -~]/g, '?'));
}

function positionAt({ segments }: Generation, progress: Progress, exchange: Exchange): Position {
  const { last, header, bytes, standing = standingOf(exchange) } = progress;
  return { first: segments.at(-1)?.first ?? 1, bytes: header === undefined ? 0 : bytes, last, standing };
}

/** Cuts what an interrupted write left, and says so. */
function mend({ torn, last }: Progress): readonly string[] {
  if (torn === undefined) return [];
  const { path, keep, bytes } = torn;
  try {
    truncateSync(path, keep);
  } catch (cause) {
    throw new JournalError(`${path} cannot be cut at byte ${keep} (${systemReason(cause)}): check its permissions`);
  }
  return [`${path}: torn at byte ${keep}: ${bytes} bytes of an interrupted write are cut, ${last} records stand`];
}

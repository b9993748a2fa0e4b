/**
 * sim/journal/journal: the door of this folder: a directory in which a run of a venue is written down as it happens, and from
 * which it goes on after the process has ended, however it ended.
 */
import { existsSync, mkdirSync, readdirSync, realpathSync, truncateSync } from 'node:fs';
import type { Venue } from '../core/venue.ts';
import type { Tape, TapePlayer } from '../tape/tape.ts';
import { latestGeneration } from './directory.ts';
import { JournalError, systemReason } from './journal-error.ts';
import { type JournaledRun, type JournalOptions, type ReadyRun, startWriting } from './journaled-run.ts';
import { removeLeftovers } from './leftovers.ts';
import { takeLock } from './lock.ts';
import type { Identity } from './record.ts';
import type { TornTail } from './record-reader.ts';
import { type Beginning, type Recovery, recoverRun } from './recovery.ts';
import { standingOf } from './replay.ts';
import type { Position, Writer } from './writer.ts';

export type Journal = {
  /**
   * The latest run of the directory, done again on `venue`, which must be as that run began, with what plays its tape; a first run where there is none.
   * Throws `JournalError`, gives up the lock and leaves every file as it was where the journal cannot be read or comes
   * out otherwise.
   */
  recover(venue: Venue, player?: TapePlayer): JournaledRun;
  /** A new run, which begins as `venue` is. The files of the earlier ones stay. Throws `JournalError` once it is closed. */
  renew(venue: Venue, player?: TapePlayer): JournaledRun;
  /** Ends writing and gives up the lock of the directory. */
  close(): void;
};

/**
 * Takes a directory for the journal of runs of this identity; makes it where there is none. Throws `JournalError`, one
 * line, where it cannot be used: another process writes in it, or it takes no files.
 */
export function openJournal(
  path: string,
  identity: Identity,
  options: JournalOptions & { readonly tape?: Tape | undefined } = {},
): Journal {
  const directory = makeDirectory(path);
  const lock = takeLock(directory);
  let writer: Writer | undefined;
  let generation = 0;
  let isClosed = false;

  const close = (): void => {
    isClosed = true;
    try {
      endWriting(writer);
    } finally {
      lock.release();
    }
  };
  const begin = (ready: ReadyRun): JournaledRun => {
    const started = startWriting(ready, { directory, generation, identity, close }, options);
    ({ writer } = started);
    return started.journaledRun;
  };
  const beginAnew = (beginning: Beginning, notices: readonly string[]): JournaledRun => {
    generation += 1;
    const standing = standingOf(beginning.venue);
    const position = { first: 1, bytes: 0, last: 0, standing };
    const run = { ...beginning, rotations: new Map<number, number>(), aheadMs: 0 };
    return begin({ run, position, snapshot: 0, begun: standing.hash, notices });
  };
  const goOn = (beginning: Beginning): JournaledRun => {
    const left = lock.isTakenOver ? [`${directory}: the process that used it last did not end by itself`] : [];
    const latest = latestGeneration(directory);
    if (latest === undefined) return beginAnew(beginning, [...left, ...removeLeftovers(directory)]);
    const { touchstone = '', tape } = options;
    const recovery = recoverRun(latest, beginning, { identity, touchstone, tape });
    ({ generation } = latest);
    const notices = [...left, ...recovery.notices, ...mend(recovery), ...removeLeftovers(directory)];
    return begin({ ...recovery, position: positionAfter(recovery), notices });
  };
  return {
    recover(venue, player) {
      try {
        return goOn({ venue, player });
      } catch (cause) {
        close();
        throw cause;
      }
    },
    renew(venue, player) {
      // Without the lock the directory may be somebody else's by now.
      if (isClosed) throw new JournalError(`${directory}: the journal is closed`);
      endWriting(writer);
      return beginAnew({ venue, player }, []);
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
  const { last, header, bytes, standing = standingOf(run.venue) } = progress;
  return { first: segments.at(-1)?.first ?? 1, bytes: header === undefined ? 0 : bytes, last, standing };
}

/** Cuts what an interrupted write left, and says so. A segment without a byte may have been emptied: that is said as well. */
function mend({ segments, progress: { torn, last, header } }: Recovery): readonly string[] {
  if (torn !== undefined) return [cut(torn, last)];
  return header === undefined ? [`${segments.at(-1)?.path}: it is empty, without a header: ${last} records stand`] : [];
}

function cut({ path, keep, bytes }: TornTail, last: number): string {
  try {
    truncateSync(path, keep);
  } catch (cause) {
    throw new JournalError(`${path} cannot be cut at byte ${keep} (${systemReason(cause)}): check its permissions`);
  }
  return `${path}: torn at byte ${keep}: ${bytes} bytes of an interrupted write are cut, ${last} records stand`;
}

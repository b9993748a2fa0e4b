/**
 * sim/journal/journal: a directory in which the runs of a venue are recorded, and from which the latest one is continued, however its
 * process ended.
 */
import { truncateSync } from 'node:fs';
import type { Venue } from '../core/venue.ts';
import type { Tape, TapePlayer } from '../tape/tape.ts';
import { latestJournal, makeDirectory, pathsOf } from './files.ts';
import { JournalError, systemReason } from './journal-error.ts';
import { type JournaledRun, type JournalOptions, type JournalPosition, startRecording } from './journaled-run.ts';
import { takeLock } from './lock.ts';
import type { Identity } from './record.ts';
import { type Beginning, begun } from './replay.ts';
import { restoreRun } from './restore.ts';
import type { End } from './run-file.ts';
import type { SnapshotReader } from './snapshot.ts';
import type { Writer } from './writer.ts';

export type Journal = {
  /**
   * Restores the latest run of the directory on `venue`, which must be as that run began; begins a first run if there is none. If
   * that fails it throws `JournalError`, releases the lock and leaves every file as it was.
   */
  recover(venue: Venue, player?: TapePlayer): JournaledRun;
  /** Begins a new run with `venue` as it is. The files of the earlier runs stay. Throws `JournalError` once it is closed. */
  renew(venue: Venue, player?: TapePlayer): JournaledRun;
  /** Ends writing and releases the lock of the directory. */
  close(): void;
};

/** Opens a directory for runs of this identity, and makes it if needed. Throws `JournalError` if another process uses it. */
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
    if (isClosed) return;
    isClosed = true;
    try {
      writer?.close();
    } finally {
      lock.release();
    }
  };
  const record = (position: JournalPosition, notices: readonly string[]): JournaledRun => {
    const started = startRecording(position, { ...pathsOf(directory, generation), identity, generation }, options);
    ({ writer } = started);
    const { rotations, aheadMs } = position.run;
    return {
      ...{ directory, rotations, aheadMs, generation, recovered: position.last, notices, close },
      ...started.recording,
      get failure() {
        return started.writer.failure;
      },
    };
  };
  return {
    recover(venue, player) {
      try {
        const { touchstone = '', tape } = options;
        const latest = restoreLatest(directory, { venue, player }, identity, { touchstone, tape });
        ({ generation } = latest);
        const left = lock.isTakenOver ? [`${directory}: the last process that used it was killed`] : [];
        return record(latest.position, [...left, ...latest.notices]);
      } catch (cause) {
        close();
        throw cause;
      }
    },
    renew(venue, player) {
      // Another process may use the directory by now.
      if (isClosed) throw new JournalError(`${directory}: the journal is closed`);
      writer?.close();
      writer = undefined;
      generation += 1;
      return record(beginningOf({ venue, player }), []);
    },
    close,
  };
}

type LatestRun = {
  readonly generation: number;
  readonly position: JournalPosition;
  readonly notices: readonly string[];
};

/** Restores the latest run of a directory, and cuts an interrupted write off its file. Begins a first run if there is none. */
function restoreLatest(directory: string, beginning: Beginning, identity: Identity, reader: SnapshotReader): LatestRun {
  const latest = latestJournal(directory, 'name an empty or a new directory');
  if (latest === undefined) return { generation: 1, position: beginningOf(beginning), notices: [] };
  const { generation, path } = latest;
  const paths = { ...pathsOf(directory, generation), journal: path };
  const { run, end, snapshot, notices } = restoreRun(paths, beginning, identity, reader);
  const position = { run, last: end.n, length: end.offset, snapshot };
  return { generation, position, notices: [...notices, ...cutTornEnd(path, end)] };
}

function beginningOf(beginning: Beginning): JournalPosition {
  return { run: begun(beginning), last: 0, length: 0, snapshot: 0 };
}

/** Cuts an interrupted write off the file, and returns a notice. */
function cutTornEnd(path: string, { n, offset, torn }: End): readonly string[] {
  if (torn === 0) return offset > 0 ? [] : [`${path}: it is empty, without a header`];
  try {
    truncateSync(path, offset);
  } catch (cause) {
    throw new JournalError(`${path} cannot be cut at byte ${offset} (${systemReason(cause)}): check its permissions`);
  }
  return [`${path}: torn at byte ${offset}: ${torn} bytes of an interrupted write are cut, ${n} records remain`];
}

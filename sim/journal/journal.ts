/** sim/journal/journal: a directory that records the runs of a venue, and continues the latest, however it ended. */
import { rmSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Venue } from '../core/venue.ts';
import type { Tape, TapePlayer } from '../tape/tape.ts';
import { latestJournal, makeDirectory, pathsOf, syncDirectory } from './directory.ts';
import { attempt, JournalError, systemReason } from './journal-error.ts';
import { takeLock } from './lock.ts';
import {
  FORMAT,
  FORMAT_VERSION,
  type Header,
  type Identity,
  type JournalRecord,
  newRun,
  type Run,
  standingOf,
} from './record.ts';
import { type Recorded, recorded } from './recorder.ts';
import type { End } from './run-file.ts';
import { type Restored, restoreRun, writeSnapshot } from './snapshot.ts';
import { createWriter, type SyncPolicy, type Writer } from './writer.ts';

export type JournalOptions = {
  /** Default `interval`. */
  readonly sync?: SyncPolicy;
  /** The version of Touchstone, for headers and snapshots. */
  readonly touchstone?: string;
  /** Called once, when nothing can be written any more. */
  readonly onFailure?: (failure: JournalError) => void;
  /** The number of records between two snapshots; 0, the default, for no snapshots. */
  readonly snapshotEvery?: number;
  /** Called with remarks, such as a snapshot that could not be written. */
  readonly onNotice?: (notice: string) => void;
};

export type JournaledRun = Recorded & {
  readonly directory: string;
  /** The number of session ids that each API key has received, counted before the heartbeat is performed. */
  readonly rotations: Map<number, number>;
  /** The sum of the moves of the clock on demand, milliseconds. */
  readonly aheadMs: number;
  /** The reason why nothing is written any more; the venue is then ahead of the journal and must not be used. */
  readonly failure: JournalError | undefined;
  /** The number of the run in the directory, and the number of records that were restored. */
  readonly generation: number;
  readonly recovered: number;
  /** Remarks about an interrupted write, a lock left behind or an unused snapshot, one line each. */
  readonly notices: readonly string[];
  /** Ends writing and releases the lock of the directory. */
  close(): void;
};

/**
 * The first call restores the latest run of the directory on `venue`, which must be as that run began, or begins a
 * first run in an empty directory. If that fails, it throws `JournalError`, releases the lock and leaves every file as
 * it was. Each later call begins a new run with `venue` as it is; the files of the earlier runs stay. Throws
 * `JournalError` once the journal is closed.
 */
export type Journal = (venue: Venue, player?: TapePlayer) => JournaledRun;

/** Opens a directory for runs of this identity, and makes it if needed. Throws `JournalError` if it is in use. */
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
  const restore = (begun: Run): Restored => {
    const found = latestJournal(directory, 'name an empty or a new directory');
    generation = found?.generation ?? 1;
    const left = lock.isTakenOver ? [`${directory}: the last process that used it was killed`] : [];
    if (found === undefined) return { ...atBeginning(begun), notices: left };
    const paths = { ...pathsOf(directory, generation), journal: found.path };
    const { notices, ...restored } = restoreRun(paths, begun, identity, options);
    return { ...restored, notices: [...left, ...notices, ...cutTornEnd(found.path, restored.end)] };
  };
  const record = ({ run, end, notices }: Restored): JournaledRun => {
    const { journal, snapshot } = pathsOf(directory, generation);
    const own = startWriter(journal, end.offset, { ...identity, generation, start: standingOf(run.venue) }, options);
    writer = own;
    const { rotations, aheadMs } = run;
    return {
      ...recorded(run, end.n, own, appending(own, snapshot, run, options)),
      directory,
      generation,
      recovered: end.n,
      rotations,
      aheadMs,
      notices,
      close,
      get failure() {
        return own.failure;
      },
    };
  };
  return (venue, player) => {
    // Another process may use the directory by now.
    if (isClosed) throw new JournalError(`${directory}: the journal is closed`);
    const begun = newRun(venue, player);
    if (generation > 0) {
      writer?.close();
      writer = undefined;
      generation += 1;
      return record(atBeginning(begun));
    }
    try {
      return record(restore(begun));
    } catch (cause) {
      close();
      throw cause;
    }
  };
}

function atBeginning(run: Run): Restored {
  return { run, end: { n: 0, offset: 0, torn: 0 }, notices: [] };
}

/** Cuts an interrupted write off the file, and returns a notice. */
function cutTornEnd(path: string, { n, offset, torn }: End): readonly string[] {
  if (torn === 0) return offset > 0 ? [] : [`${path}: it is empty, without a header`];
  attempt(`${path} cannot be cut at byte ${offset}`, 'check its permissions', () => truncateSync(path, offset));
  return [`${path}: torn at byte ${offset}: ${torn} bytes of an interrupted write are cut, ${n} records remain`];
}

type About = Omit<Header, 'format' | 'version' | 'touchstone'>;

/** The writer of a file that has `length` bytes, with a header if it is new. */
function startWriter(path: string, length: number, about: About, options: JournalOptions): Writer {
  const writer = createWriter(path, length, options.sync, options.onFailure);
  if (length > 0) return writer;
  const { touchstone = '' } = options;
  const header: Header = { format: FORMAT, version: FORMAT_VERSION, touchstone, ...about };
  try {
    writer.append(JSON.stringify(header));
    syncDirectory(dirname(path));
    return writer;
  } catch (cause) {
    writer.close();
    // A file without a header would be continued as a new run, instead of the run before it.
    rmSync(path, { force: true });
    throw cause;
  }
}

/** Appends records, and takes the snapshots. A snapshot only saves time, so its failure is only a notice. */
function appending(
  writer: Writer,
  path: string,
  run: Run,
  { touchstone = '', snapshotEvery = 0, onNotice }: JournalOptions,
): (record: JournalRecord) => void {
  return (record) => {
    const offset = writer.length;
    writer.append(JSON.stringify(record));
    if (snapshotEvery === 0 || record.n % snapshotEvery !== 0) return;
    try {
      // A snapshot proves that its record was there, so that the record must reach the disk first.
      writer.sync();
      writeSnapshot(path, run, { touchstone, record, offset });
    } catch (cause) {
      if (writer.failure !== undefined) return;
      onNotice?.(`${path} cannot be written (${systemReason(cause)}): going on without it`);
    }
  };
}

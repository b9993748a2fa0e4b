/** sim/journal/journal: a directory that records the runs of a venue, and continues the latest, however it ended. */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Venue } from '../core/venue.ts';
import type { Tape, TapePlayer } from '../tape/tape.ts';
import { latestRun, makeDirectory, pathsOf, syncDirectory } from './directory.ts';
import { attempt, JournalError } from './journal-error.ts';
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
import { recorded } from './recorder.ts';
import type { Mark } from './run-file.ts';
import { atBeginning, type Restored, restoreRun, writeSnapshot } from './snapshot.ts';
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

export type JournaledRun = ReturnType<ReturnType<typeof openJournal>>;

/**
 * Opens a directory for runs of this identity, and makes it if needed. The first call of the returned function restores
 * the latest run on `venue`, which must be as that run began, or begins a first run in an empty directory. Each later
 * call begins a new run with `venue` as it is; the files of the earlier runs stay. A call that fails closes the journal.
 * Throws `JournalError` if the directory is in use, the run cannot be restored, or the journal is closed. A directory
 * that is refused stays as it was.
 */
export function openJournal(
  path: string,
  identity: Identity,
  options: JournalOptions & { readonly tape?: Tape | undefined } = {},
) {
  const directory = makeDirectory(path);
  const lock = takeLock(directory);
  let [writer, generation, isClosed]: [Writer | undefined, number, boolean] = [undefined, 0, false];
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    try {
      writer?.close();
    } finally {
      // Another process may use the directory from now on.
      lock.release();
    }
  };
  const restore = (begun: Run): Restored => {
    const left = lock.isTakenOver ? [`${directory}: the last process that used it was killed`] : [];
    const latest = latestRun(directory, 'name an empty or a new directory');
    if (latest === 0) return { ...atBeginning(begun), notices: left };
    generation = latest - 1;
    const { run, end, notices } = restoreRun(pathsOf(directory, latest), begun, identity, options);
    return { run, end, notices: [...left, ...notices] };
  };
  return (venue: Venue, player?: TapePlayer) => {
    if (isClosed) throw new JournalError(`${directory}: the journal is closed`);
    try {
      writer?.close();
      const begun = newRun(venue, player);
      const { run, end, notices } = generation === 0 ? restore(begun) : atBeginning(begun);
      generation += 1;
      const { journal, snapshot } = pathsOf(directory, generation);
      const own = openWriter(journal, end, { ...identity, generation, start: standingOf(run.venue) }, options);
      writer = own;
      return {
        ...recorded(run, end.n, own, appending(own, snapshot, run, options)),
        directory,
        /** The number of the run in the directory, and the number of records that were restored. */
        generation,
        recovered: end.n,
        /** The number of session ids that each API key has received, counted before the heartbeat is performed. */
        rotations: run.rotations,
        /** The sum of the restored moves of the clock on demand, milliseconds. */
        aheadMs: run.aheadMs,
        /** Remarks about an interrupted write, a lock left behind or an unused snapshot, one line each. */
        notices,
        /** The reason why nothing is written any more; the venue is then ahead of the journal and must not be used. */
        get failure() {
          return own.failure;
        },
        /** Ends writing and releases the lock of the directory. */
        close,
      };
    } catch (cause) {
      close();
      throw cause;
    }
  };
}

/** The writer of a file that ends at a mark, with a header if it is new. */
function openWriter(
  path: string,
  { offset }: Mark,
  about: Omit<Header, 'format' | 'version' | 'touchstone'>,
  { touchstone = '', sync, onFailure }: JournalOptions,
): Writer {
  const writer = createWriter(path, offset, sync, onFailure);
  if (offset > 0) return writer;
  try {
    writer.append(JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, touchstone, ...about } satisfies Header));
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
      const write = (): void => writeSnapshot(path, run, { touchstone, record, offset });
      attempt(`${path} cannot be written`, 'going on without it', write);
    } catch (cause) {
      if (writer.failure === undefined) onNotice?.((cause as JournalError).message);
    }
  };
}

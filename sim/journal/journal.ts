/** sim/journal/journal: a directory that records the runs of a venue, and continues the latest, however it ended. */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Venue } from '../core/venue.ts';
import type { TapePlayer } from '../tape/tape.ts';
import { latestRun, makeDirectory, pathsOf, syncDirectory } from './directory.ts';
import { JournalError } from './journal-error.ts';
import { takeLock } from './lock.ts';
import { FORMAT, FORMAT_VERSION, type Header, type Identity, newRun, type Run, standingOf } from './record.ts';
import { recorded } from './recorder.ts';
import { createWriter, type JournalOptions, type Writer } from './run-file.ts';
import { restoreRun, type TapeOption } from './snapshot.ts';

export type JournaledRun = ReturnType<ReturnType<typeof openJournal>>;

/**
 * Opens a directory for runs of this identity, and makes it if needed. The first call of the returned function restores
 * the latest run on `venue`, which must be as that run began, or begins a first run in an empty directory. Each later
 * call begins a new run with `venue` as it is; the files of the earlier runs stay. A call that fails closes the
 * journal. Throws `JournalError` if the directory is in use, the run cannot be restored, or the journal is closed. A
 * directory that is refused stays as it was.
 */
export function openJournal(path: string, identity: Identity, options: JournalOptions & TapeOption = {}) {
  const directory = makeDirectory(path);
  let writer: Writer | undefined;
  const lock = takeLock(directory, (reason) => writer?.fail(reason));
  let generation = 0;
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    try {
      writer?.close();
    } finally {
      // Another process may use the directory from now on.
      lock.release();
    }
  };
  return (venue: Venue, player?: TapePlayer) => {
    if (isClosed) throw new JournalError(`${directory}: the journal is closed`);
    try {
      writer?.close();
      const notices: string[] = [];
      if (generation === 0 && lock.isTakenOver) notices.push(`${directory}: the last process that used it was killed`);
      const latest = generation === 0 ? latestRun(directory, 'name an empty or a new directory') : 0;
      generation = latest === 0 ? generation + 1 : latest;
      const paths = pathsOf(directory, generation);
      const begun = newRun(venue, player);
      const beginning = { ...identity, start: standingOf(venue) };
      const run = latest === 0 ? begun : restoreRun(paths, begun, beginning, { ...options, notices, keep: lock.keep });
      const recovered = run.end.n;
      const own = openWriter(paths.journal, run, { ...identity, generation, start: beginning.start }, options);
      writer = own;
      return {
        ...recorded(run, own, paths.snapshot, options),
        directory,
        /** The number of the run in the directory, and the number of records that were restored. */
        generation,
        recovered,
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

/** The writer of the file of a run, with a header if it is new. */
function openWriter(
  path: string,
  { end }: Run,
  about: Omit<Header, 'format' | 'version' | 'touchstone'>,
  options: JournalOptions,
): Writer {
  const writer = createWriter(path, end.offset, options);
  if (end.offset > 0) return writer;
  const { touchstone = '' } = options;
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

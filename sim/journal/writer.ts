/**
 * sim/journal/writer: puts records at the end of a journal and begins a new segment where the present one has grown long. A
 * writer that has failed once writes no more: what it would write next might not follow from what is in the file.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { closedPath, segmentPath } from './directory.ts';
import type { Disk } from './disk.ts';
import { JournalError, systemReason } from './journal-error.ts';
import { lineOf } from './line.ts';
import { type Header, type JournalRecord, recordText, type Standing } from './record.ts';
import { openSegmentFile, type SegmentFile, type SyncPolicy } from './segment-file.ts';

export type WriterOptions = {
  readonly directory: string;
  readonly disk: Disk;
  readonly sync: SyncPolicy;
  /** The next segment begins once the present one is this long. */
  readonly segmentBytes: number;
  /** The header of a segment. */
  readonly headerAt: (first: number, start: Standing) => Header;
  /** Hears of a failure once, when it happens. */
  readonly onFailure: (failure: JournalError) => void;
};

/** Where writing begins: the present segment, its good bytes (0: not even a header), the last record and what it led to. */
export type Position = {
  readonly first: number;
  readonly bytes: number;
  readonly last: number;
  readonly standing: Standing;
};

export type Writer = {
  /** Writes the next record; it is in the file when this returns. Throws `JournalError` where it cannot be written. */
  append(record: JournalRecord): void;
  /** Why nothing is written any more. */
  readonly failure: JournalError | undefined;
  /** Brings all records to the disk now, whatever the policy. False where the disk refuses: the writer has failed then. */
  sync(): boolean;
  /** Writes no more, for a reason that is not the disk's. */
  halt(reason: string): void;
  /** Ends writing; nothing can be appended any more. Throws `JournalError` where the disk does not take what was written. */
  close(): void;
};

/** Goes on at `position`. Throws `JournalError` where the segment cannot be written. */
export function createWriter(position: Position, options: WriterOptions): Writer {
  const { directory, headerAt, segmentBytes } = options;
  const { generation } = headerAt(1, position.standing);
  let { first, last, standing } = position;
  let failure: JournalError | undefined;

  const fail = (cause: unknown): JournalError => {
    if (failure === undefined) {
      const path = segmentPath(directory, generation, first);
      const reason = `${path} cannot be written (${systemReason(cause)}): see to the disk and start again`;
      failure = cause instanceof JournalError ? cause : new JournalError(reason);
      options.onFailure(failure);
    }
    return failure;
  };
  const guarded = <Value>(action: () => Value): Value => {
    if (failure !== undefined) throw failure;
    try {
      return action();
    } catch (cause) {
      throw fail(cause);
    }
  };
  /** New names reach the disk with the directory. */
  const syncNames = (): void => {
    if (options.sync !== 'never') syncDirectory(directory);
  };
  const open = (bytes: number): SegmentFile => {
    const path = segmentPath(directory, generation, first);
    const opened = openSegmentFile(path, bytes, { ...options, onFailure: fail });
    if (bytes > 0) return opened;
    try {
      opened.append(lineOf(JSON.stringify(headerAt(first, standing))));
      syncNames();
      return opened;
    } catch (cause) {
      // A segment without a header would look like a run that was begun.
      rmSync(path, { force: true });
      throw cause;
    }
  };
  /** The next segment is there before the name of this one says that it is closed. */
  const turnOver = (): void => {
    const [closed, from] = [file, first];
    // Whatever the policy: after a loss of power the next segment, or a snapshot, must not be there without these records.
    closed.sync();
    first = last + 1;
    file = open(0);
    closed.close();
    renameSync(segmentPath(directory, generation, from), closedPath(directory, generation, from, last));
    syncNames();
  };

  let file = guarded(() => open(position.bytes));
  return {
    append: (record) =>
      guarded(() => {
        if (file.length >= segmentBytes && last >= first) turnOver();
        file.append(lineOf(recordText(record)));
        last = record.n;
        standing = { at: record.at, events: record.events, hash: record.hash };
      }),
    sync() {
      try {
        guarded(() => {
          file.sync();
          syncDirectory(directory);
        });
        return true;
      } catch {
        // Whoever set the writer up has heard of it, and the next record is refused for it.
        return false;
      }
    },
    get failure() {
      return failure;
    },
    halt(reason) {
      failure ??= new JournalError(`${directory}: ${reason}`);
    },
    close: () =>
      guarded(() => {
        file.close();
        failure = new JournalError(`${directory}: the journal is closed`);
      }),
  };
}

/** Windows knows no such call and does it by itself. */
function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** sim/journal/writer: appends lines to a journal. It ends with its first failure: later lines might not follow. */
import { closeSync, fdatasyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { attempt, JournalError } from './journal-error.ts';
import { lineOf } from './run-file.ts';

/**
 * When written lines are brought to the disk: before `append` returns, within a second, or when the system decides.
 * They survive the end of the process in any case.
 */
type SyncPolicy = 'always' | 'interval' | 'never';

export type JournalOptions = Readonly<{
  /** Default `interval`. */
  sync?: SyncPolicy;
  /** The version of Touchstone, for headers and snapshots. */
  touchstone?: string;
  /** Called once, when nothing can be written any more. */
  onFailure?: (failure: JournalError) => void;
  /** The number of records between two snapshots; 0, the default, for no snapshots. */
  snapshotEvery?: number;
  /** Called with remarks, such as a snapshot that could not be written. */
  onNotice?: (notice: string) => void;
}>;

const INTERVAL_MS = 1_000;

/** Appends to a file of `length` bytes. Throws `JournalError` if it cannot be opened. */
export function createWriter(path: string, length: number, { sync: policy = 'interval', onFailure }: JournalOptions) {
  const writing = <Value>(action: () => Value): Value =>
    attempt(`${path} cannot be written`, 'see to the disk and start again', action);
  const descriptor = writing(() => openSync(path, 'a', 0o644));
  let isOpen = true;
  let timer: NodeJS.Timeout | undefined;
  const failed = (failure: JournalError): JournalError => {
    writer.failure = failure;
    onFailure?.(failure);
    return failure;
  };
  const guarded = (action: () => void): void => {
    if (writer.failure !== undefined) throw writer.failure;
    try {
      writing(action);
    } catch (cause) {
      throw failed(cause as JournalError);
    }
  };
  const writer = {
    length,
    /** The reason why nothing is written any more. */
    failure: undefined as JournalError | undefined,
    /** Appends a line; it is in the file when this returns. Throws `JournalError` if it cannot be written. */
    append: (json: string): void =>
      guarded(() => {
        const line = lineOf(json);
        try {
          for (let written = 0; written < line.length; ) written += writeSync(descriptor, line, written);
          if (policy === 'always') fdatasyncSync(descriptor);
        } catch (cause) {
          // The next start cuts the rest of the line if the disk does not allow it now.
          unlessFailing(() => ftruncateSync(descriptor, writer.length));
          throw cause;
        }
        writer.length += line.length;
        if (policy === 'interval') timer ??= setTimeout(syncLater, INTERVAL_MS).unref();
      }),
    /** Ends writing for another reason than the disk. */
    fail(reason: string): void {
      if (writer.failure === undefined) failed(new JournalError(reason));
    },
    /** Brings all lines to the disk now, with any policy. Throws `JournalError` if the disk fails. */
    sync: (): void => guarded(() => fdatasyncSync(descriptor)),
    /** Closes the file. Throws `JournalError` if the disk does not take the last lines. */
    close(): void {
      if (!isOpen) return;
      isOpen = false;
      clearTimeout(timer);
      try {
        if (writer.failure === undefined && policy !== 'never') writer.sync();
      } finally {
        writer.failure ??= new JournalError(`${path}: the journal is closed`);
        closeSync(descriptor);
      }
    },
  };
  const syncLater = (): void => {
    timer = undefined;
    // `failure` has the reason.
    unlessFailing(writer.sync);
  };
  return writer;
}

export type Writer = ReturnType<typeof createWriter>;

function unlessFailing(action: () => void): void {
  try {
    action();
  } catch {}
}

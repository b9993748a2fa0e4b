/** sim/journal/writer: appends lines to a journal. It ends with its first failure: later lines might not follow. */
import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { attempt, JournalError } from './journal-error.ts';
import { lineOf } from './run-file.ts';

/**
 * When written lines are brought to the disk: before `append` returns, within a second, or when the system decides.
 * They survive the end of the process in any case.
 */
export type SyncPolicy = 'always' | 'interval' | 'never';

const INTERVAL_MS = 1_000;

export type Writer = {
  readonly length: number;
  /** Appends a line; it is in the file when this returns. Throws `JournalError` if it cannot be written. */
  append(json: string): void;
  /** The reason why nothing is written any more. */
  readonly failure: JournalError | undefined;
  /** Brings all lines to the disk now, with any policy. Throws `JournalError` if the disk fails. */
  sync(): void;
  /** Ends writing for another reason than the disk. */
  halt(reason: string): void;
  /** Closes the file, once. Throws `JournalError` if the disk does not take the last lines. */
  close(): void;
};

/** Appends to a file of `size` bytes. `onFailure` is called once. Throws `JournalError` if it cannot be opened. */
export function createWriter(
  path: string,
  size: number,
  policy: SyncPolicy = 'interval',
  onFailure?: (failure: JournalError) => void,
): Writer {
  const writing = <Value>(action: () => Value): Value =>
    attempt(`${path} cannot be written`, 'see to the disk and start again', action);
  const descriptor = writing(() => openSync(path, 'a', 0o644));
  let length = size;
  let failure: JournalError | undefined;
  let timer: NodeJS.Timeout | undefined;
  const guarded = (action: () => void): void => {
    if (failure !== undefined) throw failure;
    try {
      writing(action);
    } catch (cause) {
      failure = cause as JournalError;
      onFailure?.(failure);
      throw failure;
    }
  };
  /** A check at each line would cost half as much as the line, so that most lines are checked within a second. */
  const assertAlone = (): void => {
    const found = fstatSync(descriptor).size;
    if (found === length) return;
    throw new JournalError(`${path} has ${found} bytes, not the ${length} written here: end the other process`);
  };
  const settle = (): void => {
    if (policy !== 'never') fdatasyncSync(descriptor);
    assertAlone();
  };
  const settleLater = (): void => {
    timer = undefined;
    // `failure` has the reason.
    unlessFailing(() => guarded(settle));
  };
  return {
    get length() {
      return length;
    },
    append: (json) =>
      guarded(() => {
        if (policy === 'always') assertAlone();
        const line = lineOf(json);
        try {
          for (let written = 0; written < line.length; ) written += writeSync(descriptor, line, written);
          if (policy === 'always') fdatasyncSync(descriptor);
        } catch (cause) {
          // The next start cuts the rest of the line if the disk does not allow it now.
          unlessFailing(() => ftruncateSync(descriptor, length));
          throw cause;
        }
        length += line.length;
        if (policy !== 'always') timer ??= setTimeout(settleLater, INTERVAL_MS).unref();
      }),
    get failure() {
      return failure;
    },
    sync: () => guarded(() => fdatasyncSync(descriptor)),
    halt(reason) {
      failure ??= new JournalError(`${path}: ${reason}`);
    },
    close() {
      clearTimeout(timer);
      try {
        if (failure === undefined) guarded(settle);
      } finally {
        failure ??= new JournalError(`${path}: the journal is closed`);
        closeSync(descriptor);
      }
    },
  };
}

function unlessFailing(action: () => void): void {
  try {
    action();
  } catch {}
}

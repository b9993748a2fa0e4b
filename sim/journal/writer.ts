/** sim/journal/writer: appends lines to a journal. After its first failure it writes nothing more, because later lines might not follow. */
import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { JournalError, systemReason } from './journal-error.ts';
import { lineOf } from './line.ts';

/**
 * When written lines are brought to the disk: before `append` returns, within a second, or when the system decides. They survive the end
 * of the process in any case.
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

/** Appends to the file at `path`, which has `length` bytes. `onFailure` is called once. Throws `JournalError` if it cannot be opened. */
export function createWriter(
  path: string,
  length: number,
  policy: SyncPolicy,
  onFailure: (failure: JournalError) => void,
): Writer {
  const file = open(path, length);
  let failure: JournalError | undefined;
  let timer: NodeJS.Timeout | undefined;
  const guarded = (action: () => void): void => {
    if (failure !== undefined) throw failure;
    try {
      action();
    } catch (cause) {
      failure = unwritable(path, cause);
      onFailure(failure);
      throw failure;
    }
  };
  const bringToDisk = (): void => {
    if (policy !== 'never') fdatasyncSync(file.descriptor);
    assertAlone(file);
  };
  const syncLater = (): void => {
    timer = undefined;
    ignoreFailure(() => guarded(bringToDisk));
  };
  return {
    get length() {
      return file.length;
    },
    append: (json) =>
      guarded(() => {
        if (policy === 'always') assertAlone(file);
        appendLine(file, lineOf(json), policy === 'always');
        if (policy !== 'always') timer ??= setTimeout(syncLater, INTERVAL_MS).unref();
      }),
    sync: () => guarded(() => fdatasyncSync(file.descriptor)),
    get failure() {
      return failure;
    },
    halt(reason) {
      failure ??= new JournalError(`${path}: ${reason}`);
    },
    close() {
      clearTimeout(timer);
      try {
        if (failure === undefined) guarded(bringToDisk);
      } finally {
        failure ??= new JournalError(`${path}: the journal is closed`);
        closeSync(file.descriptor);
      }
    },
  };
}

/** A file that only this process appends to, and the bytes that it must have. */
type OpenFile = { readonly path: string; readonly descriptor: number; length: number };

function open(path: string, length: number): OpenFile {
  try {
    return { path, descriptor: openSync(path, 'a', 0o644), length };
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

/** A check at each line would cost half as much as the line, so that most lines are checked within a second. */
function assertAlone({ path, descriptor, length }: OpenFile): void {
  const { size } = fstatSync(descriptor);
  if (size === length) return;
  throw new JournalError(`${path} has ${size} bytes, not the ${length} written here: end the other process`);
}

/** Writes the whole line. After a failure the file is cut to its length before, if the disk allows it. */
function appendLine(file: OpenFile, line: Buffer, isSynced: boolean): void {
  const { descriptor, length } = file;
  try {
    for (let written = 0; written < line.length; ) written += writeSync(descriptor, line, written);
    if (isSynced) fdatasyncSync(descriptor);
  } catch (cause) {
    ignoreFailure(() => ftruncateSync(descriptor, length));
    throw cause;
  }
  file.length += line.length;
}

function unwritable(path: string, cause: unknown): JournalError {
  if (cause instanceof JournalError) return cause;
  return new JournalError(`${path} cannot be written (${systemReason(cause)}): see to the disk and start again`);
}

/** For actions whose failure is recorded elsewhere. */
function ignoreFailure(action: () => void): void {
  try {
    action();
  } catch {
    // Recorded elsewhere.
  }
}

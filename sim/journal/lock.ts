/** sim/journal/lock: one process at a time writes in a journal directory. The lock is a file that names the process. */
import { closeSync, futimesSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../base/json.ts';
import { isRunning, ProcessIdentity, SELF } from '../../wire/process-identity.ts';
import { LOCK_NAME } from './directory.ts';
import { attempt, JournalError, systemReason } from './journal-error.ts';

export type Lock = {
  /** Whether another process had left its lock behind. */
  readonly isTakenOver: boolean;
  release(): void;
};

/** Processes of other containers cannot be seen. Their locks count as long as they are renewed. */
const STALE_MS = 30_000;
const RENEW_MS = 2_000;

const FORBIDDEN: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Takes the lock of a directory. Throws `JournalError` if a live process has it or if it cannot be written. */
export function takeLock(directory: string): Lock {
  const path = join(directory, LOCK_NAME);
  const advice = (reason: string): string =>
    FORBIDDEN.has(reason) ? 'check the permissions of the directory' : 'see to the disk and start again';
  return attempt(`${path} cannot be written`, advice, () => {
    let file = create(path);
    const isTakenOver = file === undefined;
    for (; file === undefined; file = create(path)) removeAbandoned(directory, path);
    const [held, timer] = [file, renewal(file)];
    const release = (): void => {
      clearInterval(timer);
      remove(path, held);
    };
    return { isTakenOver, release };
  });
}

/** A new lock that names this process; undefined if there is a lock already. */
function create(path: string): number | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'wx');
    writeSync(file, Buffer.from(`${JSON.stringify(SELF)}\n`));
    return file;
  } catch (cause) {
    if (systemReason(cause) === 'EEXIST') return undefined;
    if (file !== undefined) remove(path, file);
    throw cause;
  }
}

/** Renews the open file, because the name may have been taken over. */
function renewal(file: number): NodeJS.Timeout {
  const renew = (): void => {
    try {
      futimesSync(file, new Date(), new Date());
    } catch {
      // The disk refuses: the lock grows stale, like that of a process that hangs.
      clearInterval(timer);
    }
  };
  const timer = setInterval(renew, RENEW_MS).unref();
  return timer;
}

function remove(path: string, file: number): void {
  closeSync(file);
  rmSync(path, { force: true });
}

/** Removes the lock of a process that has ended. Throws `JournalError` for any other lock. */
function removeAbandoned(directory: string, path: string): void {
  const text = readFileSync(path, 'utf8');
  const holder = liveHolder(path, text);
  if (holder !== undefined) throw new JournalError(`${directory} is in use by ${holder}`);
  // Of two processes that find the same old lock, only one may remove it: the other one puts a new lock back.
  const aside = `${path}.${SELF.pid}`;
  renameSync(path, aside);
  if (readFileSync(aside, 'utf8') === text) rmSync(aside);
  else renameSync(aside, path);
}

/** The process that holds the lock, with advice; undefined if it has ended. Throws `JournalError` for another file. */
function liveHolder(path: string, text: string): string | undefined {
  // A lock without text is being written now, or a loss of power has emptied it.
  const isEmpty = /^\0*$/.test(text);
  const { data: holder } = ProcessIdentity.safeParse(parseJson(text));
  if (holder === undefined && !isEmpty) {
    throw new JournalError(`${path} is no lock of Touchstone: remove it if nothing uses the directory`);
  }
  if (holder?.namespace === SELF.namespace) {
    if (!isRunning(holder)) return undefined;
    if (holder.pid === SELF.pid) return 'this process: close its journal first';
    return `process ${holder.pid}: stop that first, or remove ${LOCK_NAME} from it if that is no Touchstone`;
  }
  if (Date.now() - statSync(path).mtimeMs > STALE_MS) return undefined;
  const process = holder === undefined ? 'a process' : `process ${holder.pid} of another container`;
  return `${process}: stop that first; the lock of one that is gone ends after ${STALE_MS / 1_000} seconds`;
}

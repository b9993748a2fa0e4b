/** sim/journal/lock: one process at a time writes in a journal directory. The lock is a file that names the process. */
import { readFileSync, renameSync, rmSync, statSync, utimes, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../base/json.ts';
import { systemCode } from '../../base/system-code.ts';
import { isRunning, ProcessIdentity, SELF } from '../../wire/process-identity.ts';
import { LOCK_NAME } from './directory.ts';
import { attempt, JournalError } from './journal-error.ts';

/** Processes of other containers cannot be seen. Their locks count as long as they are renewed. */
const STALE_MS = 30_000;
const RENEW_MS = 2_000;

const OWN = `${JSON.stringify(SELF)}\n`;

/**
 * Takes the lock of a directory, also of a process that has ended. Throws `JournalError` if a live process has it.
 * `onLost` is called once when the lock is found to be gone, because another process may write by then.
 */
export function takeLock(directory: string, onLost: (reason: JournalError) => void) {
  const path = join(directory, LOCK_NAME);
  return attempt(`${path} cannot be written`, 'check the disk, and the permissions of the directory', () => {
    /** Whether a process that has ended had left it behind. */
    const isTakenOver = !create(path);
    if (isTakenOver) {
      do removeAbandoned(directory, path);
      while (!create(path));
    }
    const lost = new JournalError(`${directory}: another process has taken the lock`);
    const renew = () => {
      // A lock that the disk does not renew grows stale, like that of a process that hangs.
      if (isOwn(path)) utimes(path, new Date(), new Date(), () => undefined);
      else {
        clearInterval(timer);
        onLost(lost);
      }
    };
    let keptAt = Date.now();
    /** Renews the lock during work that lets no timer run. Throws `JournalError` if it is lost. */
    const keep = () => {
      if (Date.now() - keptAt < RENEW_MS) return;
      keptAt = Date.now();
      if (!isOwn(path)) throw lost;
      utimesSync(path, new Date(), new Date());
    };
    const timer = setInterval(renew, RENEW_MS).unref();
    const release = () => {
      clearInterval(timer);
      if (isOwn(path)) rmSync(path, { force: true });
    };
    return { isTakenOver, keep, release };
  });
}

/** Writes a lock that names this process; false if there is a lock already. */
function create(path: string) {
  try {
    writeFileSync(path, OWN, { flag: 'wx' });
    return true;
  } catch (cause) {
    if (systemCode(cause, '') === 'EEXIST') return false;
    rmSync(path, { force: true });
    throw cause;
  }
}

/** Whether the lock is still that of this process. One that cannot be read is. */
function isOwn(path: string) {
  try {
    return readFileSync(path, 'utf8') === OWN;
  } catch (cause) {
    return systemCode(cause, '') !== 'ENOENT';
  }
}

/** Removes the lock of a process that has ended. Throws `JournalError` for any other lock. */
function removeAbandoned(directory: string, path: string) {
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
  const { data: holder } = ProcessIdentity.safeParse(parseJson(text));
  // A lock without text is being written now, or a loss of power has emptied it.
  if (holder === undefined && !/^\0*$/.test(text)) {
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

/**
 * sim/journal/lock: one process at a time writes in a journal directory. The lock is a file that names the process; what a
 * process left that is gone is taken over.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../spec/json.ts';
import { LOCK_NAME } from './directory.ts';
import { ageOf, keepFresh, STALE_MS } from './freshness.ts';
import { Holder, isRunning, NAMESPACE_NUMBER, SELF } from './holder.ts';
import { JournalError, systemReason } from './journal-error.ts';
import { assertFile } from './regular-file.ts';

export type Lock = {
  /** Whether another process had left its lock behind. */
  readonly isTakenOver: boolean;
  release(): void;
};

const TEXT = `${JSON.stringify(SELF)}\n`;

/** Locks of this process: its number alone does not tell them from those of an earlier process that had the same. */
const held = new Set<string>();

/** Takes the lock of a directory. Throws `JournalError` where a live process has it or the directory takes no file. */
export function takeLock(directory: string): Lock {
  const path = join(directory, LOCK_NAME);
  if (held.has(path)) throw new JournalError(`${directory} is in use by this process: close its journal first`);
  let isTakenOver = false;
  let letGrowStale: () => void;
  try {
    while (!create(path)) {
      assertFile(path);
      const text = readFileSync(path, 'utf8');
      assertGone(directory, path, text);
      remove(path, text);
      isTakenOver = true;
    }
    letGrowStale = keepFresh(path, TEXT);
  } catch (cause) {
    if (cause instanceof JournalError) throw cause;
    const reason = systemReason(cause);
    throw new JournalError(`${path} cannot be written (${reason}): ${FORBIDDEN.has(reason) ? PERMISSIONS : DISK_ROOM}`);
  }
  held.add(path);
  return {
    isTakenOver,
    release() {
      // Once released it may be somebody else's.
      if (!held.delete(path)) return;
      letGrowStale();
      rmSync(path, { force: true });
    },
  };
}

const FORBIDDEN: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);
const PERMISSIONS = 'check the permissions of the directory';
const DISK_ROOM = 'see to the disk and start again';

/** Puts a lock there that is whole from its first moment. False where there is one already. */
function create(path: string): boolean {
  const draft = besideOf(path);
  try {
    writeFileSync(draft, TEXT);
    linkSync(draft, path);
    return true;
  } catch (cause) {
    // ENOENT: whoever has the lock by now has taken the draft for a leftover.
    if (['EEXIST', 'ENOENT'].includes(systemReason(cause))) return false;
    throw cause;
  } finally {
    rmSync(draft, { force: true });
  }
}

function assertGone(directory: string, path: string, text: string): void {
  // A lock is whole from its first moment: one without text is what a loss of power left of it, whoever held it.
  if (/^\0*$/.test(text)) return;
  const { data: holder } = Holder.safeParse(parseJson(text));
  if (holder === undefined) {
    throw new JournalError(
      `${directory}/${LOCK_NAME} is no lock of Touchstone: remove it if nothing uses the directory`,
    );
  }
  if (holder.namespace !== SELF.namespace) {
    if (ageOf(path, besideOf(path)) > STALE_MS) return;
    throw new JournalError(
      `${directory} is in use by process ${holder.pid} of another container: stop that first; the lock of one that is gone ends after ${STALE_MS / 1_000} seconds`,
    );
  }
  // Our own number is that of an earlier process: what this one holds is in `held`.
  if (holder.pid === SELF.pid || !isRunning(holder)) return;
  throw new JournalError(
    `${directory} is in use by process ${holder.pid}: stop that first, or remove ${LOCK_NAME} from it if that is no Touchstone`,
  );
}

/** Moved aside before it goes, so that of two processes that find the same old lock only one removes it. */
function remove(path: string, text: string): void {
  const aside = besideOf(path);
  renameSync(path, aside);
  if (readFileSync(aside, 'utf8') === text) rmSync(aside);
  else renameSync(aside, path);
}

/** A name beside the lock that no other process uses, be it of another container. */
function besideOf(path: string): string {
  return `${path}.${SELF.pid}-${NAMESPACE_NUMBER}`;
}

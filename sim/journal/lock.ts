/**
 * sim/journal/lock: one process at a time writes in a journal directory. The lock is a file that names the process; what a
 * process left that is gone is taken over.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../spec/json.ts';
import { LOCK_NAME } from './directory.ts';
import { JournalError, systemReason } from './journal-error.ts';

/** `started` tells a process from an earlier one with the same number, where the system says when it began. */
const Holder = z.strictObject({ pid: z.int().min(1), started: z.string() });

export type Lock = {
  /** Whether another process had left its lock behind. */
  readonly isTakenOver: boolean;
  release(): void;
};

/** Locks of this process: its number alone does not tell them from those of an earlier process that had the same. */
const held = new Set<string>();

/** Takes the lock of a directory. Throws `JournalError` where a live process has it or the directory takes no file. */
export function takeLock(directory: string): Lock {
  const path = join(directory, LOCK_NAME);
  if (held.has(path)) throw new JournalError(`${directory} is in use by this process: close its journal first`);
  let isTakenOver = false;
  try {
    while (!create(path)) {
      const text = readFileSync(path, 'utf8');
      assertGone(directory, text);
      remove(path, text);
      isTakenOver = true;
    }
  } catch (cause) {
    if (cause instanceof JournalError) throw cause;
    throw new JournalError(
      `${path} cannot be written (${systemReason(cause)}): check the permissions of the directory`,
    );
  }
  held.add(path);
  return {
    isTakenOver,
    release() {
      // Once released it may be somebody else's.
      if (held.delete(path)) rmSync(path, { force: true });
    },
  };
}

/** Puts a lock there that is whole from its first moment. False where there is one already. */
function create(path: string): boolean {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ pid: process.pid, started: startOf(process.pid) })}\n`);
  try {
    linkSync(draft, path);
    return true;
  } catch (cause) {
    if (systemReason(cause) === 'EEXIST') return false;
    throw cause;
  } finally {
    rmSync(draft);
  }
}

function assertGone(directory: string, text: string): void {
  // A lock is whole from its first moment: one without text is what a loss of power left of it, whoever held it.
  if (/^\0*$/.test(text)) return;
  const { data: holder } = Holder.safeParse(parseJson(text));
  if (holder === undefined) {
    throw new JournalError(
      `${directory}/${LOCK_NAME} is no lock of Touchstone: remove it if nothing uses the directory`,
    );
  }
  // Our own number is that of an earlier process: what this one holds is in `held`.
  if (holder.pid === process.pid || !isAlive(holder.pid) || startOf(holder.pid) !== holder.started) return;
  throw new JournalError(
    `${directory} is in use by process ${holder.pid}: stop that first, or remove ${LOCK_NAME} from it if that is no Touchstone`,
  );
}

/** Moved aside before it goes, so that of two processes that find the same old lock only one removes it. */
function remove(path: string, text: string): void {
  const aside = `${path}.${process.pid}`;
  renameSync(path, aside);
  if (readFileSync(aside, 'utf8') === text) rmSync(aside);
  else renameSync(aside, path);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return systemReason(cause) === 'EPERM';
  }
}

/** When a process began, in the system's own terms; '' where the system does not say, or says that it has ended. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program is in brackets and may hold anything; behind it come the state and, 20th, the moment.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

/** sim/journal/directory: the files of a journal directory: for each run a journal and its latest snapshot. */
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, JournalError } from './journal-error.ts';

const JOURNAL = /^g(\d{4,9})\.journal$/;
/** Names that start like this belong to the lock. */
export const LOCK_NAME = 'lock';

export type RunPaths = { readonly journal: string; readonly snapshot: string };

export function pathsOf(directory: string, generation: number): RunPaths {
  const path = join(directory, `g${String(generation).padStart(4, '0')}`);
  return { journal: `${path}.journal`, snapshot: `${path}.snapshot` };
}

/** The number of the latest run; 0 if the directory is empty. Throws `JournalError` if it has other files only. */
export function latestRun(directory: string, advice: string): number {
  const names = readdirSync(directory).filter((name) => !name.startsWith(LOCK_NAME));
  const latest = Math.max(0, ...names.map((name) => Number(JOURNAL.exec(name)?.[1] ?? 0)));
  if (latest > 0 || names.length === 0) return latest;
  throw new JournalError(`${directory} holds no journal but other files: ${advice}`);
}

/** Makes the directory and its parents unless they exist, and returns its real path. Throws `JournalError`. */
export function makeDirectory(path: string): string {
  return attempt(`${path} cannot be made a journal directory`, 'check the path and its permissions', () => {
    mkdirSync(path, { recursive: true });
    readdirSync(path);
    return realpathSync(path);
  });
}

/** Brings new file names to the disk. Windows has no such call and does it by itself. */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

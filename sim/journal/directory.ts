/** sim/journal/directory: the files of a journal directory: for each run a journal and its latest snapshot. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, JournalError } from './journal-error.ts';

/** Version 1 had several files for one run. Their names are known so that the version in their headers is reported. */
const JOURNAL = /^g(\d{4,9})(?:-[-\d]+)?\.journal$/;
/** Names that start like this belong to the lock. */
export const LOCK_NAME = 'lock';

export type RunPaths = { readonly journal: string; readonly snapshot: string };

export function pathsOf(directory: string, generation: number): RunPaths {
  const path = join(directory, `g${String(generation).padStart(4, '0')}`);
  return { journal: `${path}.journal`, snapshot: `${path}.snapshot` };
}

type LatestJournal = { readonly generation: number; readonly path: string };

/** The journal of the latest run; undefined if the directory is empty. Throws `JournalError` if all are other files. */
export function latestJournal(directory: string, advice: string): LatestJournal | undefined {
  const names = readdirSync(directory).filter((name) => !name.startsWith(LOCK_NAME));
  const latest = names
    .flatMap((name) => ({ generation: Number(JOURNAL.exec(name)?.[1] ?? 0), path: join(directory, name) }))
    .toSorted((one, other) => other.generation - one.generation)[0];
  if (latest === undefined || latest.generation > 0) return latest;
  throw new JournalError(`${directory} holds no journal but other files: ${advice}`);
}

/** Makes the directory unless it exists, and returns its real path. Throws `JournalError`. */
export function makeDirectory(path: string): string {
  const advice = (reason: string): string => (reason === 'ENOENT' ? 'make its parent folder first' : 'check the path');
  return attempt(`${path} cannot be made a journal directory`, advice, () => {
    if (!existsSync(path)) mkdirSync(path);
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

/** sim/journal/regular-file: what is read of a journal are files: a pipe would hold up whoever reads it, without end. */
import { statSync } from 'node:fs';
import { JournalError } from './journal-error.ts';

/** Whether something else has the name of a file. Of what cannot be looked at, whoever opens it tells why. */
export function isOther(path: string): boolean {
  try {
    return !statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Throws `JournalError` where something else has the name of a file. */
export function assertFile(path: string): void {
  if (isOther(path)) throw new JournalError(`${path} is no regular file: remove it, or name another directory`);
}

/** cli/private-file: writes a file that holds secrets: whole or not at all, readable by its owner alone. */
import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { CliError } from './exit.ts';

/** Replaces `file` with `text`, mode 0600. A `CliError` says why where it cannot be written. */
export function writePrivateFile(file: string, text: string): void {
  // In the same folder, so that the rename is one step; a new name, so that no one else's mode or link is inherited.
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new CliError(`${file} cannot be written (${code}): check the path and its permissions`);
  }
}

/** scenarios/keeping/folders: makes folders for files that are kept. */

import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { systemCode } from '../../spec/system-code.ts';

/**
 * Makes a folder and those above it that are missing. Throws what the system says where one cannot be made. (`mkdirSync` with
 * `recursive` goes on forever where a folder is there and yet holds none, as below `/proc`.)
 */
export function makeFolders(folder: string): void {
  const path = resolve(folder);
  const above = dirname(path);
  try {
    mkdirSync(path);
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
    if (systemCode(error, '') !== 'ENOENT' || existsSync(above)) throw error;
    makeFolders(above);
    makeFolders(path);
  }
}

/** cli/files/folders: makes the folders of files that a command writes. */

import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '../../base/system-code.ts';

/** Makes a folder and those above it. (`mkdirSync` with `recursive` never ends in a folder such as `/proc`.) */
export function makeFolders(folder: string): void {
  try {
    makeOne(folder);
  } catch (error) {
    if (systemCode(error, '') !== 'ENOENT') throw error;
    const above = dirname(folder);
    if (!existsSync(above)) makeFolders(above);
    makeOne(folder);
  }
}

/** Another process may have made it meanwhile. */
function makeOne(folder: string) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

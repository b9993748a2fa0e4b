/** cli/files/report-folder: the reports in a folder, one at a time, in the order of their file names. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../../base/system-code.ts';
import type { HistoryFile, ReportOrReason } from '../../reports/history/history.ts';
import { CliError } from '../exit.ts';
import { readReport } from './read-report.ts';

/** Reads each report when it is asked for. Throws `CliError` for a folder that cannot be read. */
export function* reportsIn(folder: string): Generator<HistoryFile> {
  for (const { name } of entriesOf(folder)) yield { file: name, ...reportOrReason(join(folder, name)) };
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    throw new CliError(`${folder} cannot be read as a folder (${systemCode(error, 'unreadable')}): check the path`);
  }
}

function reportOrReason(path: string): ReportOrReason {
  if (!isRegularFile(path)) return { reason: 'not a regular file' };
  if (!path.endsWith('.json')) return { reason: 'its name does not end in .json' };
  try {
    return { report: readReport(path) };
  } catch (error) {
    if (error instanceof CliError) return { reason: error.message.replace(`${path}: `, '') };
    throw error;
  }
}

/** Reading a FIFO would wait for its writer. A link to nowhere, or in a circle, is no file. */
function isRegularFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

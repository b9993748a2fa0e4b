/** cli/report-files: the files of `--report FORMAT=FILE`: checked before the run, written whole or not at all after it. */
import { randomUUID } from 'node:crypto';
import { accessSync, constants, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Report } from '../conformance/report.ts';
import { FORMATS } from '../reports/formats.ts';
import { CliError } from './exit.ts';

export type ReportFile = { readonly file: string; readonly write: (report: Report) => string };

/** Reads the values of `--report`. Throws `CliError` for a format that does not exist and a file that cannot be written. */
export function parseReportFiles(values: readonly string[]): readonly ReportFile[] {
  return values.map((value) => {
    const [format = '', file = ''] = value.split(/=(.*)/s);
    const write = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
    if (write === undefined || file === '') {
      const known = Object.keys(FORMATS).map((name) => `${name}=FILE`);
      throw new CliError(`--report takes ${known.join(', ')}; "${value}" is none of them`);
    }
    assertWritable(file);
    return { file, write };
  });
}

/** Throws `CliError` where `file` could not be written, so that no run ends without its report. */
export function assertWritable(file: string): void {
  try {
    accessSync(dirname(file), constants.W_OK | constants.X_OK);
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
      throw new CliError(`${file} is a folder: name a file`);
  } catch (error) {
    throw error instanceof CliError ? error : unwritable(file, error);
  }
}

/** Makes the folder that a flag names, before anything runs. Throws `CliError`. */
export function makeFolder(folder: string, flag: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new CliError(`${folder} cannot be made a folder (${code}): name another with ${flag}`);
  }
}

/** Replaces `file` in one step, so that a reader never meets half a report. Throws `CliError`. */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, text, { flag: 'wx' });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw unwritable(file, error);
  }
}

function unwritable(file: string, error: unknown): CliError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return new CliError(`${file} cannot be written (${code}): check the path and its permissions`);
}

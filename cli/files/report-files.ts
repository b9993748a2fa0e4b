/** cli/files/report-files: the files of `--report FORMAT=FILE`, checked before the run, and folders that flags name. */

import { accessSync, constants } from 'node:fs';
import type { Report } from '../../conformance/report.ts';
import {
  APPENDED,
  FORMATS,
  type ReportExtras,
  type ReportWriter,
  TRACE_FORMATS,
  writerOf,
} from '../../reports/formats.ts';
import { systemCode } from '../../spec/system-code.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { makeFolders } from './folders.ts';
import { appendText, assertApart, assertWritable, type Content, writeWhole } from './whole-file.ts';

export type ReportFile = {
  readonly flag: string;
  readonly format: string;
  readonly file: string;
  readonly write: ReportWriter;
  /** The file is shared, so the report is added to its end. */
  readonly isAppended: boolean;
};

export type OutputFile = { readonly file: string; readonly text: () => Content; readonly isAppended?: boolean };

/** Writes every file. Returns one message for each that cannot be written, so that the others and the exit code are not lost. */
export function writeEach(outputs: readonly OutputFile[]): readonly string[] {
  return outputs.flatMap(({ file, text, isAppended }) => {
    try {
      if (isAppended === true) appendText(file, text());
      else writeWhole(file, text());
      return [];
    } catch (error) {
      if (error instanceof CliError) return [error.message];
      throw error;
    }
  });
}

/** The files of a report, which is made only if there is one. */
export function outputsOf(
  files: readonly ReportFile[],
  makeReport: () => Report,
  extras: ReportExtras = {},
): readonly OutputFile[] {
  if (files.length === 0) return [];
  const report = makeReport();
  return files.map((one) => ({ ...one, text: () => one.write(report, extras) }));
}

/** Throws a `CliError` with the messages of `writeEach`, if any. A more specific code than that of a wrong path is kept. */
export function assertWritten(unwritten: readonly string[], code: ExitCode): void {
  if (unwritten.length > 0) throw new CliError(unwritten.join('\n'), code === EXIT.ok ? EXIT.usage : code);
}

/**
 * Reads the values of `--report`. Throws `CliError` for a format that does not exist, a file that cannot be written, and a file that is named twice;
 * `others` are files of other flags. Without a trace a format of traces is refused.
 */
export function parseReportFiles(
  values: readonly string[] = [],
  others: readonly { readonly flag: string; readonly file: string }[] = [],
  hasTrace = false,
): readonly ReportFile[] {
  const files = values.map((value) => parseReportFile(value, hasTrace));
  for (const { file } of others) assertWritable(file);
  assertApart([...files, ...others]);
  return files;
}

function parseReportFile(value: string, hasTrace: boolean): ReportFile {
  const [format = '', file = ''] = value.split(/=(.*)/s);
  const write = writerOf(format);
  if (write === undefined || file === '') {
    const known = Object.keys(FORMATS).map((name) => `${name}=FILE`);
    throw new CliError(`--report takes ${known.join(', ')}; got "${value}"`);
  }
  if (file === '-') throw new CliError(`--report ${value}: give a file; standard output has the report as text`);
  if (TRACE_FORMATS.has(format) && !hasTrace) {
    throw new CliError(`--report ${format} needs check --trace FILE as well, a regular file`);
  }
  assertWritable(file);
  return { flag: `--report ${format}`, format, file, write, isAppended: APPENDED.has(format) };
}

/** Makes the folder that a flag names, before anything runs. Throws `CliError`, also if nothing can be written in it. */
export function makeFolder(folder: string, flag: string): void {
  try {
    makeFolders(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = systemCode(error, 'unknown error');
    throw new CliError(`${folder} is no folder that can be written in (${code}): name another with ${flag}`);
  }
}

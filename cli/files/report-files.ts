/** cli/files/report-files: the files of `--report FORMAT=FILE`, checked before the run, and folders that flags name. */

import { accessSync, constants } from 'node:fs';
import { FORMATS, type ReportWriter, writerOf } from '../../reports/formats.ts';
import { systemCode } from '../../spec/system-code.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { makeFolders } from './folders.ts';
import { assertWritable, type Content, writeWhole } from './whole-file.ts';

export type ReportFile = {
  readonly flag: string;
  readonly format: string;
  readonly file: string;
  readonly write: ReportWriter;
};

/** Writes every file. Returns one message for each that cannot be written, so that the others and the exit code are not lost. */
export function writeEach(
  outputs: readonly { readonly file: string; readonly text: () => Content }[],
): readonly string[] {
  return outputs.flatMap(({ file, text }) => {
    try {
      writeWhole(file, text());
      return [];
    } catch (error) {
      if (error instanceof CliError) return [error.message];
      throw error;
    }
  });
}

/** Throws a `CliError` with the messages of `writeEach`, if any. A more specific code than that of a wrong path is kept. */
export function assertWritten(unwritten: readonly string[], code: ExitCode): void {
  if (unwritten.length > 0) throw new CliError(unwritten.join('\n'), code === EXIT.ok ? EXIT.usage : code);
}

/** Reads the values of `--report`. Throws `CliError` for a format that does not exist and a file that cannot be written. */
export function parseReportFiles(values: readonly string[]): readonly ReportFile[] {
  return values.map((value) => {
    const [format = '', file = ''] = value.split(/=(.*)/s);
    const write = writerOf(format);
    if (write === undefined || file === '') {
      const known = Object.keys(FORMATS).map((name) => `${name}=FILE`);
      throw new CliError(`--report takes ${known.join(', ')}; got "${value}"`);
    }
    if (file === '-') throw new CliError(`--report ${value}: give a file; standard output has the report as text`);
    assertWritable(file);
    return { flag: `--report ${format}`, format, file, write };
  });
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

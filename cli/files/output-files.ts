/** cli/files/output-files: writes the files of a command, and makes folders, without the formats of reports. */
import { accessSync, constants } from 'node:fs';
import { CliError, EXIT, type ExitCode, orCliError } from '../exit.ts';
import { makeFolders } from './folders.ts';
import { appendText, type Content, writeWhole } from './whole-file.ts';

export type OutputFile = { readonly file: string; readonly text: () => Content; readonly isAppended?: boolean };

/** Writes every file. Returns a message for each that cannot be written; the others are not lost. */
export function writeEach(outputs: readonly OutputFile[]): readonly string[] {
  return outputs.flatMap(({ file, text, isAppended }) => {
    try {
      if (isAppended) appendText(file, text());
      else writeWhole(file, text());
      return [];
    } catch (error) {
      if (error instanceof CliError) return [error.message];
      throw error;
    }
  });
}

/** Throws a `CliError` with the messages of `writeEach`, if any. A more specific code is kept. */
export function assertWritten(unwritten: readonly string[], code: ExitCode): void {
  if (unwritten.length > 0) throw new CliError(unwritten.join('\n'), code === EXIT.ok ? EXIT.usage : code);
}

/** Prints the text of a command, then throws for `unwritten`. Printing ends the process if the reader has left. */
export function conclude(code: ExitCode, text: string, unwritten: readonly string[] = []): ExitCode {
  process.exitCode = code;
  process.stdout.write(text);
  assertWritten(unwritten, code);
  return code;
}

/** Makes the folder that a flag names, before anything runs. Throws `CliError`. */
export function makeFolder(folder: string, flag: string): void {
  orCliError(
    () => {
      makeFolders(folder);
      accessSync(folder, constants.W_OK | constants.X_OK);
    },
    (code) => `${folder} is no folder that can be written in (${code}): name another with ${flag}`,
  );
}

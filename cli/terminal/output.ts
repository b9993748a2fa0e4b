/** cli/terminal/output: standard output up to its reader: the exit code is not 0 if output does not arrive. */
import { fstatSync, writeSync } from 'node:fs';
import { CliError, EXIT, type ExitCode } from '../exit.ts';

/** Commands that judge: their exit code is misleading if only half of the output was read. */
const JUDGING: ReadonlySet<string> = new Set([
  'check',
  'run',
  'soak',
  'mutants',
  'quirks',
  'bisect',
  'compare',
  'merge',
  'replay',
  'proxy',
]);

/** Makes a stream to a file write all of each piece. Else a disk that accepts half of one counts as success. */
export function writeWhole(stream: NodeJS.WriteStream & { readonly fd: number }): void {
  const stat = fstatSync(stream.fd);
  if (!stat.isFile() && !(stat.isCharacterDevice() && !stream.isTTY)) return;
  stream._write = (piece: Buffer, _encoding, done) => {
    try {
      for (let sent = 0; sent < piece.length; ) sent += writeSync(stream.fd, piece, sent);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

/** The exit code or error of a command whose output ended; undefined if the reader has seen enough. */
export function lost(
  error: NodeJS.ErrnoException,
  command: string,
  isJudged: boolean,
): ExitCode | CliError | undefined {
  if (error.code !== 'EPIPE')
    return new CliError(`standard output could not be written: ${error.message}`, EXIT.harness);
  return JUDGING.has(command) && !isJudged ? EXIT.cutOff : undefined;
}

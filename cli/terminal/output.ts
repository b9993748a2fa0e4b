/**
 * cli/terminal/output: standard output up to its reader. Output that does not arrive ends the command with a code other than 0: a
 * full disk or a reader that has left makes no run green.
 */
import { fstatSync, writeSync } from 'node:fs';
import { CliError, EXIT, type ExitCode } from '../exit.ts';

/** Commands that judge: their exit code is misleading if only half of the output was read. */
const JUDGING: ReadonlySet<string> = new Set(['check', 'run', 'soak', 'mutants', 'quirks', 'bisect']);

/** Makes a stream to a file write all of each piece: by itself it takes a disk that takes half of one for success. */
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

/**
 head`), or one that left when all was judged.| * The exit code or error of a command whose standard output ended; undefined if the end is harmless: a reader that has seen
 * enough (`touchstone spec clauses | head`), or one that left when all was judged.| head`), or one that left when all was judged.
 */
export function lost(
  error: NodeJS.ErrnoException,
  command: string,
  isJudged: boolean,
): ExitCode | CliError | undefined {
  if (error.code !== 'EPIPE')
    return new CliError(`what was printed could not be written: ${error.message}`, EXIT.harness);
  return JUDGING.has(command) && !isJudged ? EXIT.cutOff : undefined;
}

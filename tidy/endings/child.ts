/** tidy/endings/child: runs commands of Touchstone as child processes. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../cli/main.ts');
/** A child that runs longer counts as hanging. */
const LONGEST_MS = 300_000;

export type Child = ReturnType<typeof startChild>;

export function startChild(...argv: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { out: '', err: '' };
  child.stderr.on('data', (bytes: Buffer) => {
    printed.err += bytes.toString();
  });
  const shown = (text: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (printed.err.includes(text)) resolve();
      };
      child.stderr.on('data', look);
      child.once('close', () => resolve());
      look();
    });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, LONGEST_MS);
  const ended = new Promise<number | null | 'hangs'>((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(isLate ? 'hangs' : code);
    });
  });
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => {
      printed.out += bytes.toString();
      const end = printed.out.indexOf('\n');
      if (end >= 0) resolve(printed.out.slice(0, end));
    });
    child.once('close', () => reject(new Error(`ended without a line: ${printed.err}`)));
  });
  // Some callers do not await the first line.
  firstLine.catch(() => undefined);
  return {
    process: child,
    /** Standard output so far. */
    output: (): string => printed.out,
    /** The first line of standard output; rejects if the child ends before it. */
    firstLine,
    /** Settles when standard error has this text, or when the child has ended. */
    shown,
    /** The exit code; null if a signal ended the child, and `hangs` if it had to be killed after five minutes. */
    ended,
  };
}

/** Ends a child, even a stopped one, and waits for its exit. */
export async function endChild(child: Child): Promise<void> {
  if (child.process.exitCode === null && child.process.signalCode === null) child.process.kill('SIGKILL');
  await child.ended;
}

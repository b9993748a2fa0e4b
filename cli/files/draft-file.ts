/** cli/files/draft-file: a large file written piece by piece: a draft beside it until it is complete. */
import { randomUUID } from 'node:crypto';
import { realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { CliError } from '../exit.ts';
import { onInterruption } from '../terminal/interruption.ts';
import { assertWritable } from './whole-file.ts';

class Interrupted extends Error {}

/** Renames the draft that `write` wrote. No file is left if `write` throws or returns undefined, or at Ctrl-C. */
export async function writeDraft<Value>(
  file: string,
  write: (draft: string, signal: AbortSignal) => Promise<Value | undefined>,
): Promise<Value | 'interrupted' | undefined> {
  assertWritable(file);
  const place = placeOf(file);
  const draft = `${place}.${randomUUID()}`;
  const result = await untilInterrupted((signal) => write(draft, signal)).catch((error: unknown) => {
    rmSync(draft, { force: true });
    throw error;
  });
  if (result === undefined || result === 'interrupted') rmSync(draft, { force: true });
  else renameSync(draft, place);
  return result;
}

/** The path of the file. A device or a pipe is refused, because a file would replace it. */
function placeOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return file;
  if (!stats.isFile()) throw new CliError(`${file} is no regular file: name a file that can be replaced`);
  return realpathSync(file);
}

/** Runs work with a signal that Ctrl-C aborts. Returns `interrupted` when the work ended because of that. */
export async function untilInterrupted<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | 'interrupted'> {
  const stop = new AbortController();
  const release = onInterruption(() => stop.abort(new Interrupted('interrupted')));
  try {
    return await work(stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return 'interrupted';
    throw error;
  } finally {
    release();
  }
}

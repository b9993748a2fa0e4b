/** cli/files/whole-file: files that a command writes: a regular one whole or not at all, a device or FIFO directly. */
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { systemCode } from '../../base/system-code.ts';
import { CliError } from '../exit.ts';
import { onInterruption } from '../terminal/interruption.ts';

/** The content of a file: text, or bytes such as Parquet; in pieces when it may be longer than a string can be. */
export type Content = string | Uint8Array | Iterable<string | Uint8Array>;

/** Throws `CliError` if `file` could not be written, so that no run ends without its report. */
export function assertWritable(file: string): void {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats?.isDirectory()) throw new CliError(`${file} is a folder: name a file`);
    if (isReplaced(stats)) accessSync(dirname(placeOf(file)), constants.W_OK | constants.X_OK);
    else accessSync(file, constants.W_OK);
  } catch (error) {
    throw error instanceof CliError ? error : unwritable(file, error);
  }
}

export type NamedFile = { readonly flag: string; readonly file: string };

/** The files of the flags that name one. */
export function namedFiles(files: Readonly<Record<string, string | undefined>>): readonly NamedFile[] {
  return Object.entries(files).flatMap(([flag, file]) => (file === undefined ? [] : [{ flag, file }]));
}

/** Throws `CliError` if two flags name one file, of which the first would be lost. A device takes both. */
export function assertApart(outputs: readonly NamedFile[]): void {
  const taken = new Map<string, string>();
  for (const { flag, file } of outputs) {
    assertWritable(file);
    if (!isReplaced(statSync(file, { throwIfNoEntry: false }))) continue;
    const place = placeOf(file);
    const other = taken.get(place);
    if (other !== undefined) throw new CliError(`${other} and ${flag} name one file, ${file}: give each its own`);
    taken.set(place, flag);
  }
}

/** Throws `CliError` if an output would replace a file that the command reads. */
export function assertInputsKept(outputs: readonly NamedFile[], inputs: readonly (string | undefined)[]): void {
  const read = new Set(inputs.flatMap((file) => (file !== undefined && existsSync(file) ? [placeOf(file)] : [])));
  for (const { flag, file } of outputs) {
    if (existsSync(file) && isReplaced(statSync(file)) && read.has(placeOf(file)))
      throw new CliError(`${flag} would replace ${file}, which the command reads: name another file`);
  }
}

/** Whether both paths lead to one file, as links and hard links do. */
export function isSameFile(one: string, other: string): boolean {
  if (!existsSync(one) || !existsSync(other)) return false;
  const [a, b] = [statSync(one), statSync(other)];
  return a.dev === b.dev && a.ino === b.ino;
}

/** Replaces `file` in one step, so that a reader never sees half of it. Throws `CliError`. */
export function writeWhole(file: string, text: Content): void {
  write(file, text, () => replace(placeOf(file), text, 0o666));
}

/** Adds `text` to the end of `file`, which other programs append to as well. Throws `CliError`. */
export function appendText(file: string, text: Content): void {
  write(file, text, () => writeInto(file, text, { flag: 'a' }));
}

/** As `writeWhole`, for a text with secrets: only its owner can read the file, and a link is replaced. */
export function writePrivate(file: string, text: string): void {
  write(file, text, () => replace(file, text, 0o600));
}

function write(file: string, text: Content, replaceIt: () => void) {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (isReplaced(stats)) replaceIt();
    else writeInto(openAs(stats) ?? file, text);
  } catch (error) {
    // Pieces are created while they are written. An error in creating one is not an error of the file.
    throw systemCode(error, '') === '' ? error : unwritable(file, error);
  }
}

/** In the same folder, so that the rename is one step; a new name, so that no one else's mode is inherited. */
function replace(place: string, text: Content, mode: number) {
  const draft = `${place}.${randomUUID()}`;
  try {
    writeInto(draft, text, { mode, flag: 'wx' });
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** A file descriptor stays open. */
function writeInto(place: string | number, content: Content, { mode = 0o666, flag = 'w' } = {}) {
  const descriptor = typeof place === 'number' ? place : openSync(place, flag, mode);
  try {
    const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
    for (const piece of pieces) writeFileSync(descriptor, piece);
  } finally {
    if (descriptor !== place) closeSync(descriptor);
  }
}

/** Whether the path is a regular file or absent. That of `/dev/stdout` is excluded: it would lose its text. */
function isReplaced(stats: Stats | undefined) {
  return stats === undefined || (stats.isFile() && openAs(stats) === undefined);
}

/** The standard stream that writes to this regular file. Opening the file again would overwrite the text. */
function openAs(stats: Stats | undefined): number | undefined {
  if (!stats?.isFile()) return undefined;
  return [1, 2].find((descriptor) => {
    const { dev, ino } = fstatSync(descriptor);
    return dev === stats.dev && ino === stats.ino;
  });
}

/** The place to which a name leads over links, even if it does not exist yet. */
function placeOf(file: string): string {
  const place = join(realpathSync(dirname(file)), basename(file));
  const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? placeOf(resolve(dirname(place), readlinkSync(place))) : place;
}

function unwritable(file: string, error: unknown): CliError {
  const code = systemCode(error, 'unknown error');
  return new CliError(`${file} cannot be written (${code}): check the path and its permissions`);
}

class Interrupted extends Error {}

/** Of the disk, while a draft is written. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EFBIG', 'EDQUOT']);

/** Renames the draft that `write` wrote. No file is left if `write` throws or returns undefined, or at Ctrl-C. */
export async function writeDraft<Value>(
  file: string,
  write: (draft: string, signal: AbortSignal) => Promise<Value | undefined>,
): Promise<Value | 'interrupted' | undefined> {
  assertWritable(file);
  const place = draftPlaceOf(file);
  const draft = `${place}.${randomUUID()}`;
  const result = await untilInterrupted((signal) => write(draft, signal)).catch((error: unknown) => {
    rmSync(draft, { force: true });
    throw FULL.has(systemCode(error, '')) ? unwritable(file, error) : error;
  });
  if (result === undefined || result === 'interrupted') rmSync(draft, { force: true });
  else renameSync(draft, place);
  return result;
}

/** The path of the file. A device or a pipe is refused, because a file would replace it. */
function draftPlaceOf(file: string): string {
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

/** sim/journal/line-reader: the lines of a file, piece by piece, so that a long file and an endless line cost bounded memory. */
import { closeSync, openSync, readSync } from 'node:fs';
import { JournalError, systemReason } from './journal-error.ts';
import { assertFile } from './regular-file.ts';

/** `bytes` without the line feed. `isEnded`: a line feed followed; only the last line of a file can be without. */
export type LineOfFile = {
  readonly bytes: Buffer;
  readonly line: number;
  readonly offset: number;
  readonly isEnded: boolean;
};

const CHUNK_BYTES = 256 * 1024;
/** The longest line that is read; the longest that is written is far shorter. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** The lines of the file at `path`, in order. Throws `JournalError` where it cannot be read or a line is without end. */
export function* linesOf(path: string): Generator<LineOfFile, void> {
  const descriptor = open(path);
  try {
    let rest: Buffer = Buffer.alloc(0);
    let offset = 0;
    let line = 1;
    for (let chunk = read(path, descriptor); chunk.length > 0; chunk = read(path, descriptor)) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED, start)) {
        yield { bytes: rest.subarray(start, end), line, offset: offset + start, isEnded: true };
        start = end + 1;
        line += 1;
      }
      offset += start;
      rest = rest.subarray(start);
      if (rest.length > LINE_BYTES_MAX) {
        throw new JournalError(`${path}:${line}: byte ${offset}: a line of more than ${LINE_BYTES_MAX} bytes`);
      }
    }
    if (rest.length > 0) yield { bytes: rest, line, offset, isEnded: false };
  } finally {
    closeSync(descriptor);
  }
}

function open(path: string): number {
  assertFile(path);
  try {
    return openSync(path, 'r');
  } catch (cause) {
    throw new JournalError(`${path} cannot be read (${systemReason(cause)}): check the path and its permissions`);
  }
}

function read(path: string, descriptor: number): Buffer {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    return chunk.subarray(0, readSync(descriptor, chunk));
  } catch (cause) {
    throw new JournalError(`${path} cannot be read (${systemReason(cause)})`);
  }
}

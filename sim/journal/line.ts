/**
 * sim/journal/line: the form of a line: the CRC-32 of its content in 8 hexadecimal digits, a blank, the content, a line
 * feed.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { ok, type Result, refuse } from '../../base/result.ts';
import { attempt, JournalError } from './journal-error.ts';

const FRAME = /^[0-9a-f]{8} $/;
const FRAME_BYTES = 9;

/** The line for a JSON text. */
export function lineOf(json: string): Buffer {
  const bytes = Buffer.from(`00000000 ${json}\n`);
  bytes.write(checksum(bytes.subarray(FRAME_BYTES, -1)), 'latin1');
  return bytes;
}

export function checksum(...parts: readonly Uint8Array[]): string {
  const sum = parts.reduce((crc, part) => crc32(part, crc), 0);
  return sum.toString(16).padStart(8, '0');
}

/** The content of a line without its line feed, or the defect of the line. */
export function contentOf(line: Buffer): Result<Buffer, string> {
  if (!FRAME.test(line.toString('latin1', 0, FRAME_BYTES))) {
    return refuse('the line does not begin with 8 hexadecimal digits and a blank');
  }
  const content = line.subarray(FRAME_BYTES);
  const [written, actual] = [line.toString('latin1', 0, 8), checksum(content)];
  return written === actual ? ok(content) : refuse(`the checksum is ${actual}, not ${written} as written`);
}

/** `bytes` without the line feed. `isEnded`: a line feed follows; only the last line of a file can lack it. */
export type Line = { readonly bytes: Buffer; readonly offset: number; readonly isEnded: boolean };

const CHUNK_BYTES = 256 * 1024;
/**
 * Longer lines are rejected, so that a file without line feeds cannot fill the memory. Written lines are far shorter.
 */
const LINE_BYTES_MAX = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** The lines of a file from byte `from` on, in order. Throws `JournalError` if the file cannot be read. */
export function* linesOf(path: string, from = 0): Generator<Line, void> {
  const descriptor = reading(path, () => openSync(assertFile(path), 'r'));
  try {
    let rest: Buffer = Buffer.alloc(0);
    let offset = from;
    for (;;) {
      // Each turn copies a line without end, so the next chunk is as large, up to the length of the longest line.
      const size = Math.min(Math.max(CHUNK_BYTES, rest.length), LINE_BYTES_MAX + 1 - rest.length);
      const chunk = Buffer.allocUnsafe(size);
      const length = reading(path, () => readSync(descriptor, chunk, 0, size, offset + rest.length));
      if (length === 0) break;
      rest = Buffer.concat([rest, chunk.subarray(0, length)]);
      let start = 0;
      for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED, start)) {
        yield { bytes: rest.subarray(start, end), offset: offset + start, isEnded: true };
        start = end + 1;
      }
      offset += start;
      rest = rest.subarray(start);
      if (rest.length > LINE_BYTES_MAX) {
        throw new JournalError(`${path}: byte ${offset}: a line of more than ${LINE_BYTES_MAX} bytes`);
      }
    }
    if (rest.length > 0) yield { bytes: rest, offset, isEnded: false };
  } finally {
    closeSync(descriptor);
  }
}

function reading<Value>(path: string, action: () => Value): Value {
  return attempt(`${path} cannot be read`, 'check the path and its permissions', action);
}

/** A pipe would block its reader. */
function assertFile(path: string): string {
  if (statSync(path).isFile()) return path;
  throw new JournalError(`${path} is no regular file: remove it, or name another directory`);
}

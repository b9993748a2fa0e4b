/** sim/journal/line: a line is the CRC-32 of its content in 8 hexadecimal digits, a blank, the content, a line feed. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { ok, type Result, refuse } from '../../base/result.ts';
import { attempt, JournalError } from './journal-error.ts';

const FRAME = /^[0-9a-f]{8} $/;
const FRAME_BYTES = 9;

/** The line for a JSON text. */
export function lineOf(json: string): Buffer {
  return Buffer.from(`${checksum(json)} ${json}\n`);
}

export function checksum(...parts: readonly (Uint8Array | string)[]): string {
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

/** Longer lines are rejected, so that a file without line feeds cannot fill the memory. Written lines are far shorter. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;

/** The lines of a file from byte `from` on; each is valid until the next one. Throws `JournalError` for no such file. */
export function* linesOf(path: string, from = 0): Generator<Line, void> {
  const reading = <Value>(action: () => Value): Value =>
    attempt(`${path} cannot be read`, 'check the path and its permissions', action);
  // A pipe would block its reader.
  if (!reading(() => statSync(path)).isFile()) {
    throw new JournalError(`${path} is no regular file: remove it, or name another directory`);
  }
  const descriptor = reading(() => openSync(path, 'r'));
  try {
    const { size } = fstatSync(descriptor);
    const chunk = Buffer.allocUnsafe(Math.max(0, Math.min(size - from, LINE_BYTES_MAX + 1)));
    for (let offset = from; offset < size; ) {
      const bytes = chunk.subarray(
        0,
        reading(() => readSync(descriptor, chunk, 0, chunk.length, offset)),
      );
      let start = 0;
      for (let end = bytes.indexOf('\n'); end !== -1; end = bytes.indexOf('\n', start)) {
        yield { bytes: bytes.subarray(start, end), offset: offset + start, isEnded: true };
        start = end + 1;
      }
      if (start === 0) {
        if (offset + bytes.length < size) {
          throw new JournalError(`${path}: byte ${offset}: a line of more than ${LINE_BYTES_MAX} bytes`);
        }
        return yield { bytes, offset, isEnded: false };
      }
      offset += start;
    }
  } finally {
    closeSync(descriptor);
  }
}

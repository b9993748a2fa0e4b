/** conformance/input/bounded-text: the contents of a file, up to a bound, since a device or a FIFO may never end. */
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';

const PIECE = 1024 * 1024;

/** Undefined if the file has more than `bytesMax` bytes. Throws the error of the system. */
export function boundedText(file: string, bytesMax: number): string | undefined {
  return boundedBytes(file, bytesMax)?.toString('utf8');
}

/** As `boundedText`, without decoding. */
export function boundedBytes(file: string, bytesMax: number): Buffer | undefined {
  const stats = statSync(file);
  if (stats.size > bytesMax) return undefined;
  return stats.isFile() ? readFileSync(file) : streamBytes(file, bytesMax);
}

function streamBytes(file: string, bytesMax: number): Buffer | undefined {
  const descriptor = openSync(file, 'r');
  try {
    const pieces: Buffer[] = [];
    for (let length = 0; length <= bytesMax; ) {
      const piece = Buffer.allocUnsafe(PIECE);
      const count = readSync(descriptor, piece);
      if (count === 0) return Buffer.concat(pieces);
      pieces.push(piece.subarray(0, count));
      length += count;
    }
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

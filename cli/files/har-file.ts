/** cli/files/har-file: a HAR file that a user names, as bytes that are read when they are needed. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { boundedBytes } from '../../conformance/input/bounded-text.ts';
import { type ByteSource, sourceOf } from '../../scenarios/recording/byte-source.ts';
import { CliError, orCliError } from '../exit.ts';

/** Bytes of a pipe, which can be read only once and is held in memory. */
const PIPE_MAX = 50_000_000;

/** Opens the file while `use` reads it. Throws `CliError` of one line. */
export async function withHarFile<Value>(
  file: string,
  use: (source: ByteSource) => Value | Promise<Value>,
): Promise<Value> {
  const readable = <Part>(read: () => Part) =>
    orCliError(read, (code) => `${file}: the HAR file cannot be read (${code}): check path and permissions`);
  const stats = readable(() => statSync(file));
  // The system states no size for its own files, such as those in /proc.
  if (!stats.isFile() || stats.size === 0) {
    const bytes = readable(() => boundedBytes(file, PIPE_MAX));
    if (bytes !== undefined) return await use(sourceOf(bytes));
    throw new CliError(`${file}: not a regular file, and larger than ${PIPE_MAX / 1e6} MB: write it to a file first`);
  }
  const descriptor = readable(() => openSync(file, 'r'));
  let buffer = Buffer.alloc(0);
  const read = (start: number, length: number): Buffer => {
    if (buffer.length < length) buffer = Buffer.allocUnsafeSlow(length);
    const count = readable(() => readSync(descriptor, buffer, 0, length, start));
    if (count < length) throw new CliError(`${file}: the file was cut off while it was read`);
    return buffer.subarray(0, length);
  };
  try {
    return await use({ size: stats.size, read });
  } finally {
    closeSync(descriptor);
  }
}

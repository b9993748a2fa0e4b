/** backtest/data/source-order: sources in an order that follows from their contents, not from the arguments. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { systemCode } from '../../base/system-code.ts';
import { DataError } from './data-error.ts';

/** The files by the SHA-256 of their contents, then by path. Throws `DataError` for one that cannot be read. */
export async function byContent(files: readonly string[], signal?: AbortSignal): Promise<readonly string[]> {
  if (files.length < 2) return files;
  const keyed: { readonly key: string; readonly file: string }[] = [];
  for (const file of files) keyed.push({ key: `${await digestOf(file, signal)} ${file}`, file });
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ file }) => file);
}

async function digestOf(file: string, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw new DataError(`${file} cannot be read (${systemCode(error, 'unknown error')}): name a file`);
  }
  return hash.digest('hex');
}

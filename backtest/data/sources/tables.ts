/** backtest/data/sources/tables: the tables in a file: CSV, JSON, Parquet, compressed or archived, of any encoding. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { systemCode } from '../../../base/system-code.ts';
import { DataError } from '../data-error.ts';
import { type Plain, plainStreams } from './archive-streams.ts';
import { ByteReader } from './byte-reader.ts';
import { csvTable } from './csv-table.ts';
import { jsonTable } from './json-table.ts';
import type { Table } from './table.ts';

const HEAD_BYTES = 4_096;

export async function eachTable(file: string, use: (table: Table) => Promise<void>): Promise<void> {
  let isParquet = false;
  for await (const plain of plainStreams(file)) {
    isParquet = (await plain.bytes.peek(4)).toString('latin1') === 'PAR1';
    if (isParquet && (plain.name !== file || plain.isCompressed === true)) {
      throw new DataError(`${plain.name} is a packed Parquet file: unpack it, its columns are read in place`);
    }
    if (isParquet) break;
    await use(await textTable(plain));
  }
  if (!isParquet) return;
  // Its decompressors need WebAssembly, which not every Node.js process has: most captures do without.
  const { withParquetTable } = await import('./parquet-table.ts');
  await withParquetTable(file, use);
}

async function textTable({ name, bytes }: Plain): Promise<Table> {
  const start = await bytes.peek(HEAD_BYTES);
  if (start.length === 0) throw new DataError(`${name} is empty`);
  if (start.subarray(0, 6).toString('latin1') === 'ARROW1') {
    throw new DataError(`${name} is an Arrow file: recordings are made from captures, not from other recordings`);
  }
  const text = await asUtf8(bytes);
  const head = await text.peek(HEAD_BYTES);
  if (head.includes(0)) throw new DataError(`${name} is neither text nor a format that is known here`);
  return /^\s*[{[]/.test(head.toString('utf8')) ? await jsonTable(name, text) : await csvTable(name, text);
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

async function asUtf8(bytes: ByteReader): Promise<ByteReader> {
  const head = await bytes.peek(BOM.length);
  if (head.equals(BOM)) await bytes.read(BOM.length);
  const encoding = wideEncoding(head);
  return encoding === undefined ? bytes : new ByteReader(decoded(bytes, encoding));
}

/** UTF-16 by its byte order mark or, without one, by the zero byte beside the first character. */
function wideEncoding([first = 1, second = 1]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : undefined;
}

async function* decoded(bytes: ByteReader, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes.rest()) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

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

/** backtest/data/sources/tables: every table in a file: CSV, JSON or Parquet, compressed or archived, any encoding. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { systemCode } from '../../../base/system-code.ts';
import { DataError } from '../data-error.ts';
import { ByteReader } from './byte-reader.ts';
import type { Table } from './table.ts';
import { csvTable, jsonTable } from './text-tables.ts';

/** Bytes that are neither compressed nor an archive. */
type Plain = { readonly name: string; readonly bytes: ByteReader; readonly isCompressed?: boolean };

const CHUNK_BYTES = 1 << 18;
const TAR_BLOCK = 512;

/** Every plain stream in a file, one after the other. Each has to be read before the next is requested. */
async function* plainStreams(file: string): AsyncGenerator<Plain> {
  const bytes = new ByteReader(explained(file, createReadStream(file, { highWaterMark: CHUNK_BYTES })));
  try {
    yield* unpack({ name: file, bytes });
  } finally {
    await bytes.close();
  }
}

async function* unpack(packed: Plain): AsyncGenerator<Plain> {
  const start = await packed.bytes.peek(TAR_BLOCK);
  if (start.subarray(0, 2).equals(GZIP)) yield* unpack(through(packed, createGunzip({ chunkSize: CHUNK_BYTES })));
  else if (start.subarray(0, 4).equals(ZSTD)) {
    yield* unpack(through(packed, createZstdDecompress({ chunkSize: CHUNK_BYTES })));
  } else if (start.subarray(257, 262).toString('latin1') === 'ustar') yield* tarEntries(packed);
  else yield packed;
}

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

function through(packed: Plain, unpacker: NodeJS.ReadWriteStream): Plain {
  const input = Readable.from(packed.bytes.rest(), { objectMode: false });
  input.on('error', (error) => (unpacker as unknown as Readable).destroy(error));
  return {
    name: packed.name,
    isCompressed: true,
    bytes: new ByteReader(explained(packed.name, input.pipe(unpacker) as unknown as Readable)),
  };
}

async function* tarEntries({ name, bytes }: Plain): AsyncGenerator<Plain> {
  for (;;) {
    const header = await bytes.read(TAR_BLOCK);
    if (header.length < TAR_BLOCK || header.every((byte) => byte === 0)) return;
    const size = Number.parseInt(tarText(header, 124, 12), 8) || 0;
    const body = new ByteReader(bytes.take(size));
    const prefix = tarText(header, 345, 155);
    const path = `${prefix === '' ? '' : `${prefix}/`}${tarText(header, 0, 100)}`;
    const isRegular = header[156] === 0 || header[156] === 0x30;
    if (isRegular && size > 0) yield* unpack({ name: `${name}:${path}`, bytes: body });
    for await (const _ of body.rest());
    await bytes.read((TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK);
  }
}

function tarText(header: Buffer, from: number, length: number) {
  return header
    .subarray(from, from + length)
    .toString('utf8')
    .replace(/\0.*$/s, '')
    .trim();
}

/** The chunks of a stream. Errors of the system and of the compression name the file and say what to do. */
async function* explained(name: string, stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw error instanceof DataError ? error : new DataError(explanationOf(name, error));
  } finally {
    stream.destroy();
  }
}

function explanationOf(name: string, error: unknown): string {
  const code = systemCode(error, 'unknown error');
  if (code === 'ENOENT') return `${name} does not exist: check the path`;
  if (code === 'EISDIR') return `${name} is a folder: name the files in it`;
  if (code === 'Z_BUF_ERROR')
    return `${name} ends in the middle of its compressed data: it was cut short, copy it again`;
  if (/^(?:Z_|ZSTD_)/.test(code)) return `${name} has damaged compressed data (${code}): copy it again`;
  return `${name} cannot be read (${code}): check the path and its permissions`;
}

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
  for (const file of files) {
    try {
      keyed.push({ key: `${await digestOf(file, signal)} ${file}`, file });
    } catch (error) {
      signal?.throwIfAborted();
      throw new DataError(`${file} cannot be read (${systemCode(error, 'unknown error')}): name a file`);
    }
  }
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ file }) => file);
}

/** The SHA-256 of a file. `onChunk` gets the number of bytes that were read last. */
export async function digestOf(file: string, signal?: AbortSignal, onChunk?: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20, signal })) {
    hash.update(chunk);
    onChunk?.(chunk.length);
  }
  return hash.digest('hex');
}

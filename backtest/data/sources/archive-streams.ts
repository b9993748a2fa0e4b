/** backtest/data/sources/archive-streams: a file without gzip, zstd and tar, which its content shows, not its name. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { systemCode } from '../../../base/system-code.ts';
import { DataError } from '../data-error.ts';
import { ByteReader } from './byte-reader.ts';

/** Bytes that are neither compressed nor an archive. */
export type Plain = { readonly name: string; readonly bytes: ByteReader; readonly isCompressed?: boolean };

const CHUNK_BYTES = 1 << 18;
const TAR_BLOCK = 512;

/** Every plain stream in a file, one after the other. Each has to be read before the next is requested. */
export async function* plainStreams(file: string): AsyncGenerator<Plain> {
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

function tarText(header: Buffer, from: number, length: number): string {
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

/** wire/body-text: the text of a response body: unpacked within a bound, and UTF-8. */

import { isUtf8 } from 'node:buffer';
import zlib from 'node:zlib';
import { ok, type Result, refuse } from '../spec/result.ts';
import { systemCode } from '../spec/system-code.ts';
import { type Trouble, trouble } from './trouble.ts';

type Unpack = (packed: Buffer, bytesMax: number) => Buffer;

const LAYERS_MAX = 3;

const UNPACKERS: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ['gzip', (packed, maxOutputLength) => zlib.gunzipSync(packed, { maxOutputLength })],
  ['x-gzip', (packed, maxOutputLength) => zlib.gunzipSync(packed, { maxOutputLength })],
  ['deflate', inflate],
  ['br', (packed, maxOutputLength) => zlib.brotliDecompressSync(packed, { maxOutputLength })],
  ['zstd', (packed, maxOutputLength) => zlib.zstdDecompressSync(packed, { maxOutputLength })],
  ['identity', (packed) => packed],
]);

/** `deflate` means zlib; some servers send the bare stream, which does not start with zlib's 8. */
function inflate(packed: Buffer, maxOutputLength: number): Buffer {
  const isZlib = packed.length > 0 && ((packed[0] ?? 0) & 0x0f) === 8;
  return isZlib ? zlib.inflateSync(packed, { maxOutputLength }) : zlib.inflateRawSync(packed, { maxOutputLength });
}

/** The body as text, `encoding` being its content-encoding header. Never more than `bytesMax` bytes are unpacked. */
export function bodyText(body: Buffer, encoding: string | undefined, bytesMax: number): Result<string, Trouble> {
  const unpacked = encoding === undefined || body.length === 0 ? ok(body) : unpack(body, encoding, bytesMax);
  if (!unpacked.ok) return unpacked;
  return isUtf8(unpacked.value)
    ? ok(unpacked.value.toString('utf8'))
    : refuse(trouble('bad-encoding', `the body is not UTF-8 text: ${firstBadByte(unpacked.value)}`));
}

const REPLACEMENT = '\u{fffd}';

/** The first byte that no UTF-8 text has there. */
function firstBadByte(bytes: Buffer): string {
  const pieces = bytes.toString('utf8').split(REPLACEMENT);
  let at = 0;
  for (const piece of pieces) {
    at += Buffer.byteLength(piece);
    // The character that stands for what cannot be read may stand in the body itself.
    if (!bytes.subarray(at, at + 3).equals(Buffer.from(REPLACEMENT))) break;
    at += 3;
  }
  return `byte 0x${(bytes[at] ?? 0).toString(16).padStart(2, '0')} at ${at}`;
}

function unpack(body: Buffer, encoding: string, bytesMax: number): Result<Buffer, Trouble> {
  const layers = encoding
    .toLowerCase()
    .split(',')
    .map((layer) => layer.trim());
  if (layers.length > LAYERS_MAX) return refuse(trouble('bad-encoding', `more than ${LAYERS_MAX} content encodings`));
  let bytes = body;
  for (const layer of layers.reverse()) {
    const unpacker = UNPACKERS.get(layer);
    if (unpacker === undefined) return refuse(trouble('bad-encoding', 'the content-encoding is not known'));
    try {
      bytes = unpacker(bytes, bytesMax);
    } catch (error) {
      const isBomb = error instanceof RangeError || systemCode(error, '') === 'ERR_BUFFER_TOO_LARGE';
      return refuse(
        isBomb
          ? trouble('too-large', `the body unpacks to more than ${bytesMax} bytes`)
          : trouble('bad-encoding', `the body is not valid ${layer}`),
      );
    }
  }
  return ok(bytes);
}

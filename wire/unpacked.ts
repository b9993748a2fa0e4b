/** wire/unpacked: undoes content encodings piece by piece, so that a body never unpacks to more than is accepted. */

import { isUtf8 } from 'node:buffer';
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { ok, type Result, refuse } from '../base/result.ts';
import { collectGarbage } from './garbage.ts';
import { type Trouble, trouble } from './trouble.ts';

/** The receiver of the pieces of a body. `write` returns false when pieces have to wait. */
type Pieces = { write(piece: Buffer): boolean; end(): void };

/** A body on its way through its decoders. */
export type Flow = Pieces & {
  /** Resumes pieces to the reader after its `write` returned false. */
  resume(): void;
  destroy(): void;
};

/** `windowBytes`: memory of the decoder itself, if that is more than a few. */
type Unpacker = { readonly windowBytes: number; readonly create: (first: Buffer) => Transform };

const LAYERS_MAX = 3;
const OPTIONS = { chunkSize: 64 * 1024 };

/** 8 MiB, which every decoder has to support. */
const ZSTD_WINDOW_LOG = 23;
const MIB = 1024 * 1024;

const gzip: Unpacker = { windowBytes: 0, create: () => zlib.createGunzip(OPTIONS) };
const zstd = { ...OPTIONS, params: { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } };

const UNPACKERS: ReadonlyMap<string, Unpacker> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  // `deflate` means zlib; some servers send the bare stream, which does not start with zlib's 8.
  [
    'deflate',
    {
      windowBytes: 0,
      create: ([byte = 0]) => ((byte & 0x0f) === 8 ? zlib.createInflate(OPTIONS) : zlib.createInflateRaw(OPTIONS)),
    },
  ],
  ['br', { windowBytes: 16 * MIB, create: () => zlib.createBrotliDecompress(OPTIONS) }],
  ['zstd', { windowBytes: 8 * MIB, create: () => zlib.createZstdDecompress(zstd) }],
]);

export type Reader = Pieces & {
  /** Asks for room in memory; false when the flow has to wait until it is resumed. */
  take(bytes: number): boolean;
  fail(reason: Trouble): void;
  /** The flow takes pieces again after its `write` returned false. */
  drained(): void;
};

/** The decoders of a content-encoding header, innermost last, before `reader`; or why they do not exist. */
export function unpackedFlow(encoding: string, reader: Reader): Result<Flow, Trouble> {
  const layers = encoding
    .toLowerCase()
    .split(',', LAYERS_MAX + 1)
    .map((layer) => layer.trim())
    .filter((layer) => layer !== 'identity');
  if (layers.length > LAYERS_MAX) return refuse(trouble('bad-encoding', `more than ${LAYERS_MAX} content encodings`));
  let flow: Flow = { ...plain(reader), resume: () => undefined, destroy: () => undefined };
  for (const layer of layers) {
    const unpacker = UNPACKERS.get(layer);
    if (unpacker === undefined) return refuse(trouble('bad-encoding', 'the content-encoding is not known'));
    flow = layerFlow(layer, unpacker, flow, reader);
  }
  return ok(flow);
}

function plain({ write, end }: Pieces): Pieces {
  return { write, end };
}

/** One decoder in front of `next`, made at the first byte; one with a large window when there is room for it. */
function layerFlow(name: string, { windowBytes, create }: Unpacker, next: Flow, reader: Reader): Flow {
  let stream: Transform | undefined;
  let held: Buffer[] = [];
  let isPending = false;

  const start = (first: Buffer): Transform => {
    const made = create(first);
    made.on('data', (piece: Buffer) => {
      if (!next.write(piece)) made.pause();
    });
    made.on('end', () => next.end());
    made.on('drain', reader.drained);
    made.on('error', () => reader.fail(trouble('bad-encoding', `the body is not valid ${name}`)));
    return made;
  };
  const unpackHeld = () => {
    isPending = false;
    for (const piece of held) {
      stream ??= start(piece);
      stream.write(piece);
    }
    held = [];
    stream?.end();
  };
  return {
    write(piece) {
      if (windowBytes > 0) {
        held.push(piece);
        return reader.take(piece.length);
      }
      stream ??= start(piece);
      return stream.write(piece);
    },
    end() {
      if (stream === undefined && held.length === 0) next.end();
      else if (windowBytes === 0) stream?.end();
      else if (reader.take(windowBytes)) unpackHeld();
      else isPending = true;
    },
    resume() {
      if (isPending) unpackHeld();
      next.resume();
      stream?.resume();
    },
    destroy() {
      held = [];
      stream?.destroy();
      next.destroy();
    },
  };
}

/** A page of 500 ordinary rows is shorter. The memory of longer bodies is freed before they are copied. */
export const LONG_BODY_BYTES = 2 * 1024 ** 2;

/** Empties `pieces`. */
export function bodyText(pieces: Buffer[]): Result<string, Trouble> {
  const [only] = pieces;
  const body = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
  pieces.length = 0;
  if (body.length > LONG_BODY_BYTES) collectGarbage();
  return isUtf8(body)
    ? ok(body.toString('utf8'))
    : refuse(trouble('bad-encoding', `the body is not UTF-8 text: ${firstBadByte(body)}`));
}

const REPLACEMENT = '\u{fffd}';
const BLOCK_BYTES = 4_096;

/** The first byte that no UTF-8 text has there. */
function firstBadByte(bytes: Buffer): string {
  let at = badBlock(bytes);
  const pieces = bytes
    .subarray(at, at + 2 * BLOCK_BYTES)
    .toString('utf8')
    .split(REPLACEMENT);
  for (const piece of pieces) {
    at += Buffer.byteLength(piece);
    // The replacement character may be part of the body itself.
    if (!bytes.subarray(at, at + 3).equals(Buffer.from(REPLACEMENT))) break;
    at += 3;
  }
  return `byte 0x${(bytes[at] ?? 0).toString(16).padStart(2, '0')} at ${at}`;
}

/** The start of the first block that is not UTF-8. */
function badBlock(bytes: Buffer): number {
  let start = 0;
  for (;;) {
    let end = start + BLOCK_BYTES;
    // A block ends before the first byte of a character.
    while (end > start && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    if (end === start || end >= bytes.length || !isUtf8(bytes.subarray(start, end))) return start;
    start = end;
  }
}

/** wire/body-text: the text of an unpacked response body, which has to be UTF-8. */

import { isUtf8 } from 'node:buffer';
import { ok, type Result, refuse } from '../base/result.ts';
import { collectGarbage } from './garbage.ts';
import { type Trouble, trouble } from './trouble.ts';

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

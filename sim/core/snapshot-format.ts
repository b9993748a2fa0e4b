/**
 * sim/core/snapshot-format: numbered arrays as bytes and back: a head with a magic number and a version, then each
 * array behind its type, length and checksum. Reading checks all of these.
 */
import { ok, type Result, refuse } from '../../base/result.ts';
import { intAt } from './typed-arrays.ts';

/** Why bytes are no snapshot, and the position of the fault (bytes from the beginning). */
export type SnapshotFault = { readonly position: number; readonly reason: string };

export type Section = Int32Array | Float64Array;

const MAGIC_ONE = 0x63756f54;
const MAGIC_TWO = 0x706e5368;
const VERSION = 5;
const HEAD_CELLS = 2;
const SECTION_CELLS = 3;
const CELL = 8;
const INTS = 0;
const FLOATS = 1;

/** The sections in order; a section is identified by its index. */
export function packSections(sections: readonly Section[]): Uint8Array<ArrayBuffer> {
  const cells = sections.reduce((sum, section) => sum + SECTION_CELLS + cellsOf(section), HEAD_CELLS);
  const floats = new Float64Array(cells);
  const ints = new Int32Array(floats.buffer);
  ints[0] = MAGIC_ONE;
  ints[1] = MAGIC_TWO;
  ints[2] = VERSION;
  ints[3] = sections.length;
  let start = HEAD_CELLS;
  for (const section of sections) {
    const data = start + SECTION_CELLS;
    if (section instanceof Int32Array) ints.set(section, data * 2);
    else floats.set(section, data);
    ints[start * 2] = section instanceof Int32Array ? INTS : FLOATS;
    floats[start + 1] = section.length;
    start = data + cellsOf(section);
    writeChecksum(ints, data, start);
  }
  return new Uint8Array(floats.buffer);
}

/** The sections in `bytes`, as views of it if it is aligned, or the first fault. */
export function unpackSections(bytes: Uint8Array): Result<readonly Section[], SnapshotFault> {
  if (bytes.length < HEAD_CELLS * CELL) return fault(bytes.length, 'it ends before its head does');
  if (bytes.length % CELL !== 0) return fault(bytes.length, 'it ends in the middle of a cell');
  // `slice` of a subclass need not copy.
  const own = bytes.byteOffset % CELL === 0 ? bytes : new Uint8Array(bytes);
  const floats = new Float64Array(own.buffer, own.byteOffset, own.length / CELL); // exact: whole cells
  const ints = new Int32Array(own.buffer, own.byteOffset, own.length / 4);
  if (ints[0] !== MAGIC_ONE || ints[1] !== MAGIC_TWO) return fault(0, 'these bytes are no snapshot');
  if (ints[2] !== VERSION)
    return fault(CELL, `its format is version ${ints[2]}, this program reads version ${VERSION}`);
  const sections: Section[] = [];
  let start = HEAD_CELLS;
  for (let count = intAt(ints, 3); count > 0; count -= 1) {
    if (start + SECTION_CELLS > floats.length) return fault(start * CELL, 'a section is missing');
    const kind = intAt(ints, start * 2);
    const length = floats[start + 1] as number;
    const data = start + SECTION_CELLS;
    const room = (floats.length - data) * (kind === INTS ? 2 : 1);
    if ((kind !== INTS && kind !== FLOATS) || !(Number.isSafeInteger(length) && length >= 0)) {
      return fault(start * CELL, 'the head of a section is damaged');
    }
    if (length > room) return fault(floats.length * CELL, 'a section is cut off');
    const section = kind === INTS ? ints.subarray(data * 2, data * 2 + length) : floats.subarray(data, data + length);
    const end = data + cellsOf(section);
    const [one, two] = checksum(ints, data, end);
    if (one !== ints[start * 2 + 4] || two !== ints[start * 2 + 5]) {
      return fault(start * CELL, `the checksum of section ${sections.length} does not fit`);
    }
    sections.push(section);
    start = end;
  }
  if (start !== floats.length) return fault(start * CELL, 'something follows the last section');
  return ok(sections);
}

function fault(position: number, reason: string): { readonly ok: false; readonly refusal: SnapshotFault } {
  return refuse({ position, reason });
}

function cellsOf(section: Section) {
  return section instanceof Int32Array ? Math.ceil(section.length / 2) : section.length;
}

function writeChecksum(ints: Int32Array, data: number, end: number) {
  const [one, two] = checksum(ints, data, end);
  ints[data * 2 - 2] = one;
  ints[data * 2 - 1] = two;
}

/**
 * Over the data and the cells of kind and length before it. Two lanes, so that neither waits for the other. Their input
 * is mixed first: otherwise a change of the highest bit would affect no other bit, and a change in the next cell could
 * cancel it.
 */
function checksum(ints: Int32Array, data: number, end: number): readonly [number, number] {
  let one = intAt(ints, data * 2 - 6) ^ intAt(ints, data * 2 - 5);
  let two = intAt(ints, data * 2 - 4) ^ Math.imul(intAt(ints, data * 2 - 3), 0x9e3779b1);
  for (let at = data * 2; at < end * 2; at += 2) {
    one = Math.imul(((one << 15) | (one >>> 17)) ^ stirred(intAt(ints, at)), 0xcc9e2d51);
    two = Math.imul(((two << 13) | (two >>> 19)) ^ stirred(intAt(ints, at + 1)), 0x85ebca6b);
  }
  return [stirred(one), stirred(two)];
}

/** A bijection of ints: inputs that differ in one bit have outputs that differ in several. */
function stirred(value: number): number {
  const mixed = Math.imul(value ^ (value >>> 16), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 15);
}

/**
 * sim/core/event-log: the events in cells of 64 bits in chunks, appended and never changed. A cell is a double or two
 * ints.
 * `log-layout.ts` has the cells of each event. An event never crosses a chunk.
 */
import { invariant } from '../../base/result.ts';
import type { Event } from '../../spec/venue/event.ts';
import { EVENT_KINDS, FLAGS_MASK, KIND_BITS, LEG, LENGTH_SHIFT, TRADE, TRADE_FLAGS } from './log-layout.ts';
import { intAt, moreFloats } from './typed-arrays.ts';

export type Chunk = {
  /** Address of the first cell. */
  readonly base: number;
  floats: Float64Array;
  ints: Int32Array;
  /** Cells in use. */
  end: number;
};

export type EventLog = {
  readonly chunks: Chunk[];
  /** The chunk of an address, by its high bits. */
  readonly directory: Chunk[];
  chunk: Chunk;
  events: number;
  /** Address of every 64th event. */
  readonly marks: number[];
  /** Legs of the current trade, already written behind the end of the log, and keys of makers that are no ints. */
  readonly legs: { count: number; readonly farKeys: Map<number, number> };
};

/** Cells of a full chunk: half a megabyte. The first one grows until then, so that a small venue stays small. */
const CHUNK_BITS = 16;
export const CHUNK_CELLS = 1 << CHUNK_BITS;
const FIRST_CELLS = 4096;
const MARK_BITS = 6;
/** The length field holds fewer cells than this. */
export const CELLS_LIMIT = 1 << (32 - LENGTH_SHIFT);

export function newEventLog(): EventLog {
  const chunk = newChunk(0, FIRST_CELLS);
  return logOf(0, [], [chunk], [chunk], chunk);
}

function logOf(events: number, marks: number[], chunks: Chunk[], directory: Chunk[], chunk: Chunk): EventLog {
  return { chunks, directory, chunk, events, marks, legs: { count: 0, farKeys: new Map() } };
}

function newChunk(base: number, cells: number): Chunk {
  const floats = new Float64Array(cells);
  return { base, floats, ints: new Int32Array(floats.buffer), end: 0 };
}

/** The beginning of an event: the code of its kind, flags, length, and the number of its order, trade or market. */
type Opening = Readonly<{
  code: number;
  flags: number;
  cells: number;
  at: number;
  subject: number;
}>;

/** Begins an event in `log.chunk` and returns the offset of its first cell. */
export function beginEvent(log: EventLog, { code, flags, cells, at, subject }: Opening): number {
  invariant(cells >= 2, 'an event has a head and a moment');
  if (log.chunk.end + cells > log.chunk.floats.length) makeRoom(log, cells);
  const { chunk } = log;
  const offset = chunk.end;
  invariant(offset + cells <= chunk.floats.length, 'an event never crosses a chunk');
  chunk.end = offset + cells;
  if ((log.events & ((1 << MARK_BITS) - 1)) === 0) log.marks.push(chunk.base + offset);
  log.events += 1;
  chunk.ints[offset * 2] = code | (flags << KIND_BITS) | (cells << LENGTH_SHIFT);
  chunk.ints[offset * 2 + 1] = subject;
  chunk.floats[offset + 1] = at;
  return offset;
}

export function kindAt({ ints }: Chunk, offset: number): Event['kind'] {
  const kind = EVENT_KINDS[(intAt(ints, offset * 2) & ((1 << KIND_BITS) - 1)) - 1];
  invariant(kind !== undefined, 'an event begins at this address');
  return kind;
}

export function flagsAt({ ints }: Chunk, offset: number): number {
  return (intAt(ints, offset * 2) >>> KIND_BITS) & FLAGS_MASK;
}

/** The length, in cells, of the event at this offset. */
export function cellsOf(chunk: Chunk, offset: number): number {
  const length = intAt(chunk.ints, offset * 2) >>> LENGTH_SHIFT;
  const flags = flagsAt(chunk, offset);
  if ((flags & TRADE_FLAGS.long) === 0) return length;
  const kind = kindAt(chunk, offset);
  return kind === 'trade' || kind === 'trade-reversed'
    ? cellsOfTrade(length, (flags & TRADE_FLAGS.farKeys) !== 0)
    : length;
}

/** The length, in cells, of a trade. */
export function cellsOfTrade(legs: number, hasFarKeys: boolean): number {
  return TRADE.cells + legs * LEG.cells + (hasFarKeys ? 1 + legs : 0);
}

function makeRoom(log: EventLog, cells: number) {
  const { chunk } = log;
  if (chunk.base === 0 && chunk.end + cells <= CHUNK_CELLS) {
    chunk.floats = moreFloats(
      chunk.floats,
      Math.min(CHUNK_CELLS, Math.max(chunk.floats.length * 2, chunk.end + cells)),
    );
    chunk.ints = new Int32Array(chunk.floats.buffer);
    return;
  }
  // A larger chunk replaces one without an event.
  if (chunk.end === 0) {
    log.chunks.pop();
    log.directory.length = chunk.base >>> CHUNK_BITS;
  }
  const spans = Math.ceil(cells / CHUNK_CELLS);
  log.chunk = newChunk(log.directory.length << CHUNK_BITS, spans << CHUNK_BITS);
  log.chunks.push(log.chunk);
  for (let span = 0; span < spans; span += 1) log.directory.push(log.chunk);
}

export function restoreLog(
  events: number,
  marks: number[],
  kept: readonly { readonly base: number; readonly cells: number; readonly floats: Float64Array }[],
): EventLog {
  const directory: Chunk[] = [];
  const chunks = kept.map(({ base, cells, floats }) => {
    const chunk = newChunk(base, cells);
    chunk.floats.set(floats);
    chunk.end = floats.length;
    do directory.push(chunk);
    while (directory.length << CHUNK_BITS < base + cells);
    return chunk;
  });
  const last = chunks.at(-1);
  invariant(last !== undefined, 'a log has a chunk');
  return logOf(events, marks, chunks, directory, last);
}

/** Makes room for another leg of the current trade and returns the offset of its first cell in `log.chunk`. */
export function addLeg(log: EventLog): number {
  const { legs } = log;
  const cells = TRADE.cells + legs.count * LEG.cells;
  if (log.chunk.end + cells + LEG.cells > log.chunk.floats.length) makeRoomForTrade(log, cells + LEG.cells);
  legs.count += 1;
  invariant(log.chunk.end + cells + LEG.cells <= log.chunk.floats.length, 'a leg lies behind the end of the log');
  return log.chunk.end + cells;
}

/** Makes room for a trade with twice its legs so far, and moves those. */
export function makeRoomForTrade(log: EventLog, cells: number): void {
  const { floats, end } = log.chunk;
  const legCells = log.legs.count * LEG.cells;
  invariant(legCells === 0 || end + TRADE.cells + legCells <= floats.length, 'the legs to be moved are in one chunk');
  makeRoom(log, cells + legCells);
  const legs = floats.subarray(end + TRADE.cells, end + TRADE.cells + legCells);
  log.chunk.floats.set(legs, log.chunk.end + TRADE.cells);
}

export function chunkAt(log: EventLog, address: number): Chunk {
  const chunk = log.directory[address >>> CHUNK_BITS];
  invariant(chunk !== undefined, 'the log has this address');
  return chunk;
}

/** The address of the next event; at the end of the log, the lowest address that the next event can have. */
export function addressAfter(log: EventLog, address: number): number {
  const chunk = chunkAt(log, address);
  const offset = address - chunk.base;
  invariant(offset < chunk.end, 'an address is within the used part of its chunk');
  const next = offset + cellsOf(chunk, offset);
  const isLast = chunk === log.chunk;
  return isLast || next < chunk.end ? chunk.base + next : baseAfter(chunk);
}

/** Address of the first cell of the chunk behind this one. */
export function baseAfter(chunk: Chunk): number {
  return chunk.base + (Math.ceil(chunk.floats.length / CHUNK_CELLS) << CHUNK_BITS);
}

export function addressOf(log: EventLog, index: number): number {
  let address = log.marks[index >>> MARK_BITS];
  invariant(address !== undefined && index < log.events, 'the log has this event');
  for (let from = index & ((1 << MARK_BITS) - 1); from > 0; from -= 1) address = addressAfter(log, address);
  return address;
}

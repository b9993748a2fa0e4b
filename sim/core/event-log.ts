/**
 * sim/core/event-log: the events in cells of 64 bits in chunks, appended and never changed. A cell is a double or two ints. An event
 * begins with a cell of ints: kind, flags and length in cells in the first, the number of its subject in the second. The moment follows.
 * `log-write.ts` and `log-read.ts` define the other cells. An event never crosses a chunk.
 */
import { invariant } from '../../base/result.ts';
import type { Event } from '../../spec/venue/event.ts';
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
/** The first int of an event: its kind, four flags above that, and above those its length in cells. */
export const KIND_BITS = 5;
export const KIND_MASK = (1 << KIND_BITS) - 1;
export const FLAGS = 0xf << KIND_BITS;
export const LENGTH_SHIFT = 9;
/** The length field holds fewer cells than this. */
export const CELLS_LIMIT = 1 << (32 - LENGTH_SHIFT);
/** A flag of a trade: the keys of the taker and the makers follow in cells at its end, because one of them is no int. */
export const HAS_FAR_KEYS = 1 << (KIND_BITS + 2);
/** A flag of a trade that is too long for the length field: the field counts legs instead of cells. */
export const IS_LONG = 1 << (KIND_BITS + 3);
export const TRADE_CELLS = 7;
export const LEG_CELLS = 7;

export const EVENT_KINDS = [
  'market-listed',
  'wallet-opened',
  'deposited',
  'split',
  'merged',
  'redeemed',
  'order-accepted',
  'trade',
  'trade-reversed',
  'order-reduced',
  'order-released',
  'trade-status',
  'order-closed',
  'heartbeat-kept',
  'heartbeat-lost',
  'market-state',
  'market-resolved',
  'tick-changed',
  'markets-grouped',
  'converted',
  'transferred',
  'noted',
] as const satisfies readonly Event['kind'][];

export const KIND_CODES = Object.fromEntries(EVENT_KINDS.map((kind, index) => [kind, index + 1])) as Readonly<
  Record<Event['kind'], number>
>;

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

/**
 * Begins an event of `cells` cells in `log.chunk` and returns the offset of its first. `head` is the code of the kind with
 * flags above `KIND_BITS`, `subject` the number of the order, trade, market or other subject.
 */
export function beginEvent(log: EventLog, head: number, cells: number, at: number, subject: number): number {
  if (log.chunk.end + cells > log.chunk.floats.length) makeRoom(log, cells);
  const { chunk } = log;
  const offset = chunk.end;
  chunk.end = offset + cells;
  if ((log.events & ((1 << MARK_BITS) - 1)) === 0) log.marks.push(chunk.base + offset);
  log.events += 1;
  chunk.ints[offset * 2] = head | (cells << LENGTH_SHIFT);
  chunk.ints[offset * 2 + 1] = subject;
  chunk.floats[offset + 1] = at;
  return offset;
}

/** The length, in cells, of the event at this offset. */
export function cellsOf(chunk: Chunk, offset: number): number {
  const head = intAt(chunk.ints, offset * 2);
  const length = head >>> LENGTH_SHIFT;
  return isTrade(head) && (head & IS_LONG) !== 0 ? cellsOfTrade(length, (head & HAS_FAR_KEYS) !== 0) : length;
}

function isTrade(head: number): boolean {
  const code = head & KIND_MASK;
  return code === KIND_CODES.trade || code === KIND_CODES['trade-reversed'];
}

/** The length, in cells, of a trade. */
export function cellsOfTrade(legs: number, hasFarKeys: boolean): number {
  return TRADE_CELLS + legs * LEG_CELLS + (hasFarKeys ? 1 + legs : 0);
}

function makeRoom(log: EventLog, cells: number): void {
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
  const cells = TRADE_CELLS + legs.count * LEG_CELLS;
  if (log.chunk.end + cells + LEG_CELLS > log.chunk.floats.length) makeRoomForTrade(log, cells + LEG_CELLS);
  legs.count += 1;
  return log.chunk.end + cells;
}

/** Makes room for a trade with twice its legs so far, and moves those. */
export function makeRoomForTrade(log: EventLog, cells: number): void {
  const { floats, end } = log.chunk;
  const legCells = log.legs.count * LEG_CELLS;
  makeRoom(log, cells + legCells);
  const legs = floats.subarray(end + TRADE_CELLS, end + TRADE_CELLS + legCells);
  log.chunk.floats.set(legs, log.chunk.end + TRADE_CELLS);
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

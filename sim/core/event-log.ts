/**
 * sim/core/event-log: the events as they are kept: cells of 64 bits in chunks, appended and never changed. A cell is a
 * double or two ints. An event begins with a cell of ints: kind, flags and length in cells in the first, what it is about in
 * the second; the moment follows. `log-write.ts` and `log-read.ts` know what comes after. An event never crosses a chunk.
 */
import { invariant } from '../../spec/result.ts';
import type { Event } from './event.ts';
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
  /** Which chunk has an address, by its high bits. */
  readonly directory: Chunk[];
  chunk: Chunk;
  events: number;
  /** Address of every 64th event. */
  readonly marks: number[];
  /** Legs of the trade that is being made, which stand behind the end of the log already, and makers' keys that are no ints. */
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
/** More cells than the length can tell. */
export const CELLS_LIMIT = 1 << (32 - LENGTH_SHIFT);
/** A flag of a trade: the cell of the taker's key and those of the makers' stand at its end, because one is no int. */
export const HAS_FAR_KEYS = 1 << (KIND_BITS + 2);
/** A flag of a trade: it is too long to tell its length in cells, and tells it in legs. */
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
] as const satisfies readonly Event['kind'][];

/** Codes in the log. */
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
 * Begins an event of `cells` cells in `log.chunk` and answers the offset of its first. `head` is the code of the kind with
 * flags above `KIND_BITS`, `subject` the number of the order, trade, market or other thing it is about.
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

/** How many cells the event has whose first one is at this offset. */
export function cellsOf(chunk: Chunk, offset: number): number {
  const head = intAt(chunk.ints, offset * 2);
  const length = head >>> LENGTH_SHIFT;
  return isTrade(head) && (head & IS_LONG) !== 0 ? cellsOfTrade(length, (head & HAS_FAR_KEYS) !== 0) : length;
}

function isTrade(head: number): boolean {
  const code = head & KIND_MASK;
  return code === KIND_CODES.trade || code === KIND_CODES['trade-reversed'];
}

/** How many cells a trade of so many legs has. */
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
  // A chunk without an event gives its place to the larger one.
  if (chunk.end === 0) {
    log.chunks.pop();
    log.directory.length = chunk.base >>> CHUNK_BITS;
  }
  const spans = Math.ceil(cells / CHUNK_CELLS);
  log.chunk = newChunk(log.directory.length << CHUNK_BITS, spans << CHUNK_BITS);
  log.chunks.push(log.chunk);
  for (let span = 0; span < spans; span += 1) log.directory.push(log.chunk);
}

/** A log of chunks, at least one: what is in them, where they begin and how many cells they have. */
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

/** Room for one more leg of the trade that is being made; answers the offset of its first cell in `log.chunk`. */
export function addLeg(log: EventLog): number {
  const { legs } = log;
  const cells = TRADE_CELLS + legs.count * LEG_CELLS;
  if (log.chunk.end + cells + LEG_CELLS > log.chunk.floats.length) makeRoomForTrade(log, cells + LEG_CELLS);
  legs.count += 1;
  return log.chunk.end + cells;
}

/** Room for a trade and as many legs again; those it has so far move to where it will be. */
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

/** The address of the event behind this one; where the log ends, the address its next event will have at the earliest. */
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

/** The address of event number `index` of the log. */
export function addressOf(log: EventLog, index: number): number {
  let address = log.marks[index >>> MARK_BITS];
  invariant(address !== undefined && index < log.events, 'the log has this event');
  for (let from = index & ((1 << MARK_BITS) - 1); from > 0; from -= 1) address = addressAfter(log, address);
  return address;
}

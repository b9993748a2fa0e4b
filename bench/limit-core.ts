/**
 * bench/limit-core: the baseline of the venue's book: price-time matching and nothing else. Orders are small integers, one order
 * is four cells of one array, a level is a queue of such orders, and fills are written to one array. It has no texts, wallets,
 * money or log, and does not validate its input.
 */
import {
  newOccupiedTicks,
  type OccupiedTicks,
  occupiedAbove,
  occupiedBelow,
  occupy,
  vacate,
} from './occupied-ticks.ts';

/** Cells of one order: shares left (0 once it is gone), tick, and its neighbours in the queue of its level. */
const TICK = 1;
const NEXT = 2;
const PREVIOUS = 3;
/** Cells of one fill: maker, taker, shares. */
const FILL_CELLS = 3;

export type LimitCore = {
  /** Maker, taker and shares of each fill since the last `clear`, and how many fills there are. */
  readonly fills: Int32Array;
  readonly fillCount: number;
  /** Best ticks; 0 and the number of ticks if a side is empty. */
  readonly bestBid: number;
  readonly bestAsk: number;
  clear(): void;
  /** Trades against crossing orders, then rests the remainder. */
  limit(id: number, isBid: boolean, tick: number, size: number): void;
  /** Trades at any price and drops the remainder. */
  market(id: number, isBid: boolean, size: number): void;
  cancel(id: number): void;
  sizeOf(id: number): number;
};

/** A book of the ticks 1 to `ticks - 1`. */
type Book = {
  readonly ticks: number;
  /** Four cells of each order, by its number. */
  readonly cells: Int32Array;
  /** First and last order of the queue of each level. The last one is valid while there is a first. */
  readonly heads: Int32Array;
  readonly tails: Int32Array;
  readonly occupied: OccupiedTicks;
  /** These are readable from outside. */
  readonly fills: Int32Array;
  fillCount: number;
  bestBid: number;
  bestAsk: number;
};

/** An empty book of the ticks 1 to `ticks - 1`, for orders numbered from 1 up to, not including, `orders`. */
export function createLimitCore(ticks: number, orders: number, fillsMax: number): LimitCore {
  const book = newBook(ticks, orders, fillsMax);
  return {
    fills: book.fills,
    get fillCount() {
      return book.fillCount;
    },
    get bestBid() {
      return book.bestBid;
    },
    get bestAsk() {
      return book.bestAsk;
    },
    clear: () => clear(book),
    limit: (id, isBid, tick, size) => limit(book, id, isBid, tick, size),
    market: (id, isBid, size) => void match(book, id, isBid, isBid ? ticks : 0, size),
    cancel: (id) => cancel(book, id),
    sizeOf: (id) => book.cells[id << 2] ?? 0,
  };
}

function newBook(ticks: number, orders: number, fillsMax: number): Book {
  return {
    ticks,
    cells: new Int32Array(orders * 4),
    heads: new Int32Array(ticks + 1),
    tails: new Int32Array(ticks + 1),
    occupied: newOccupiedTicks(ticks),
    fills: new Int32Array(fillsMax * FILL_CELLS),
    fillCount: 0,
    bestBid: 0,
    bestAsk: ticks,
  };
}

function clear(book: Book): void {
  book.cells.fill(0);
  book.heads.fill(0);
  book.occupied.fill(0);
  book.fillCount = 0;
  book.bestBid = 0;
  book.bestAsk = book.ticks;
}

function limit(book: Book, id: number, isBid: boolean, tick: number, size: number): void {
  const crosses = isBid ? tick >= book.bestAsk : tick <= book.bestBid;
  const left = crosses ? match(book, id, isBid, tick, size) : size;
  if (left > 0) rest(book, id, isBid, tick, left);
}

function cancel(book: Book, id: number): void {
  const { cells, heads, tails } = book;
  const at = id << 2;
  if (cells[at] === 0) return;
  const tick = cells[at + TICK] ?? 0;
  const next = cells[at + NEXT] ?? 0;
  const previous = cells[at + PREVIOUS] ?? 0;
  cells[at] = 0;
  if (next === 0) tails[tick] = previous;
  else cells[(next << 2) + PREVIOUS] = previous;
  if (previous !== 0) cells[(previous << 2) + NEXT] = next;
  else {
    heads[tick] = next;
    if (next === 0) leaveLevel(book, tick);
  }
}

/** Trades with the orders that cross `tick`, level by level. Returns the remainder. */
function match(book: Book, taker: number, isBid: boolean, tick: number, size: number): number {
  const { cells, heads, fills, ticks } = book;
  let left = size;
  for (;;) {
    const level = isBid ? book.bestAsk : book.bestBid;
    if (isBid ? level > tick || level === ticks : level < tick || level === 0) return left;
    let maker = heads[level] ?? 0;
    for (;;) {
      const at = maker << 2;
      const has = cells[at] ?? 0;
      const fill = book.fillCount * FILL_CELLS;
      book.fillCount += 1;
      fills[fill] = maker;
      fills[fill + 1] = taker;
      if (has > left) {
        fills[fill + 2] = left;
        cells[at] = has - left;
        cells[at + PREVIOUS] = 0;
        heads[level] = maker;
        return 0;
      }
      fills[fill + 2] = has;
      left -= has;
      cells[at] = 0;
      maker = cells[at + NEXT] ?? 0;
      if (maker === 0 || left === 0) break;
    }
    heads[level] = maker;
    if (maker === 0) leaveLevel(book, level);
    else cells[(maker << 2) + PREVIOUS] = 0;
    if (left === 0) return 0;
  }
}

function rest(book: Book, id: number, isBid: boolean, tick: number, size: number): void {
  const { cells, heads, tails } = book;
  const at = id << 2;
  cells[at] = size;
  cells[at + TICK] = tick;
  cells[at + NEXT] = 0;
  if (heads[tick] !== 0) {
    const tail = tails[tick] ?? 0;
    cells[at + PREVIOUS] = tail;
    cells[(tail << 2) + NEXT] = id;
    tails[tick] = id;
    return;
  }
  cells[at + PREVIOUS] = 0;
  heads[tick] = id;
  tails[tick] = id;
  occupy(book.occupied, tick);
  if (isBid) {
    if (tick > book.bestBid) book.bestBid = tick;
  } else if (tick < book.bestAsk) book.bestAsk = tick;
}

/** Finds the next best level of a side whose level became empty. */
function leaveLevel(book: Book, tick: number): void {
  vacate(book.occupied, tick);
  if (tick === book.bestBid) book.bestBid = occupiedBelow(book.occupied, tick);
  else if (tick === book.bestAsk) book.bestAsk = occupiedAbove(book.occupied, tick, book.ticks);
}

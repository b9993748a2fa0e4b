/**
 * sim/core/book-side: the resting orders of one side of a book, by price level and by time within a level. Levels are
 * numbered by rank: the higher, the better for the other side, so bids and asks are the same code. A bitmap of occupied
 * ranks gives the next best level without looking at empty ones.
 */
import { PRICE_ONE } from '../../spec/units.ts';
import { type Order, remainingOf } from './order.ts';

type Level = { readonly price: number; readonly size: number };

export type BookSide = {
  readonly isBid: boolean;
  readonly tick: number;
  /** Rank of the best occupied level, 0 where the side is empty (no valid price has rank 0). */
  best: number;
  /** By rank; allocated when the first order rests, since most books of a large venue stay empty. */
  heads: (Order | undefined)[];
  tails: (Order | undefined)[];
  sizes: number[];
  occupied: Int32Array;
  /** Levels as bids and as asks, kept until the side changes. */
  bidLevels: readonly Level[] | undefined;
  askLevels: readonly Level[] | undefined;
};

const NO_WORDS = new Int32Array(0);

export function newBookSide(isBid: boolean, tick: number): BookSide {
  return {
    isBid,
    tick,
    best: 0,
    heads: [],
    tails: [],
    sizes: [],
    occupied: NO_WORDS,
    bidLevels: undefined,
    askLevels: undefined,
  };
}

/** The order that trades next, undefined where the side is empty. */
export function bestOrder(side: BookSide): Order | undefined {
  return side.heads[side.best];
}

/** Shares resting at a price. */
export function sizeAt(side: BookSide, bookPrice: number): number {
  return side.sizes[rankOf(side, bookPrice)] ?? 0;
}

/** Puts an order at the end of the queue of its level. */
export function enqueue(side: BookSide, order: Order): void {
  if (side.heads.length === 0) allocate(side);
  const rank = rankOf(side, order.bookPrice);
  const tail = side.tails[rank];
  order.previous = tail;
  order.next = undefined;
  if (tail === undefined) {
    side.heads[rank] = order;
    side.occupied[rank >>> 5] = (side.occupied[rank >>> 5] ?? 0) | (1 << (rank & 31));
    if (rank > side.best) side.best = rank;
  } else {
    tail.next = order;
  }
  side.tails[rank] = order;
  resize(side, rank, remainingOf(order));
}

/** Takes an order out of its queue, wherever in it the order stands. */
export function dequeue(side: BookSide, order: Order): void {
  const rank = rankOf(side, order.bookPrice);
  const { previous, next } = order;
  if (previous === undefined) side.heads[rank] = next;
  else previous.next = next;
  if (next === undefined) side.tails[rank] = previous;
  else next.previous = previous;
  order.previous = undefined;
  order.next = undefined;
  resize(side, rank, -remainingOf(order));
  if (side.heads[rank] !== undefined) return;
  side.occupied[rank >>> 5] = (side.occupied[rank >>> 5] ?? 0) & ~(1 << (rank & 31));
  if (rank === side.best) side.best = highestRank(side, rank);
}

/** Tells the side that `size` shares of an order in its queue have traded. */
export function reduce(side: BookSide, order: Order, size: number): void {
  resize(side, rankOf(side, order.bookPrice), -size);
}

/** The order behind `order` in price-time priority, undefined at the end of the side. */
export function orderAfter(side: BookSide, order: Order): Order | undefined {
  if (order.next !== undefined) return order.next;
  return side.heads[highestRank(side, rankOf(side, order.bookPrice) - 1)];
}

/** Levels best first: of the token these orders bid for, or (mirrored) of the token they offer. */
export function levelsAsBids(side: BookSide): readonly Level[] {
  side.bidLevels ??= collect(side, (rank) => rank * side.tick);
  return side.bidLevels;
}

export function levelsAsAsks(side: BookSide): readonly Level[] {
  side.askLevels ??= collect(side, (rank) => PRICE_ONE - rank * side.tick);
  return side.askLevels;
}

function collect(side: BookSide, price: (rank: number) => number): readonly Level[] {
  const levels: Level[] = [];
  for (let rank = side.best; rank > 0; rank = highestRank(side, rank - 1)) {
    levels.push({ price: price(rank), size: side.sizes[rank] ?? 0 });
  }
  return levels;
}

function allocate(side: BookSide): void {
  const ranks = PRICE_ONE / side.tick;
  side.heads = new Array<Order | undefined>(ranks).fill(undefined);
  side.tails = new Array<Order | undefined>(ranks).fill(undefined);
  side.sizes = new Array<number>(ranks).fill(0);
  side.occupied = new Int32Array((ranks >>> 5) + 1);
}

function resize(side: BookSide, rank: number, change: number): void {
  side.sizes[rank] = (side.sizes[rank] ?? 0) + change;
  side.bidLevels = undefined;
  side.askLevels = undefined;
}

function rankOf(side: BookSide, bookPrice: number): number {
  return (side.isBid ? bookPrice : PRICE_ONE - bookPrice) / side.tick;
}

/** The highest occupied rank up to `from`, 0 where there is none. */
function highestRank(side: BookSide, from: number): number {
  let word = from >>> 5;
  let bits = (side.occupied[word] ?? 0) & (-1 >>> (31 - (from & 31)));
  while (bits === 0 && word > 0) {
    word -= 1;
    bits = side.occupied[word] ?? 0;
  }
  return bits === 0 ? 0 : (word << 5) + 31 - Math.clz32(bits);
}

/**
 * bench/our-book: the exchange's own book and arena under the operations of the stream, as the exchange uses them, with
 * nothing around: no wallets' balances, no fees, no log.
 */
import {
  type Arena,
  freeOrder,
  NONE,
  newArena,
  orderIn,
  remainingOf,
  setRemaining,
  takeSlot,
  termsOf,
} from '../sim/core/arena.ts';
import { type BookSide, bestOrder, dequeue, enqueue, newBookSide, rankOf, reduce } from '../sim/core/book-side.ts';
import { isBookBid, packTerms } from '../sim/core/order-terms.ts';
import { PRICE_ONE } from '../spec/units.ts';
import { CODES } from './limit-core.ts';
import { type Stream, TICKS } from './stream.ts';

const TICK = PRICE_ONE / TICKS;

export type OurBook = {
  arena: Arena;
  bids: BookSide;
  asks: BookSide;
  /** Slot of each order of the stream while it rests. */
  readonly slots: Int32Array;
  /** Maker, taker and shares of each fill. */
  readonly fills: Int32Array;
  fillCount: number;
};

/** An empty book with room for the fills of the stream. */
export function newOurBook({ orderCount, fillCount }: Stream): OurBook {
  return {
    ...emptyBook(),
    slots: new Int32Array(orderCount + 1),
    fills: new Int32Array(3 * fillCount + 3),
    fillCount: 0,
  };
}

/** Empties the book; what is noted beside it stays where it is, to be written over. */
export function clearOurBook(book: OurBook): void {
  Object.assign(book, emptyBook());
  book.fillCount = 0;
}

function emptyBook(): Pick<OurBook, 'arena' | 'bids' | 'asks'> {
  return { arena: newArena(), bids: newBookSide(true, TICK), asks: newBookSide(false, TICK) };
}

export function playOurBook(book: OurBook, { length, codes, orders, ticks, sizes }: Stream): void {
  const { limitBid, marketBid, cancel } = CODES;
  for (let at = 0; at < length; at += 1) {
    const code = codes[at] ?? 0;
    const id = orders[at] ?? 0;
    if (code === cancel) {
      cancelOrder(book, id);
      continue;
    }
    const isBid = code === limitBid || code === marketBid;
    const size = sizes[at] ?? 0;
    if (code >= marketBid) match(book, id, isBid, isBid ? PRICE_ONE : 0, size);
    else place(book, id, isBid, TICK * (ticks[at] ?? 0), size);
  }
}

function place(book: OurBook, id: number, isBid: boolean, price: number, size: number): void {
  const left = match(book, id, isBid, price, size);
  if (left === 0) return;
  const { arena, slots } = book;
  const slot = takeSlot(arena, id, 0, 0, 0, 0, packTerms(price, 0, isBid ? 'BUY' : 'SELL', 'GTC'), left);
  slots[id] = slot;
  enqueue(isBid ? book.bids : book.asks, arena, slot);
}

function match(book: OurBook, taker: number, isBid: boolean, price: number, size: number): number {
  const { arena, fills } = book;
  const side = isBid ? book.asks : book.bids;
  const limit = rankOf(side, price);
  let left = size;
  while (left > 0 && side.best > 0 && side.best >= limit) {
    const maker = bestOrder(side);
    const has = remainingOf(arena, maker);
    const filled = has < left ? has : left;
    const at = book.fillCount * 3;
    book.fillCount += 1;
    fills[at] = orderIn(arena, maker);
    fills[at + 1] = taker;
    fills[at + 2] = filled;
    left -= filled;
    setRemaining(arena, maker, has - filled);
    reduce(side, arena, maker, filled);
    if (filled < has) break;
    dequeue(side, arena, maker);
    freeOrder(arena, maker);
  }
  return left;
}

function cancelOrder({ arena, bids, asks, slots }: OurBook, id: number): void {
  const slot = slots[id] ?? NONE;
  dequeue(isBookBid(termsOf(arena, slot)) ? bids : asks, arena, slot);
  freeOrder(arena, slot);
}

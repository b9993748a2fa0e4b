/** bench/our-book: the book and order pool of the venue under the stream, without balances, fees or log. */
import { PRICE_ONE } from '../base/units.ts';
import {
  type BookSide,
  bestOrder,
  dequeue,
  enqueue,
  newBookSide,
  rankOf,
  takeFromBest,
} from '../sim/core/book-side.ts';
import {
  freeOrder,
  NONE,
  newOrderPool,
  type OrderPool,
  orderIn,
  remainingOf,
  setRemaining,
  takeSlot,
  termsOf,
} from '../sim/core/order-pool.ts';
import { bookPriceIn, isBookBid, packTerms } from '../sim/core/order-terms.ts';
import { CODES, type Stream } from './recorded-operations.ts';
import { TICKS } from './stream.ts';

const TICK = PRICE_ONE / TICKS;

export type OurBook = {
  pool: OrderPool;
  bids: BookSide;
  asks: BookSide;
  /** The packed terms of each limit order, as in the venue; 0 for other operations. */
  readonly terms: Int32Array;
  /** Slot of each order of the stream while it rests. */
  readonly slots: Int32Array;
  /** Maker, taker and shares of each fill. */
  readonly fills: Int32Array;
  fillCount: number;
};

export function newOurBook({ length, codes, ticks, orderCount, trades }: Stream): OurBook {
  const terms = new Int32Array(length);
  for (let at = 0; at < length; at += 1) {
    const code = codes[at];
    if (code !== CODES.limitBid && code !== CODES.limitAsk) continue;
    terms[at] = packTerms({
      price: TICK * (ticks[at] ?? 0),
      outcome: 0,
      side: code === CODES.limitBid ? 'BUY' : 'SELL',
      type: 'GTC',
    });
  }
  const slots = new Int32Array(orderCount + 1);
  return { ...emptyBook(), terms, slots, fills: new Int32Array(trades.length + 3), fillCount: 0 };
}

/** Empties the book. The arrays beside it are not cleared, because they are overwritten. */
export function clearOurBook(book: OurBook): void {
  Object.assign(book, emptyBook());
  book.fillCount = 0;
}

function emptyBook(): Pick<OurBook, 'pool' | 'bids' | 'asks'> {
  return { pool: newOrderPool(), bids: newBookSide(true, TICK), asks: newBookSide(false, TICK) };
}

export function playOurBook(book: OurBook, { length, codes, orders, sizes }: Stream): void {
  const { limitBid, marketBid, cancel } = CODES;
  const { terms } = book;
  for (let at = 0; at < length; at += 1) {
    const code = codes[at] ?? 0;
    const id = orders[at] ?? 0;
    if (code === cancel) {
      cancelOrder(book, id);
      continue;
    }
    const opposite = code === limitBid || code === marketBid ? book.asks : book.bids;
    const size = sizes[at] ?? 0;
    if (code >= marketBid) match(book, id, opposite, 1, size);
    else place(book, id, opposite, terms[at] ?? 0, size);
  }
}

function place(book: OurBook, id: number, opposite: BookSide, terms: number, size: number) {
  const left = match(book, id, opposite, rankOf(opposite, bookPriceIn(terms)), size);
  if (left === 0) return;
  const slot = takeSlot(book.pool, { order: id, wallet: 0, key: 0, market: 0, holding: 0, terms, size: left });
  book.slots[id] = slot;
  enqueue(opposite.isBid ? book.asks : book.bids, book.pool, slot);
}

/** Trades with the side down to a rank. Returns the remainder. */
function match(book: OurBook, taker: number, side: BookSide, limit: number, size: number): number {
  const { pool, fills } = book;
  let left = size;
  while (left > 0 && side.best >= limit) {
    const maker = bestOrder(side);
    const has = remainingOf(pool, maker);
    const filled = has < left ? has : left;
    const at = book.fillCount * 3;
    book.fillCount += 1;
    fills[at] = orderIn(pool, maker);
    fills[at + 1] = taker;
    fills[at + 2] = filled;
    left -= filled;
    setRemaining(pool, maker, has - filled);
    takeFromBest(side, pool, filled, filled === has);
    if (filled < has) break;
    freeOrder(pool, maker);
  }
  return left;
}

function cancelOrder({ pool, bids, asks, slots }: OurBook, id: number) {
  const slot = slots[id] ?? NONE;
  dequeue(isBookBid(termsOf(pool, slot)) ? bids : asks, pool, slot);
  freeOrder(pool, slot);
}

/** bench/recorded-operations: records operations while it applies them, so that the next one can depend on the book. */
import { newPlainBook } from './plain-book.ts';

/** The kinds of operations; the even codes of an order are bids. */
export const CODES = { limitBid: 0, limitAsk: 1, marketBid: 2, marketAsk: 3, cancel: 4 };

type Operations = Readonly<{
  length: number;
  codes: Uint8Array;
  /** Number of the order, from 1 in order of arrival; of a cancellation: the order to cancel. */
  orders: Int32Array;
  /** Tick of a limit order. */
  ticks: Int32Array;
  sizes: Int32Array;
}>;

/** Recorded operations, and the trades that they have to cause. */
export type Stream = Operations & { readonly orderCount: number; readonly trades: Tape; readonly liveAtEnd: number };

export type Drawing = {
  /** Orders that rest. */
  readonly live: number;
  limit(isBid: boolean, tick: number, size: number): void;
  market(isBid: boolean, size: number): void;
  /** Cancels one of the `live` orders by its place among them. */
  cancelAt(place: number): void;
  /** Whether an order of this side could trade at some price. */
  hasOpposite(isBid: boolean): boolean;
  best(isBid: boolean): number;
  /** The tick between the best ones; `otherwise` if a side is empty. */
  middle(otherwise: number): number;
  done(): Stream;
};

/** Room for `length` operations. */
export function newDrawing(length: number, tickCount: number): Drawing {
  const book = newPlainBook(tickCount, length);
  const columns = newColumns(length);
  const live = createLiveOrders(length);
  let orderCount = 0;
  let fillsSeen = 0;

  function arrive(code: number, tick: number, size: number): number {
    orderCount += 1;
    append(columns, code, orderCount, tick, size);
    return orderCount;
  }

  function settle(taker: number) {
    for (; fillsSeen < book.fills.length; fillsSeen += 3) {
      const maker = book.fills[fillsSeen] ?? 0;
      if (book.sizeOf(maker) === 0) live.remove(maker);
    }
    if (book.sizeOf(taker) > 0) live.add(taker);
  }

  return {
    get live() {
      return live.ids.length;
    },
    limit(isBid, tick, size) {
      const id = arrive(isBid ? CODES.limitBid : CODES.limitAsk, tick, size);
      const left = book.match(id, isBid, tick, size);
      if (left > 0) book.rest(id, isBid, tick, left);
      settle(id);
    },
    market(isBid, size) {
      const id = arrive(isBid ? CODES.marketBid : CODES.marketAsk, 0, size);
      book.match(id, isBid, isBid ? tickCount : 0, size);
      settle(id);
    },
    cancelAt(place) {
      const id = live.ids[place] ?? 0;
      append(columns, CODES.cancel, id, 0, 0);
      book.cancel(id);
      live.remove(id);
    },
    hasOpposite: (isBid) => (isBid ? book.bestAsk < tickCount : book.bestBid > 0),
    best: (isBid) => (isBid ? book.bestBid : book.bestAsk),
    middle: (otherwise) =>
      book.bestBid === 0 || book.bestAsk === tickCount ? otherwise : (book.bestBid + book.bestAsk) >> 1,
    done: () => ({ ...columns, orderCount, trades: book.fills, liveAtEnd: live.ids.length }),
  };
}

type Columns = Operations & { length: number };

function newColumns(room: number): Columns {
  return {
    length: 0,
    codes: new Uint8Array(room),
    orders: new Int32Array(room),
    ticks: new Int32Array(room),
    sizes: new Int32Array(room),
  };
}

function append(columns: Columns, code: number, order: number, tick: number, size: number) {
  const { codes, orders, ticks, sizes, length } = columns;
  codes[length] = code;
  orders[length] = order;
  ticks[length] = tick;
  sizes[length] = size;
  columns.length += 1;
}

/** Resting orders without gaps, so that one can be drawn: the last one moves to the place of a removed one. */
function createLiveOrders(orders: number) {
  const ids: number[] = [];
  const places = new Int32Array(orders + 1);
  return {
    ids: ids as readonly number[],
    add(id: number): void {
      places[id] = ids.length;
      ids.push(id);
    },
    remove(id: number): void {
      const last = ids.pop();
      if (last === undefined || last === id) return;
      const place = places[id] ?? 0;
      ids[place] = last;
      places[last] = place;
    },
  };
}

/** One trade after the other, three numbers each; orders by their number in the stream. */
export type Tape = Int32Array | readonly number[];

/** Throws at the first trade in which `tape` differs from `expected`. Returns the number of trades. */
export function sameTrades(name: string, tape: Tape, expected: Tape): number {
  for (let at = 0; at < Math.max(tape.length, expected.length); at += 3) {
    const [ours, theirs] = [tape.slice(at, at + 3), expected.slice(at, at + 3)];
    if (ours.length === theirs.length && ours.every((cell, index) => cell === theirs[index])) continue;
    const shown = (trade: Tape) => (trade.length === 0 ? 'none' : trade.join(', '));
    throw new Error(`${name}: trade ${at / 3} (maker, taker, shares) is ${shown(ours)}, expected ${shown(theirs)}`);
  }
  return expected.length / 3;
}

/** bench/plain-book: price-time matching in the plainest form, as an oracle for every measured engine. */

export type PlainBook = {
  /** Maker, taker and shares of each fill. */
  readonly fills: number[];
  /** Best ticks; 0 and the number of ticks if a side is empty. */
  readonly bestBid: number;
  readonly bestAsk: number;
  /** Trades down to a tick, and returns the remainder. */
  match(taker: number, isBid: boolean, tick: number, size: number): number;
  rest(order: number, isBid: boolean, tick: number, size: number): void;
  cancel(order: number): void;
  sizeOf(order: number): number;
};

/** A level of bids or of asks. Orders that are gone stay in the queue with size 0 until they are its first. */
type Level = { readonly queue: number[]; first: number; live: number };

/** An empty book of the ticks 1 to `ticks - 1`, for orders numbered from 1 to `orders`. */
export function newPlainBook(ticks: number, orders: number): PlainBook {
  const levels = Array.from({ length: ticks + 1 }, (): Level => ({ queue: [], first: 0, live: 0 }));
  const sizes = new Int32Array(orders + 1);
  const tickOf = new Int32Array(orders + 1);
  const fills: number[] = [];
  const best = { bid: 0, ask: ticks };
  const levelAt = (tick: number) => levels[tick] as Level;

  function leave(order: number) {
    sizes[order] = 0;
    levelAt(tickOf[order] ?? 0).live -= 1;
    while (best.bid > 0 && levelAt(best.bid).live === 0) best.bid -= 1;
    while (best.ask < ticks && levelAt(best.ask).live === 0) best.ask += 1;
  }

  return {
    fills,
    get bestBid() {
      return best.bid;
    },
    get bestAsk() {
      return best.ask;
    },
    match(taker, isBid, tick, size) {
      let left = size;
      while (left > 0 && (isBid ? best.ask <= tick && best.ask < ticks : best.bid >= tick && best.bid > 0)) {
        const level = levelAt(isBid ? best.ask : best.bid);
        const maker = level.queue[level.first] ?? 0;
        const has = sizes[maker] ?? 0;
        const filled = Math.min(left, has);
        if (filled > 0) fills.push(maker, taker, filled);
        if (filled === has) level.first += 1;
        if (has > 0 && filled === has) leave(maker);
        else sizes[maker] = has - filled;
        left -= filled;
      }
      return left;
    },
    rest(order, isBid, tick, size) {
      const level = levelAt(tick);
      level.queue.push(order);
      level.live += 1;
      sizes[order] = size;
      tickOf[order] = tick;
      if (isBid) best.bid = Math.max(best.bid, tick);
      else best.ask = Math.min(best.ask, tick);
    },
    cancel: leave,
    sizeOf: (order) => sizes[order] ?? 0,
  };
}

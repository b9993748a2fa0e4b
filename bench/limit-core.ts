/**
 * bench/limit-core: the baseline of the venue's book: price-time matching and nothing else. Orders are small integers, one order
 * is four cells of one array, a level is a queue of such orders, and fills are written to one array. It has no texts, wallets,
 * money or log, and does not validate its input.
 */
import { newOccupiedTicks, occupiedAbove, occupiedBelow, occupy, vacate } from './occupied-ticks.ts';

/** The kinds of operations; the even codes of an order are bids. */
const LIMIT_BID = 0;
const LIMIT_ASK = 1;
const MARKET_BID = 2;
const MARKET_ASK = 3;
/** A copy for other modules: V8 folds constants of a module into its loops, but not exported ones. */
export const CODES = {
  limitBid: LIMIT_BID,
  limitAsk: LIMIT_ASK,
  marketBid: MARKET_BID,
  marketAsk: MARKET_ASK,
  cancel: 4,
};

/** Operations as columns. */
export type Operations = {
  readonly length: number;
  readonly codes: Uint8Array;
  /** Number of the order, from 1 in order of arrival; of a cancellation: the order to cancel. */
  readonly orders: Int32Array;
  /** Tick of a limit order. */
  readonly ticks: Int32Array;
  readonly sizes: Int32Array;
};

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
  /** Carries out operations, from one to before another. */
  play(operations: Operations, from: number, to: number): void;
  sizeOf(id: number): number;
};

/** A book of the ticks 1 to `ticks - 1`, for orders numbered from 1 up to, not including, `orders`. */
export function createLimitCore(ticks: number, orders: number, fillsMax: number): LimitCore {
  const cells = new Int32Array(orders * 4);
  const heads = new Int32Array(ticks + 1);
  const tails = new Int32Array(ticks + 1);
  const occupied = newOccupiedTicks(ticks);
  const fills = new Int32Array(fillsMax * FILL_CELLS);
  let fillCount = 0;
  let bestBid = 0;
  let bestAsk = ticks;

  /** Finds the next best level of a side whose level became empty. */
  function leaveLevel(tick: number): void {
    vacate(occupied, tick);
    if (tick === bestBid) bestBid = occupiedBelow(occupied, tick);
    else if (tick === bestAsk) bestAsk = occupiedAbove(occupied, tick, ticks);
  }

  /** Trades with the orders that cross `tick`, level by level. Returns the remainder. */
  function match(taker: number, isBid: boolean, tick: number, size: number): number {
    let left = size;
    for (;;) {
      const level = isBid ? bestAsk : bestBid;
      if (isBid ? level > tick || level === ticks : level < tick || level === 0) return left;
      let maker = heads[level] ?? 0;
      for (;;) {
        const at = maker << 2;
        const has = cells[at] ?? 0;
        const fill = fillCount * FILL_CELLS;
        fillCount += 1;
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
      if (maker === 0) leaveLevel(level);
      else cells[(maker << 2) + PREVIOUS] = 0;
      if (left === 0) return 0;
    }
  }

  function rest(id: number, isBid: boolean, tick: number, size: number): void {
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
    occupy(occupied, tick);
    if (isBid) {
      if (tick > bestBid) bestBid = tick;
    } else if (tick < bestAsk) bestAsk = tick;
  }

  function limit(id: number, isBid: boolean, tick: number, size: number): void {
    const left = (isBid ? tick >= bestAsk : tick <= bestBid) ? match(id, isBid, tick, size) : size;
    if (left > 0) rest(id, isBid, tick, left);
  }

  function market(id: number, isBid: boolean, size: number): void {
    match(id, isBid, isBid ? ticks : 0, size);
  }

  function cancel(id: number): void {
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
      if (next === 0) leaveLevel(tick);
    }
  }

  function play({ codes, orders: ids, ticks: prices, sizes }: Operations, from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const id = ids[at] ?? 0;
      switch (codes[at]) {
        case LIMIT_BID:
          limit(id, true, prices[at] ?? 0, sizes[at] ?? 0);
          break;
        case LIMIT_ASK:
          limit(id, false, prices[at] ?? 0, sizes[at] ?? 0);
          break;
        case MARKET_BID:
          market(id, true, sizes[at] ?? 0);
          break;
        case MARKET_ASK:
          market(id, false, sizes[at] ?? 0);
          break;
        default:
          cancel(id);
      }
    }
  }

  return {
    fills,
    get fillCount() {
      return fillCount;
    },
    get bestBid() {
      return bestBid;
    },
    get bestAsk() {
      return bestAsk;
    },
    clear() {
      cells.fill(0);
      heads.fill(0);
      occupied.fill(0);
      fillCount = 0;
      bestBid = 0;
      bestAsk = ticks;
    },
    limit,
    market,
    cancel,
    play,
    sizeOf: (id) => cells[id << 2] ?? 0,
  };
}

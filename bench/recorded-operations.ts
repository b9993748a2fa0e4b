/** bench/recorded-operations: records operations while it applies them, so that the next one can depend on the book. */
import { CODES, createLimitCore, type Operations } from './limit-core.ts';

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
  done(): Operations & { readonly orderCount: number; readonly fillCount: number; readonly liveAtEnd: number };
};

/** Room for `length` operations. */
export function newDrawing(length: number, tickCount: number): Drawing {
  const core = createLimitCore(tickCount, length + 1, 2 * length);
  const codes = new Uint8Array(length);
  const orders = new Int32Array(length);
  const ticks = new Int32Array(length);
  const sizes = new Int32Array(length);
  const living: number[] = [];
  const places = new Int32Array(length + 1);
  let at = 0;
  let orderCount = 0;
  let fillsSeen = 0;

  function leave(id: number): void {
    const place = places[id] ?? 0;
    const last = living.pop();
    if (last === undefined || last === id) return;
    living[place] = last;
    places[last] = place;
  }

  function arrive(code: number, tick: number, size: number): number {
    orderCount += 1;
    codes[at] = code;
    orders[at] = orderCount;
    ticks[at] = tick;
    sizes[at] = size;
    at += 1;
    return orderCount;
  }

  function settle(taker: number): void {
    for (; fillsSeen < core.fillCount; fillsSeen += 1) {
      const maker = core.fills[fillsSeen * 3] ?? 0;
      if (core.sizeOf(maker) === 0) leave(maker);
    }
    if (core.sizeOf(taker) === 0) return;
    places[taker] = living.length;
    living.push(taker);
  }

  return {
    get live() {
      return living.length;
    },
    limit(isBid, tick, size) {
      const id = arrive(isBid ? CODES.limitBid : CODES.limitAsk, tick, size);
      core.limit(id, isBid, tick, size);
      settle(id);
    },
    market(isBid, size) {
      const id = arrive(isBid ? CODES.marketBid : CODES.marketAsk, 0, size);
      core.market(id, isBid, size);
      settle(id);
    },
    cancelAt(place) {
      const id = living[place] ?? 0;
      codes[at] = CODES.cancel;
      orders[at] = id;
      at += 1;
      core.cancel(id);
      leave(id);
    },
    hasOpposite: (isBid) => (isBid ? core.bestAsk < tickCount : core.bestBid > 0),
    best: (isBid) => (isBid ? core.bestBid : core.bestAsk),
    middle: (otherwise) =>
      core.bestBid === 0 || core.bestAsk === tickCount ? otherwise : (core.bestBid + core.bestAsk) >> 1,
    done: () => ({
      length: at,
      codes,
      orders,
      ticks,
      sizes,
      orderCount,
      fillCount: core.fillCount,
      liveAtEnd: living.length,
    }),
  };
}

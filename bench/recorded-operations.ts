/** bench/recorded-operations: records operations while it applies them, so that the next one can depend on the book. */
import { createLimitCore } from './limit-core.ts';
import { CODES, type Operations } from './operations.ts';

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
  const columns = newColumns(length);
  const live = createLiveOrders(length);
  let orderCount = 0;
  let fillsSeen = 0;

  function arrive(code: number, tick: number, size: number): number {
    orderCount += 1;
    append(columns, code, orderCount, tick, size);
    return orderCount;
  }

  function settle(taker: number): void {
    for (; fillsSeen < core.fillCount; fillsSeen += 1) {
      const maker = core.fills[fillsSeen * 3] ?? 0;
      if (core.sizeOf(maker) === 0) live.remove(maker);
    }
    if (core.sizeOf(taker) > 0) live.add(taker);
  }

  return {
    get live() {
      return live.ids.length;
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
      const id = live.ids[place] ?? 0;
      append(columns, CODES.cancel, id, 0, 0);
      core.cancel(id);
      live.remove(id);
    },
    hasOpposite: (isBid) => (isBid ? core.bestAsk < tickCount : core.bestBid > 0),
    best: (isBid) => (isBid ? core.bestBid : core.bestAsk),
    middle: (otherwise) =>
      core.bestBid === 0 || core.bestAsk === tickCount ? otherwise : (core.bestBid + core.bestAsk) >> 1,
    done: () => ({ ...columns, orderCount, fillCount: core.fillCount, liveAtEnd: live.ids.length }),
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

function append(columns: Columns, code: number, order: number, tick: number, size: number): void {
  const { codes, orders, ticks, sizes, length } = columns;
  codes[length] = code;
  orders[length] = order;
  ticks[length] = tick;
  sizes[length] = size;
  columns.length += 1;
}

/** Orders that rest, without gaps, so that one can be drawn by its place: the last one moves to the place of a removed one. */
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

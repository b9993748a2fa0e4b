/** bench/operations: the operations of a stream, which every measured book carries out, and the loop that passes them to the limit core. */
import type { LimitCore } from './limit-core.ts';

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

/** Carries out operations, from one to before another. */
export function play(core: LimitCore, { codes, orders, ticks, sizes }: Operations, from: number, to: number): void {
  // Functions that are read from the core for each operation take a fifth longer.
  const { limit, market, cancel } = core;
  for (let at = from; at < to; at += 1) {
    const id = orders[at] ?? 0;
    switch (codes[at]) {
      case LIMIT_BID:
        limit(id, true, ticks[at] ?? 0, sizes[at] ?? 0);
        break;
      case LIMIT_ASK:
        limit(id, false, ticks[at] ?? 0, sizes[at] ?? 0);
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

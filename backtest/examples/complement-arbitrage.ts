/**
 * backtest/examples/complement-arbitrage: buys both outcomes of a market for less than a dollar, and merges them into
 * one.
 *
 * The idea: a share of each outcome is a complete set, which is worth exactly one dollar in any outcome. A buyer who
 * pays less than that for the two has earned the difference without an opinion on the outcome.
 *
 * In practice: to take both at once, the best ask of Yes and the best ask of No have to cost less than a dollar
 * together. On a venue whose tokens share one book that does not happen. A bid for Yes at p is the ask of No at 1 - p,
 * so that the two asks cost a dollar and the spread. Books that were recorded token by token may show such moments, but
 * as a rule two messages that arrived one after the other show them, and no one could have traded. Here both tokens are
 * one book, and the strategy takes such an offer only if the book is crossed.
 *
 * The patient form remains: a bid for each outcome, which cost `edge` less than a dollar together. It earns when both
 * are hit, and its risk is the leg that is hit alone: after `patience` seconds the shares without a partner are sold at
 * the bid, mostly at a loss.
 *
 * Parameters: `edge` (dollars a set, 0.01), `size` (sets, 20), `patience` (seconds, 60).
 */
import type { Context, Params, StrategyFactory } from '../strategy.ts';

const SECOND = 1_000_000;
const SMALLEST = 5;

/** A market: its own orders that have not ended, and since when shares lack a partner. */
type Pair = { readonly open: Set<number>; isLeaving: boolean; aloneSince: number | undefined };

const makeArbitrage: StrategyFactory = (params) => {
  const edge = numberOf(params, 'edge', 0.01);
  const size = numberOf(params, 'size', 20);
  const patience = numberOf(params, 'patience', 60) * SECOND;
  const pairs = new Map<number, Pair>();

  /** Takes both asks, each all or nothing. */
  function takeAsks(pair: Pair, asks: readonly [number, number], first: number, context: Context) {
    for (const [outcome, price] of asks.entries()) {
      pair.open.add(context.place({ token: first + outcome, side: 'BUY', price, size, type: 'FOK' }));
    }
  }

  /** Bids for both, each at the best bid of its book, so that neither crosses. */
  function restBids(pair: Pair, bids: readonly [number, number], first: number, context: Context) {
    for (const [outcome, price] of bids.entries()) {
      pair.open.add(context.place({ token: first + outcome, side: 'BUY', price, size, postOnly: true }));
    }
  }

  return {
    onBook(book, context) {
      const first = book.token;
      const pair = pairOf(pairs, first);
      if (pair.aloneSince !== undefined && context.now - pair.aloneSince >= patience) unwind(pair, first, context);
      if (pair.open.size > 0 || pair.aloneSince !== undefined) return;
      pair.isLeaving = false;
      const { bestBid: bid, bestAsk: ask } = book;
      const { bestBid: otherBid, bestAsk: otherAsk } = context.book(first + 1);
      if (bid === undefined || otherBid === undefined || ask === undefined || otherAsk === undefined) return;
      if (context.cash < size) return;
      if (ask + otherAsk <= 1 - edge) takeAsks(pair, [ask, otherAsk], first, context);
      // Sums of decimals are a little off: half a tick decides.
      else if (bid + otherBid <= 1 - edge + book.tick / 2) restBids(pair, [bid, otherBid], first, context);
    },

    onFill({ order }, context) {
      const first = order.token - (order.token % 2);
      const sets = Math.min(context.position(first).size, context.position(first + 1).size);
      if (sets > 0) context.merge(first / 2, sets);
      const isPaired = context.position(first).size === context.position(first + 1).size;
      const pair = pairOf(pairs, first);
      pair.aloneSince = isPaired ? undefined : (pair.aloneSince ?? context.now);
    },

    onOrder({ id, token, state }) {
      if (state === 'ended' || state === 'rejected') pairOf(pairs, token - (token % 2)).open.delete(id);
    },
  };
};

export default makeArbitrage;

/** Cancels what is open. The shares without a partner are sold when nothing is open any more. */
function unwind(pair: Pair, first: number, context: Context) {
  if (pair.open.size > 0) {
    if (!pair.isLeaving) for (const id of pair.open) context.cancel(id);
    pair.isLeaving = true;
    return;
  }
  const alone = context.position(first).size > context.position(first + 1).size ? first : first + 1;
  const shares = context.position(alone).size - context.position(alone % 2 === 0 ? alone + 1 : alone - 1).size;
  const { bestBid } = context.book(alone);
  // Less than an order can have stays, and waits for a partner.
  if (shares < SMALLEST) pair.aloneSince = undefined;
  else if (bestBid !== undefined && bestBid > 0) sell(pair, alone, bestBid, shares, context);
}

function sell(pair: Pair, token: number, price: number, shares: number, context: Context) {
  pair.open.add(context.place({ token, side: 'SELL', price, size: shares, type: 'FAK' }));
}

function pairOf(pairs: Map<number, Pair>, first: number): Pair {
  const known = pairs.get(first);
  if (known !== undefined) return known;
  const pair: Pair = { open: new Set(), isLeaving: false, aloneSince: undefined };
  pairs.set(first, pair);
  return pair;
}

function numberOf(params: Params, name: string, usual: number): number {
  const value = params[name] ?? usual;
  if (typeof value === 'number' && value > 0) return value;
  throw new RangeError(`the parameter ${name} has to be a positive number, not ${value}`);
}

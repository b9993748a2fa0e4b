/**
 * backtest/examples/market-maker: quotes both sides of every market, and earns the spread when both are hit.
 *
 * The idea: a bid below the middle and an offer above it. When both trade, the difference is earned; when only one
 * does, the position loses if the price moves on (adverse selection). Quotes are moved against the position (skew), so
 * that it tends back to zero.
 *
 * An offer of the first outcome at p is placed as a bid for the second outcome at 1 - p. It needs no shares to begin
 * with, and a share of each outcome together is a complete set, which is merged into a dollar at once.
 *
 * Parameters: `spread` (dollars between bid and offer, 0.02), `size` (shares of a quote, 20), `limit` (most shares of
 * either outcome net of the other, 100), `skew` (dollars by which the quotes are moved at the limit, 0.02).
 *
 * Look at: maker share, queue wait and markouts. A maker whose markouts are worse than half its spread is the one who
 * pays.
 */
import type { Book, Context, OwnOrder, Params, Side, StrategyFactory } from '../strategy.ts';

/** The smallest order of most venues. */
const SMALLEST = 5;

/** One side of the quote of a market: the order that rests or is on its way. */
type Quote = { id: number; price: number; isLeaving: boolean };
type Quotes = { bid: Quote | undefined; offer: Quote | undefined };

const makeMarketMaker: StrategyFactory = (params) => {
  const spread = numberOf(params, 'spread', 0.02);
  const size = numberOf(params, 'size', 20);
  const limit = numberOf(params, 'limit', 100);
  const skew = numberOf(params, 'skew', 0.02);
  const quotes = new Map<number, Quotes>();

  /** Moves one side to `price`, or takes it away. A new order waits for the end of the old one. */
  function quote(side: keyof Quotes, own: Quotes, token: number, price: number, shares: number, context: Context) {
    const present = own[side];
    if (present !== undefined) {
      if (present.isLeaving || (present.price === price && shares > 0)) return;
      present.isLeaving = true;
      context.cancel(present.id);
    } else if (shares >= SMALLEST && price > 0 && price < 1 && price * shares <= context.cash) {
      const order = { token, side: 'BUY' as Side, price, size: shares, postOnly: true };
      own[side] = { id: context.place(order), price, isLeaving: false };
    }
  }

  return {
    onStart(context) {
      for (const { index } of context.markets) quotes.set(index, { bid: undefined, offer: undefined });
    },

    onBook(book, context) {
      const [first, second] = [book.token, book.token + 1];
      const own = quotes.get(first / 2);
      if (own === undefined) return;
      const net = context.position(first).size - context.position(second).size;
      const prices = pricesOf(book, spread, (skew * net) / limit);
      // Without a book there is nothing to quote around.
      const isQuoting = prices !== undefined;
      const [bid, offer] = prices ?? [0, 0];
      quote('bid', own, first, bid, isQuoting ? Math.min(size, Math.floor(limit - net)) : 0, context);
      quote('offer', own, second, offer, isQuoting ? Math.min(size, Math.floor(limit + net)) : 0, context);
    },

    onFill(fill, context) {
      const first = fill.order.token - (fill.order.token % 2);
      const sets = Math.min(context.position(first).size, context.position(first + 1).size);
      if (sets > 0) context.merge(first / 2, sets);
    },

    onOrder(order) {
      const own = quotes.get(Math.floor(order.token / 2));
      if (own !== undefined) forget(own, order);
    },
  };
};

export default makeMarketMaker;

function forget(own: Quotes, { id, state }: OwnOrder) {
  if (state !== 'ended' && state !== 'rejected') return;
  if (own.bid?.id === id) own.bid = undefined;
  if (own.offer?.id === id) own.offer = undefined;
}

/** The bids for the first and the second outcome, both on the tick and away from the other side of the book. */
function pricesOf(book: Book, spread: number, shift: number): readonly [number, number] | undefined {
  const { mid, bestBid, bestAsk, tick } = book;
  if (mid === undefined || bestBid === undefined || bestAsk === undefined) return undefined;
  const centre = mid - shift;
  const bid = Math.min(onTick(centre - spread / 2, tick), bestAsk - tick);
  const offer = Math.max(1 - onTick(1 - (centre + spread / 2), tick), bestBid + tick);
  return [rounded(bid), rounded(1 - offer)];
}

/** The next tick at or below a price. The small addition keeps a price that is on the tick where it is. */
function onTick(price: number, tick: number) {
  return Math.floor(price / tick + 1e-6) * tick;
}

/** Prices have four decimals. */
function rounded(price: number) {
  return Math.round(price * 10_000) / 10_000;
}

function numberOf(params: Params, name: string, usual: number): number {
  const value = params[name] ?? usual;
  if (typeof value === 'number' && value > 0) return value;
  throw new RangeError(`the parameter ${name} has to be a positive number, not ${value}`);
}

/**
 * backtest/examples/mean-reversion: buys what has become cheap against its recent mean, and waits for the mean.
 *
 * The idea: a large order moves a thin book further than its news deserve. When the middle is `band` below its mean of
 * the last `samples` books, bid for the first outcome; when it is as far above, bid for the second. Offer the shares
 * again at the mean, and give up after `hold` seconds.
 *
 * Orders are passive (post-only), so that the spread is earned instead of paid. The price of that is selection: the
 * bids that trade are those through which the price went on falling. The report shows it as markouts, and as the
 * difference between orders that were filled and orders that were not. On a market with real news the mean is wrong
 * exactly when the price moves most.
 *
 * Parameters: `samples` (books, 200), `band` (dollars, 0.015), `hold` (seconds, 120), `size` (shares, 20).
 */
import type { Context, Params, StrategyFactory } from '../strategy.ts';

const SECOND = 1_000_000;
const SMALLEST = 5;

/** A market: the window of middles with their sum, and the one order that may be open. */
type Watch = {
  readonly mids: Float64Array;
  count: number;
  sum: number;
  open: number | undefined;
  isLeaving: boolean;
  openedAt: number;
  heldSince: number | undefined;
};

const makeMeanReversion: StrategyFactory = (params) => {
  const samples = numberOf(params, 'samples', 200);
  const band = numberOf(params, 'band', 0.015);
  const hold = numberOf(params, 'hold', 120) * SECOND;
  const size = numberOf(params, 'size', 20);
  const watches = new Map<number, Watch>();

  /** Bids for the cheap outcome at the best bid of its book. */
  function enter(watch: Watch, token: number, context: Context) {
    const { bestBid } = context.book(token);
    const shares = Math.floor(size - context.position(token).size);
    if (bestBid === undefined || bestBid <= 0 || shares < SMALLEST || context.cash < bestBid * shares) return;
    send(watch, { token, side: 'BUY', price: bestBid, size: shares, postOnly: true }, context);
  }

  /** Offers the shares at the mean or better; at the bid when they were held for too long. */
  function exit(watch: Watch, token: number, mean: number, context: Context) {
    const { bestBid, bestAsk, tick } = context.book(token);
    const shares = context.position(token).size;
    if (bestBid === undefined || bestAsk === undefined || shares < SMALLEST) return;
    const isLate = context.now - (watch.heldSince ?? context.now) >= hold;
    if (isLate) send(watch, { token, side: 'SELL', price: bestBid, size: shares, type: 'FAK' }, context);
    else {
      const price = rounded(Math.min(1 - tick, Math.max(bestBid + tick, Math.ceil(mean / tick - 1e-6) * tick)));
      send(watch, { token, side: 'SELL', price, size: shares, postOnly: true }, context);
    }
  }

  return {
    onBook(book, context) {
      const watch = watchOf(watches, book.token, samples);
      const { mid } = book;
      const mean = mid === undefined ? undefined : meanWith(watch, mid);
      if (watch.open !== undefined) {
        const isOld = context.now - watch.openedAt >= hold / 2;
        if ((mid === undefined || isOld) && !watch.isLeaving) {
          watch.isLeaving = true;
          context.cancel(watch.open);
        }
      } else if (mid !== undefined && mean !== undefined) {
        const held = [book.token, book.token + 1].find((held) => context.position(held).size >= SMALLEST);
        watch.heldSince = held === undefined ? undefined : (watch.heldSince ?? context.now);
        if (held !== undefined) exit(watch, held, held === book.token ? mean : 1 - mean, context);
        else if (mid <= mean - band) enter(watch, book.token, context);
        else if (mid >= mean + band) enter(watch, book.token + 1, context);
      }
    },

    onOrder({ id, token, state }) {
      const watch = watchOf(watches, token - (token % 2), samples);
      if (watch.open === id && (state === 'ended' || state === 'rejected')) watch.open = undefined;
    },
  };
};

export default makeMeanReversion;

/** One order at a time: another leaves only when this one has ended. */
function send(watch: Watch, order: Parameters<Context['place']>[0], context: Context) {
  Object.assign(watch, { open: context.place(order), isLeaving: false, openedAt: context.now });
}

function watchOf(watches: Map<number, Watch>, first: number, samples: number): Watch {
  const known = watches.get(first);
  if (known !== undefined) return known;
  const watch: Watch = {
    mids: new Float64Array(samples),
    count: 0,
    sum: 0,
    open: undefined,
    isLeaving: false,
    openedAt: 0,
    heldSince: undefined,
  };
  watches.set(first, watch);
  return watch;
}

/** Adds a middle to the window. Returns the mean before it, once the window is full. */
function meanWith(watch: Watch, mid: number): number | undefined {
  const { mids, count } = watch;
  const at = count % mids.length;
  const mean = count < mids.length ? undefined : watch.sum / mids.length;
  watch.sum += mid - (count < mids.length ? 0 : (mids[at] ?? 0));
  mids[at] = mid;
  watch.count += 1;
  return mean;
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

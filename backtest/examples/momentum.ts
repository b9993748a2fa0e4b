/**
 * backtest/examples/momentum: follows a price that has moved, and takes liquidity to do so.
 *
 * The idea: news reaches some traders first. When the middle has moved by `threshold` within `window` seconds, buy the
 * outcome that became dearer, and sell it after `hold` seconds, or as soon as the move has turned by half the
 * threshold.
 *
 * Each trade crosses the spread twice and pays the taker fee twice. With realistic latency the price has often moved
 * before the order arrives: compare `--latency none` with the default to see how much of the result is speed that you
 * may not have.
 *
 * Parameters: `window` (seconds, 10), `threshold` (dollars, 0.02), `hold` (seconds, 30), `size` (shares, 20).
 */
import type { Context, Params, StrategyFactory } from '../strategy.ts';

const SECOND = 1_000_000;
const SMALLEST = 5;

/** A market: recent middles with their moments, the position that is sought, and whether an order is on its way. */
type Watch = {
  readonly at: number[];
  readonly mids: number[];
  held: number | undefined;
  enteredAt: number;
  enteredMid: number;
  isWaiting: boolean;
};

const makeMomentum: StrategyFactory = (params) => {
  const window = numberOf(params, 'window', 10) * SECOND;
  const threshold = numberOf(params, 'threshold', 0.02);
  const hold = numberOf(params, 'hold', 30) * SECOND;
  const size = numberOf(params, 'size', 20);
  const watches = new Map<number, Watch>();

  /** Buys the outcome that became dearer, for no more than it costs now. */
  function enter(watch: Watch, token: number, mid: number, context: Context) {
    const { bestAsk } = context.book(token);
    // A rest of the last position that was too small to sell counts.
    const shares = Math.floor(size - context.position(token).size);
    if (bestAsk === undefined || bestAsk >= 1 || shares < SMALLEST || context.cash < bestAsk * shares) return;
    Object.assign(watch, { held: token, enteredAt: context.now, enteredMid: mid, isWaiting: true });
    context.place({ token, side: 'BUY', price: bestAsk, size: shares, type: 'FAK' });
  }

  /** Sells what is held, for no less than is bid now. The rest is tried again with the next book. */
  function leave(watch: Watch, token: number, context: Context) {
    const { bestBid } = context.book(token);
    const shares = context.position(token).size;
    if (bestBid === undefined || bestBid <= 0 || shares < SMALLEST) return;
    watch.isWaiting = true;
    context.place({ token, side: 'SELL', price: bestBid, size: shares, type: 'FAK' });
  }

  return {
    onBook(book, context) {
      const watch = watchOf(watches, book.token);
      const { mid } = book;
      if (mid === undefined) {
        watch.at.length = 0;
        watch.mids.length = 0;
        return;
      }
      const move = remember(watch, context.now, mid, window);
      if (watch.isWaiting) return;
      if (watch.held !== undefined) {
        const gain = (mid - watch.enteredMid) * (watch.held === book.token ? 1 : -1);
        if (context.position(watch.held).size < SMALLEST) watch.held = undefined;
        else if (context.now - watch.enteredAt >= hold || gain <= -threshold / 2) leave(watch, watch.held, context);
      } else if (move >= threshold) enter(watch, book.token, mid, context);
      else if (move <= -threshold) enter(watch, book.token + 1, mid, context);
    },

    onOrder({ token, state }) {
      if (state === 'ended' || state === 'rejected') watchOf(watches, token - (token % 2)).isWaiting = false;
    },
  };
};

export default makeMomentum;

function watchOf(watches: Map<number, Watch>, token: number): Watch {
  const known = watches.get(token);
  if (known !== undefined) return known;
  const watch = { at: [], mids: [], held: undefined, enteredAt: 0, enteredMid: 0, isWaiting: false };
  watches.set(token, watch);
  return watch;
}

/** Adds a middle, forgets those before the window, and returns how far the price has moved since the oldest. */
function remember({ at, mids }: Watch, now: number, mid: number, window: number): number {
  at.push(now);
  mids.push(mid);
  let old = 0;
  while (old < at.length - 1 && now - (at[old] ?? now) > window) old += 1;
  at.splice(0, old);
  mids.splice(0, old);
  return mid - (mids[0] ?? mid);
}

function numberOf(params: Params, name: string, usual: number): number {
  const value = params[name] ?? usual;
  if (typeof value === 'number' && value > 0) return value;
  throw new RangeError(`the parameter ${name} has to be a positive number, not ${value}`);
}

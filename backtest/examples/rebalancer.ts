/**
 * backtest/examples/rebalancer: keeps a fixed part of its money in every market, and trades when a part has drifted.
 *
 * The idea: the first outcome of each market is held at `weight` of the account. When its price rises, the part is too
 * large and some is sold; when it falls, some is bought. That sells high and buys low as long as prices wander, and
 * loses when they run to one end, which in a prediction market every price does: all shares end at a dollar or at
 * nothing.
 *
 * It looks only every `every` seconds (a timer), trades only when a part is off by more than `band` of itself, and
 * rests its orders at the best price of its side. Orders that have not traded by the next look are cancelled first.
 * Turnover and fees in the report show the cost of the discipline.
 *
 * Parameters: `weight` (of the account in each market, 0.02), `band` (0.05), `every` (seconds, 60).
 */
import type { Context, Params, StrategyFactory } from '../strategy.ts';

const SECOND = 1_000_000;
const SMALLEST = 5;
const TIMER = 'rebalance';

const makeRebalancer: StrategyFactory = (params) => {
  const weight = numberOf(params, 'weight', 0.02);
  const band = numberOf(params, 'band', 0.05);
  const every = numberOf(params, 'every', 60) * SECOND;

  /** One order at the best price of its side, for the difference to the wanted number of shares. */
  function rebalance(token: number, account: number, context: Context) {
    const { mid, bestBid, bestAsk } = context.book(token);
    if (mid === undefined || bestBid === undefined || bestAsk === undefined) return;
    const held = context.position(token).size;
    const wanted = (account * weight) / mid;
    const shares = Math.floor(Math.abs(wanted - held));
    if (shares < SMALLEST || shares < band * wanted) return;
    if (wanted < held) context.place({ token, side: 'SELL', price: bestAsk, size: shares, postOnly: true });
    else if (context.cash >= shares * bestBid)
      context.place({ token, side: 'BUY', price: bestBid, size: shares, postOnly: true });
  }

  return {
    onStart(context) {
      context.timer(TIMER, context.now + every);
    },

    onTimer(name, context) {
      if (name !== TIMER) return;
      context.timer(TIMER, context.now + every);
      const open = context.openOrders();
      const busy = new Set(open.map(({ token }) => token));
      for (const { id } of open) context.cancel(id);
      const account = worth(context);
      // An order that is being cancelled may still trade, so that its market waits for the next look.
      for (const { index } of context.markets) if (!busy.has(2 * index)) rebalance(2 * index, account, context);
    },
  };
};

export default makeRebalancer;

/** Cash and shares at the middle of their books; shares without a book count as what was paid for them. */
function worth(context: Context): number {
  const holdings = context.markets.map(({ index }) => {
    const { size, averagePrice } = context.position(2 * index);
    return size * (context.book(2 * index).mid ?? averagePrice);
  });
  return holdings.reduce((sum, value) => sum + value, context.cash + context.reservedCash);
}

function numberOf(params: Params, name: string, usual: number): number {
  const value = params[name] ?? usual;
  if (typeof value === 'number' && value > 0) return value;
  throw new RangeError(`the parameter ${name} has to be a positive number, not ${value}`);
}

/**
 * backtest/examples/calibration-bettor: learns how often prices come true, states a probability for every market, and
 * bets on the difference.
 *
 * The idea: if markets at 90 cents resolve to Yes more often than nine times in ten, a share at 90 cents is cheap. The
 * strategy sorts prices into ten classes, counts how often each came true, and starts from the belief that favourites
 * are slightly too cheap (`tilt`), with the weight of `prior` markets. A class learns only from markets that have
 * resolved, since nothing else is known at the time.
 *
 * Every `every` seconds it states a forecast for each market (`context.forecast`): the report scores it by Brier score,
 * log loss and a calibration curve, against the price of the same moment. It bets when forecast and price differ by
 * more than `edge`: a fraction `kelly` of the Kelly stake, one bet a market, held to the resolution. Its money is
 * locked until then: look at capital x days.
 *
 * Parameters: `tilt` (0.1), `prior` (markets, 20), `edge` (dollars, 0.02), `kelly` (0.25), `most` (dollars a market,
 * 200), `every` (seconds, 3600).
 */
import type { Context, MarketFacts, Params, StrategyFactory } from '../strategy.ts';

const SECOND = 1_000_000;
const CLASSES = 10;
const SMALLEST = 5;
const TIMER = 'forecast';

const makeCalibrationBettor: StrategyFactory = (params) => {
  const tilt = numberOf(params, 'tilt', 0.1);
  const prior = numberOf(params, 'prior', 20);
  const edge = numberOf(params, 'edge', 0.02);
  const kelly = numberOf(params, 'kelly', 0.25);
  const most = numberOf(params, 'most', 200);
  const every = numberOf(params, 'every', 3_600) * SECOND;
  const calibration = createCalibration(tilt, prior);
  /** The price at which a market was first seen, which decides what class learns from it. */
  const seen = new Map<number, number>();
  const hasBet = new Set<number>();

  function forecast({ index }: MarketFacts, context: Context) {
    const { mid } = context.book(2 * index);
    if (mid === undefined) return;
    seen.set(index, seen.get(index) ?? mid);
    const chance = calibration.probability(mid);
    context.forecast(2 * index, chance);
    bet(index, chance, context);
  }

  /** Buys the outcome that is cheap, at its ask and no worse. */
  function bet(market: number, chance: number, context: Context) {
    if (hasBet.has(market)) return;
    for (const [outcome, value] of [chance, 1 - chance].entries()) {
      const { bestAsk } = context.book(2 * market + outcome);
      if (bestAsk === undefined || bestAsk >= 1 || value - bestAsk < edge) continue;
      // The stake that makes wealth grow fastest, as a part of the cash.
      const fraction = (kelly * (value - bestAsk)) / (1 - bestAsk);
      const shares = Math.floor(Math.min(most, fraction * context.cash) / bestAsk);
      if (shares < SMALLEST) continue;
      hasBet.add(market);
      context.place({ token: 2 * market + outcome, side: 'BUY', price: bestAsk, size: shares, type: 'FAK' });
      return;
    }
  }

  return {
    onStart(context) {
      context.timer(TIMER, context.now + SECOND);
    },

    onTimer(name, context) {
      if (name !== TIMER) return;
      for (const market of context.markets) forecast(market, context);
      context.timer(TIMER, context.now + every);
    },

    onResolve({ market, payout }, context) {
      const price = seen.get(market);
      if (price === undefined) return;
      calibration.learn(price, payout[0]);
      context.log(`${context.markets[market]?.name} paid ${payout[0]}, first seen at ${price}`);
    },
  };
};

export default makeCalibrationBettor;

/** Markets of a class of prices: how many have resolved, and the dollars that their first outcome paid. */
type Class = { resolved: number; paid: number };

function createCalibration(tilt: number, prior: number) {
  const classes = Array.from({ length: CLASSES }, (): Class => ({ resolved: 0, paid: 0 }));
  const classOf = (price: number) => classes[Math.min(CLASSES - 1, Math.floor(price * CLASSES))];
  return {
    /** The prior moves prices away from a half; the class moves them to what came of it. */
    probability(price: number): number {
      const belief = price + tilt * (price - 0.5) * 4 * price * (1 - price);
      const { resolved, paid } = classOf(price) ?? { resolved: 0, paid: 0 };
      return Math.min(0.99, Math.max(0.01, (belief * prior + paid) / (prior + resolved)));
    },

    learn(price: number, paid: number): void {
      const known = classOf(price);
      if (known === undefined) return;
      known.resolved += 1;
      known.paid += paid;
    },
  };
}

function numberOf(params: Params, name: string, usual: number): number {
  const value = params[name] ?? usual;
  if (typeof value === 'number' && value >= 0) return value;
  throw new RangeError(`the parameter ${name} has to be a number of 0 or more, not ${value}`);
}

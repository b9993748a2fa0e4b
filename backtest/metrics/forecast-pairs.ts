/** backtest/metrics/forecast-pairs: forecasts of the first outcome beside the outcome and the price of that moment. */
import { addTo } from '../../base/record.ts';
import { MICRO, PRICE_ONE } from '../../base/units.ts';
import type { ForecastRecord } from '../result.ts';
import { type Analysis, marketOf } from './analysis.ts';

export type ForecastPair = Readonly<{
  market: number;
  token: number;
  /** Probability of the first outcome. */
  probability: number;
  /** The middle of the first outcome's book; undefined when it was unknown. */
  mid: number | undefined;
  outcome: 0 | 1;
}>;

/** By market, in order of the first forecast. Every list has at least one pair. */
export type PairsByMarket = ReadonlyMap<number, readonly ForecastPair[]>;

export function pairsAtForecast(analysis: Analysis): PairsByMarket {
  const pairs = new Map<number, ForecastPair[]>();
  for (const { forecast, market, at, outcome } of settledForecasts(analysis)) {
    if (forecast.at >= at) continue;
    addTo(pairs, market, pairOf(forecast, forecast.mid < 0 ? undefined : forecast.mid, outcome));
  }
  return pairs;
}

/** For each market the forecast that stood `before` microseconds ahead of the settlement, and the book then. */
export function pairsBefore(analysis: Analysis, before: number): PairsByMarket {
  const pairs = new Map<number, readonly [ForecastPair]>();
  for (const { forecast, market, at, outcome } of settledForecasts(analysis)) {
    if (forecast.at > at - before) continue;
    pairs.set(market, [pairOf(forecast, analysis.priceHistory.midAt(forecast.token, at - before), outcome)]);
  }
  return pairs;
}

/** `units`: the middle of the token's book, 1e-4 dollars. */
function pairOf({ token, probability }: ForecastRecord, units: number | undefined, outcome: 0 | 1): ForecastPair {
  const market = marketOf(token);
  const mid = units === undefined ? undefined : units / PRICE_ONE;
  if (token % 2 === 0) return { market, token, probability, mid, outcome };
  return { market, token, probability: 1 - probability, mid: mid === undefined ? undefined : 1 - mid, outcome };
}

type SettledForecast = Readonly<{ forecast: ForecastRecord; market: number; at: number; outcome: 0 | 1 }>;

/** The forecasts of markets that were settled to one outcome at `at`. `outcome` is 1 when the first one won. */
function settledForecasts({ result, settlements }: Analysis): readonly SettledForecast[] {
  return result.forecasts.flatMap((forecast) => {
    const market = marketOf(forecast.token);
    const { at = 0, payout: [first, second] = [0, 0] } = settlements.get(market) ?? {};
    const isSettled = first + second === MICRO && (first === 0 || second === 0);
    return isSettled ? { forecast, market, at, outcome: first === MICRO ? 1 : 0 } : [];
  });
}

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
  for (const forecast of analysis.result.forecasts) {
    const market = marketOf(forecast.token);
    const settled = outcomeOf(analysis, market);
    if (settled === undefined || forecast.at >= settled.at) continue;
    addTo(pairs, market, pairOf(forecast, forecast.mid < 0 ? undefined : forecast.mid, settled.outcome));
  }
  return pairs;
}

/** For each market the forecast that stood `before` microseconds ahead of the settlement, and the book then. */
export function pairsBefore(analysis: Analysis, before: number): PairsByMarket {
  const pairs = new Map<number, readonly [ForecastPair]>();
  for (const forecast of analysis.result.forecasts) {
    const market = marketOf(forecast.token);
    const settled = outcomeOf(analysis, market);
    if (settled === undefined || forecast.at > settled.at - before) continue;
    const mid = analysis.priceHistory.midAt(forecast.token, settled.at - before);
    pairs.set(market, [pairOf(forecast, mid, settled.outcome)]);
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

/** 1 when the first outcome won. */
function outcomeOf(
  { settlements }: Analysis,
  market: number,
): { readonly at: number; readonly outcome: 0 | 1 } | undefined {
  const settlement = settlements.get(market);
  if (settlement === undefined) return undefined;
  const { at, payout } = settlement;
  if (payout[0] === MICRO && payout[1] === 0) return { at, outcome: 1 };
  if (payout[0] === 0 && payout[1] === MICRO) return { at, outcome: 0 };
  return undefined;
}

/** backtest/sweep/scores: points compared by a metric: the mean over their trials, and the best one. */
import { MICRO } from '../../base/units.ts';
import { cell, deviation, mean, rounded } from '../metrics/metric.ts';
import { metricOf, metricValue, type SweepMetricId } from './metric.ts';
import type { ReportPoint } from './report-schema.ts';
import type { TrialFigures } from './settings.ts';

export type PointScore = Omit<ReportPoint, 'params'>;

export function scoreOf(
  point: number,
  trials: readonly TrialFigures[],
  metric: SweepMetricId,
  deposit: number,
): PointScore {
  const complete = trials.filter((trial) => trial.end === 'complete');
  const average = (values: readonly number[]): number | null => cell(mean(values));
  return {
    point,
    trials: trials.length,
    failed: trials.length - complete.length,
    value: spreadOf(trials.map((trial) => metricValue(metric, trial, deposit))),
    pnl: average(complete.map(({ pnl }) => pnl / MICRO)),
    fees: average(complete.map(({ fees }) => fees / MICRO)),
    orders: average(complete.map(({ orders }) => orders)),
    fills: average(complete.map(({ fills }) => fills)),
    drawdown: complete.length === 0 ? null : Math.max(...complete.map(({ drawdown }) => drawdown)) / MICRO,
  };
}

function spreadOf(values: readonly (number | null)[]): PointScore['value'] {
  const known = values.filter((value) => value !== null);
  const middle = mean(known);
  if (middle === undefined || known.length < values.length) return null;
  let [low, high] = [middle, middle];
  for (const value of known) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return {
    mean: rounded(middle),
    deviation: cell(deviation(known)),
    low: rounded(low),
    high: rounded(high),
  };
}

/** The point with the best mean; of equals the one with the lowest number. Undefined when no point has a value. */
export function bestOf(scores: readonly PointScore[], metric: SweepMetricId): PointScore | undefined {
  const sign = metricOf(metric, '').better === 'higher' ? 1 : -1;
  let best: { readonly score: PointScore; readonly value: number } | undefined;
  for (const score of scores) {
    if (score.value === null) continue;
    const value = sign * score.value.mean;
    if (best === undefined || value > best.value || (value === best.value && score.point < best.score.point)) {
      best = { score, value };
    }
  }
  return best?.score;
}

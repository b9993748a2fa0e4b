/** backtest/sweep/figures: the figures of one trial, without intervals, which take longer than the run. */
import { MICRO } from '../../base/units.ts';
import { type Analysis, analyse, finalEquity, type Period, profitsByPeriod } from '../metrics/analysis.ts';
import { largestFall } from '../metrics/exposure.ts';
import { brierScore } from '../metrics/forecast-scores.ts';
import { cell, rounded, tooFew, type Value } from '../metrics/metric.ts';
import { sharpeRatio, totalProfit } from '../metrics/profit.ts';
import type { BacktestResult } from '../result.ts';
import type { TrialResult } from './settings.ts';

/** The figures of a run that completed; what went wrong otherwise. */
export function figuresOf(result: BacktestResult): TrialResult {
  const { end, deposit, orders } = result;
  if (end.kind === 'strategy-failed') {
    return { end: 'failed', message: `${end.callback} threw at row ${end.row}: ${end.message}` };
  }
  const analysis = analyse(result);
  const { period, profits } = profitsOf(analysis);
  return {
    end: 'complete',
    pnl: Math.round(finalEquity(analysis) - deposit),
    fees: Math.round(totalProfit(analysis).fees * MICRO),
    drawdown: Math.round(largestFall(result).amount),
    orders: orders.length,
    fills: analysis.fills.length,
    sharpe: sharpeOf(profits, deposit),
    brier: cell(brierScore(analysis)),
    period,
    profits,
  };
}

function profitsOf(analysis: Analysis): { readonly period: Period; readonly profits: number[] } {
  const { period, count, clusters } = profitsByPeriod(analysis);
  const totals = new Float64Array(count);
  for (const profits of clusters) {
    for (let index = 0; index < count; index += 1) {
      totals[index] = (totals[index] as number) + (profits[index] as number);
    }
  }
  return { period, profits: Array.from(totals, (total) => Math.round(total * MICRO) + 0) };
}

/** The Sharpe ratio of profits on a deposit, both in micro dollars; 0 when all of enough profits are 0. */
function sharpeOf(profits: readonly number[], deposit: number): Value {
  if (tooFew(profits.length) === undefined && profits.every((profit) => profit === 0)) return 0;
  const value = sharpeRatio(profits.map((profit) => profit / deposit));
  return typeof value === 'number' ? rounded(value) : value;
}

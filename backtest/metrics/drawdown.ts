/** backtest/metrics/drawdown: the largest fall of equity from an earlier high, and when it happened. */
import { MICRO } from '../../base/units.ts';
import type { Metric } from '../report-schema.ts';
import type { BacktestResult } from '../result.ts';
import type { Analysis } from './analysis.ts';
import { metric, ratio } from './metric.ts';

type Drawdown = { readonly amount: number; readonly high: number; readonly from: number; readonly to: number };

/** Micro dollars. The first high is the deposit. */
export function largestFall({ deposit, equity }: BacktestResult): Drawdown {
  let high = { at: equity[0]?.at ?? 0, value: deposit };
  let largest: Drawdown = { amount: 0, high: deposit, from: high.at, to: high.at };
  for (const { at, cash, holdings } of equity) {
    const value = cash + holdings;
    if (value > high.value) high = { at, value };
    if (high.value - value > largest.amount) {
      largest = { amount: high.value - value, high: high.value, from: high.at, to: at };
    }
  }
  return largest;
}

export function drawdownMetrics({ result }: Analysis): readonly Metric[] {
  const { amount, high, from, to } = largestFall(result);
  const never = { reason: 'equity never fell below an earlier high' };
  return [
    metric('drawdown', amount / MICRO),
    metric('drawdown-share', ratio(amount, high, 'the high is zero')),
    metric('drawdown-from', amount === 0 ? never : from),
    metric('drawdown-to', amount === 0 ? never : to),
  ];
}

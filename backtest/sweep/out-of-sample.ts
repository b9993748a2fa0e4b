/** backtest/sweep/out-of-sample: the joined test spans of a walk-forward: mean profits of the chosen points. */
import { MICRO } from '../../base/units.ts';
import { type Moments, momentsOf } from './deflated-sharpe.ts';
import type { SweepRun } from './sweep.ts';
import { trialsOfPoint } from './trials.ts';

export type OutOfSample = {
  readonly period: 'minute' | 'hour' | 'day';
  /** The end of each period, Unix microseconds, and the profit in it, dollars. */
  readonly at: readonly number[];
  readonly pnl: readonly number[];
  readonly moments: Moments | undefined;
  /** Windows whose tests completed. */
  readonly windows: number;
};

const LENGTHS = { minute: 60_000_000, hour: 3_600_000_000, day: 86_400_000_000 } as const;

export function outOfSample({ settings, results, choices }: SweepRun): OutOfSample {
  const { period } = results;
  const length = LENGTHS[period];
  const trials = trialsOfPoint(settings);
  const [at, pnl]: [number[], number[]] = [[], []];
  let windows = 0;
  for (const [window, { test }] of settings.windows.entries()) {
    const point = choices[window]?.point;
    const totals = point === undefined ? undefined : results.testProfits(window, point);
    if (totals === undefined) continue;
    windows += 1;
    const start = Math.floor(test.from / length) * length;
    for (const [index, total] of totals.entries()) {
      at.push(Math.min(test.to, start + (index + 1) * length));
      pnl.push(Math.round(total / trials) / MICRO);
    }
  }
  const deposit = settings.assumptions.deposit / MICRO;
  return { period, at, pnl, moments: momentsOf(pnl.map((profit) => profit / deposit)), windows };
}

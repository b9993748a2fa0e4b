/** backtest/sweep/metric: the metrics by which points can be compared. */
import { MICRO } from '../../spec/units.ts';
import type { TrialFigures } from './trial-result.ts';

export const SWEEP_METRICS = ['sharpe', 'return', 'pnl', 'brier'] as const;
export type SweepMetricId = (typeof SWEEP_METRICS)[number];

export type SweepMetric = {
  readonly id: SweepMetricId;
  readonly title: string;
  readonly unit: 'ratio' | 'share' | 'dollars';
  readonly definition: string;
  readonly better: 'higher' | 'lower';
};

const MEAN = 'averaged over seeds and sets of markets';

export function metricOf(id: SweepMetricId, period: string): SweepMetric {
  switch (id) {
    case 'sharpe':
      return {
        id,
        title: `Sharpe ratio per ${period}`,
        unit: 'ratio',
        definition: `The mean of the returns by ${period} divided by their standard deviation (n - 1), not annualised; 0 for a trial that earned and lost nothing; ${MEAN}.`,
        better: 'higher',
      };
    case 'return':
      return {
        id,
        title: 'Return',
        unit: 'share',
        definition: `P&L divided by the deposit, not annualised; ${MEAN}.`,
        better: 'higher',
      };
    case 'pnl':
      return {
        id,
        title: 'P&L',
        unit: 'dollars',
        definition: `Equity at the end minus the deposit; ${MEAN}.`,
        better: 'higher',
      };
    case 'brier':
      return {
        id,
        title: 'Brier score',
        unit: 'ratio',
        definition: `The mean square of forecast minus outcome over settled markets, 0 is perfect; ${MEAN}.`,
        better: 'lower',
      };
  }
}

/** The value of a trial; null when it has none. */
export function metricValue(id: SweepMetricId, figures: TrialFigures, deposit: number): number | null {
  if (figures.end === 'failed') return null;
  switch (id) {
    case 'sharpe':
      return figures.sharpe;
    case 'return':
      return figures.pnl / deposit;
    case 'pnl':
      return figures.pnl / MICRO;
    case 'brier':
      return figures.brier;
  }
}

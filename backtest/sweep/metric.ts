/** backtest/sweep/metric: the metrics by which points can be compared. */
import { MICRO } from '../../base/units.ts';
import { cell } from '../metrics/metric.ts';
import type { TrialFigures } from './settings.ts';

export const SWEEP_METRICS = ['sharpe', 'return', 'pnl', 'brier'] as const;
export type SweepMetricId = (typeof SWEEP_METRICS)[number];

export type SweepMetric = Readonly<{
  id: SweepMetricId;
  title: string;
  unit: 'ratio' | 'share' | 'dollars';
  definition: string;
  better: 'higher' | 'lower';
}>;

type Row = readonly [title: string, unit: SweepMetric['unit'], better: SweepMetric['better'], definition: string];

const METRICS: Readonly<Record<SweepMetricId, Row>> = {
  sharpe: [
    'Sharpe ratio per {period}',
    'ratio',
    'higher',
    'The mean of the returns by {period} divided by their standard deviation (n - 1), not annualised; ' +
      '0 for a trial that earned and lost nothing, none with fewer than 30 returns',
  ],
  return: ['Return', 'share', 'higher', 'P&L divided by the deposit, not annualised'],
  pnl: ['P&L', 'dollars', 'higher', 'Equity at the end minus the deposit'],
  brier: [
    'Brier score',
    'ratio',
    'lower',
    'The mean square of forecast minus outcome over settled markets, 0 is perfect',
  ],
};

export function metricOf(id: SweepMetricId, period: string): SweepMetric {
  const [title, unit, better, text] = METRICS[id];
  const named = title.replace('{period}', period);
  const definition = `${text.replace('{period}', period)}; averaged over seeds and sets of markets.`;
  return { id, title: named, unit, definition, better };
}

export function metricValue(id: SweepMetricId, figures: TrialFigures, deposit: number): number | null {
  if (figures.end === 'failed') return null;
  switch (id) {
    case 'sharpe':
      return cell(figures.sharpe);
    case 'return':
      return figures.pnl / deposit;
    case 'pnl':
      return figures.pnl / MICRO;
    case 'brier':
      return figures.brier;
  }
}

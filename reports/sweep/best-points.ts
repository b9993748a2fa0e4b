/** reports/sweep/best-points: the points of a sweep from the best on, and when the best one is convincing. */
import type { Figure, ReportPoint, SweepReport } from '../../backtest/sweep/report-schema.ts';

/** A deflated Sharpe ratio below this may well be luck. */
export const CONVINCING = 0.95;

/**
 * The standing of the best point, or with walk-forward of the choices: `loses`: no point earns money; `loses-outside`:
 * the choices earn nothing out of sample; `short`: too few observations; `unstated`: no deflated Sharpe ratio for
 * another reason.
 */
export type Standing = 'loses' | 'loses-outside' | 'short' | 'unstated' | 'luck' | 'convincing';

export function standingOf(report: SweepReport): Standing {
  const { points, windows } = report;
  const profits = points.flatMap(({ pnl }) => pnl ?? []);
  if (profits.length > 0 && profits.every((pnl) => pnl <= 0)) return 'loses';
  if (windows.length > 0 && (figureOf(report, 'out-of-sample-pnl')?.value ?? 0) <= 0) return 'loses-outside';
  const { value = null, reason = '' } = figureOf(report, 'deflated-sharpe') ?? {};
  if (value === null) return reason.startsWith('too few observations') ? 'short' : 'unstated';
  return value < CONVINCING ? 'luck' : 'convincing';
}

/** A standing in which nothing was earned, as a heading. */
export const LOSSES: { readonly [Kind in Standing]?: string } = {
  loses: 'No point earns money',
  'loses-outside': 'The choices earn nothing out of sample',
};

export function figureOf({ figures }: SweepReport, wanted: string): Figure | undefined {
  return figures.find(({ id }) => id === wanted);
}

/** Equal points are in the order of their numbers; points without a value come last. */
export function ranked({ points, metric }: SweepReport): readonly ReportPoint[] {
  const sign = metric.better === 'higher' ? -1 : 1;
  const key = ({ value }: ReportPoint) => (value === null ? Infinity : sign * value.mean);
  return points.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    return a === b ? one.point - other.point : a - b;
  });
}

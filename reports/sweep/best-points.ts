/** reports/sweep/best-points: the points of a sweep from the best to the worst, and the bound from which the best is convincing. */
import type { ReportPoint, SweepReport } from '../../backtest/sweep/report-schema.ts';

/** A deflated Sharpe ratio below this may well be luck. */
export const CONVINCING = 0.95;

/** Whether points have run, and all of them lost money or did nothing. */
export function earnsNothing({ points }: SweepReport): boolean {
  const profits = points.flatMap(({ pnl }) => pnl ?? []);
  return profits.length > 0 && profits.every((pnl) => pnl <= 0);
}

/** Equal points are in the order of their numbers; points without a value come last. */
export function ranked({ points, metric }: SweepReport): readonly ReportPoint[] {
  const sign = metric.better === 'higher' ? -1 : 1;
  const key = ({ value }: ReportPoint): number => (value === null ? Number.POSITIVE_INFINITY : sign * value.mean);
  return points.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    return a === b ? one.point - other.point : a - b;
  });
}

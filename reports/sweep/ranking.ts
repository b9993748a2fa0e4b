/** reports/sweep/ranking: points from the best to the worst, and how sure one can be of the best. */
import type { ReportPoint, SweepReport } from '../../backtest/sweep/report-schema.ts';

/** A deflated Sharpe ratio below this may well be luck. */
export const CONVINCING = 0.95;

/** Equal ones by number; those without a value last. */
export function ranked({ points, metric }: SweepReport): readonly ReportPoint[] {
  const sign = metric.better === 'higher' ? -1 : 1;
  const key = ({ value }: ReportPoint): number => (value === null ? Number.POSITIVE_INFINITY : sign * value.mean);
  return points.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    return a === b ? one.point - other.point : a - b;
  });
}

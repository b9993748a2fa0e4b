/** backtest/sweep/deflation: the deflated Sharpe ratio of a chosen point among all points that were tried. */
import { deviation, OBSERVATIONS_MIN, tooFew } from '../metrics/statistics.ts';
import { expectedMaximum, type Moments, probabilisticSharpe } from './deflated-sharpe.ts';
import { pointCount } from './space.ts';
import type { SweepRun } from './sweep.ts';

/** By point: the moments of its mean returns; undefined when a trial failed, or the returns do not vary. */
type Returns = readonly (Moments | undefined)[];

export type Deflation = {
  readonly moments: Moments;
  /** The ratio that the best of all tried points has by chance. */
  readonly threshold: number;
  readonly probabilistic: number;
  readonly deflated: number;
};

/** The deflated Sharpe ratio of a point, or the reason why there is none. */
export function deflationOf(returns: Returns, point: number, triedBefore: number): Deflation | string {
  const moments = returns[point];
  if (moments === undefined) {
    return `too few observations (a ratio needs ${OBSERVATIONS_MIN} returns), or returns of the point that do not vary`;
  }
  const lacking = tooFew(moments.count);
  if (lacking !== undefined) return lacking;
  const ratios = returns.flatMap((each) => each?.sharpe ?? []);
  const tried = returns.length + triedBefore;
  const spread = ratios.length < 2 ? undefined : deviation(ratios);
  if (spread === undefined && tried > 1) return 'fewer than two points have a Sharpe ratio, so its spread is unknown';
  const threshold = expectedMaximum(tried, spread ?? 0);
  const [probabilistic, deflated] = [probabilisticSharpe(moments, 0), probabilisticSharpe(moments, threshold)];
  if (probabilistic === undefined || deflated === undefined) return 'the moments of the returns leave no variance';
  return { moments, threshold, probabilistic, deflated };
}

export function returnsOf({ settings, results }: SweepRun, phase: 'whole' | 'train', window: number): Returns {
  return Array.from({ length: pointCount(settings.space) }, (_, point) => results.momentsOf(phase, window, point));
}

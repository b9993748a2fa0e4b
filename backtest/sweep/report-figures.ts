/** backtest/sweep/report-figures: a sweep's main figures: what was tried, the result, how likely it is chance. */
import { omitUndefined } from '../../base/record.ts';
import { MICRO } from '../../base/units.ts';
import { readTable } from '../../spec/table.ts';
import { PERIODS, type Period } from '../metrics/analysis.ts';
import { define, deviation, fieldsOf, OBSERVATIONS_MIN, quantile, sum, tooFew } from '../metrics/metric.ts';
import type { Definitions } from '../report-schema.ts';
import { expectedMaximum, type Moments, momentsOf, probabilisticSharpe } from './deflated-sharpe.ts';
import { metricOf } from './metric.ts';
import type { Figure, SweepReport } from './report-schema.ts';
import type { PointScore } from './scores.ts';
import type { SweepRun } from './sweep.ts';
import { pointCount, trialsOfPoint } from './trials.ts';

type OutOfSample = Readonly<{
  period: Period;
  /** The end of each period, Unix microseconds, and the profit in it, dollars. */
  at: readonly number[];
  pnl: readonly number[];
  moments: Moments | undefined;
  /** Windows whose tests completed. */
  windows: number;
}>;

export function outOfSample({ settings, results, choices }: SweepRun): OutOfSample {
  const { period } = results;
  const length = PERIODS[period];
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

type Facts = {
  readonly counts: SweepReport['counts'];
  readonly best: PointScore | undefined;
  readonly joined: OutOfSample | undefined;
};

export function sharpeFigures(run: SweepRun, facts: Facts): readonly Figure[] {
  const own = facts.joined === undefined ? wholeFigures(run, facts) : walkFigures(run, facts, facts.joined);
  return [...own, ...countFigures(facts.counts)];
}

const definitions = readTable<Definitions>(new URL('./definitions.generated.json', import.meta.url));

/** `value`: a number, or the reason why it cannot be computed. `words` fill the braces of the definition. */
function figure(id: string, value: number | string, samples?: number, words: Record<string, string> = {}): Figure {
  const { id: own = id, ...rest } = words;
  const about = { id: own, ...define(definitions, id, rest) };
  const stated = fieldsOf(typeof value === 'string' ? { reason: value } : value);
  return { ...about, ...stated, ...omitUndefined({ samples }) };
}

/** Why no point is the best one. */
function whyNone({ metric, results }: SweepRun, returns: ReturnType<typeof returnsOf>): string {
  const count = returns.find((moments) => moments !== undefined)?.count;
  const lacking = metric !== 'sharpe' || count === undefined ? undefined : tooFew(count);
  if (lacking !== undefined) return `${lacking} by ${results.period}: take longer data, or --metric pnl`;
  return (
    'no point has a value: a trial of each failed or has none ' +
    `(a Sharpe ratio with fewer than ${OBSERVATIONS_MIN} returns has too few observations)`
  );
}

function wholeFigures(run: SweepRun, { counts, best }: Facts): readonly Figure[] {
  const { period } = run.results;
  const { title, unit, definition, better } = metricOf(run.metric, period);
  const extreme = better === 'higher' ? 'highest' : 'lowest';
  const returns = returnsOf(run, 'whole', 0);
  const none = whyNone(run, returns);
  const found = best === undefined ? none : deflationOf(returns, best.point, counts.triedBefore);
  const samples = typeof found === 'string' ? undefined : found.moments.count;
  const of = (id: string, read: (deflation: Deflation) => number, count = samples, words = {}): Figure =>
    figure(id, typeof found === 'string' ? found : read(found), count, words);
  const bestValue = figure('best-value', best?.value?.mean ?? none, best?.trials, { title, definition, extreme });
  return [
    { ...bestValue, unit },
    of('deflated-sharpe', ({ deflated }) => deflated),
    of('point-sharpe', ({ moments }) => moments.sharpe, samples, { period }),
    of('expected-maximum-sharpe', ({ threshold }) => threshold, counts.points + counts.triedBefore),
    of('probabilistic-sharpe', ({ probabilistic }) => probabilistic, samples, { whose: 'of the best point' }),
  ];
}

function walkFigures(run: SweepRun, { counts }: Facts, joined: OutOfSample): readonly Figure[] {
  const { settings, choices } = run;
  const { moments, period, windows } = joined;
  const pnl = sum(joined.pnl);
  const deposit = settings.assumptions.deposit / MICRO;
  const none = 'no test completed';
  const found = choices.flatMap((choice, window) =>
    choice === undefined ? [] : [deflationOf(returnsOf(run, 'train', window), choice.point, counts.triedBefore)],
  );
  const deflated = found.flatMap((each) => (typeof each === 'string' ? [] : [each.deflated]));
  const unstated = found.find((each) => typeof each === 'string') ?? 'nothing was chosen in any window';
  const count = joined.pnl.length;
  const lacking = tooFew(count);
  const unvaried = lacking ?? 'the returns of the tests do not vary';
  const varied = lacking === undefined ? moments : undefined;
  const certainty = varied === undefined ? undefined : probabilisticSharpe(varied, 0);
  return [
    figure('out-of-sample-pnl', windows > 0 ? pnl : none, windows),
    figure('out-of-sample-return', windows > 0 ? pnl / deposit : none, windows),
    figure('out-of-sample-sharpe', varied?.sharpe ?? unvaried, count, { period }),
    figure('probabilistic-sharpe', certainty ?? unvaried, count, { whose: 'out of sample' }),
    figure('median-deflated-sharpe', quantile(deflated, 0.5) ?? unstated, deflated.length, { id: 'deflated-sharpe' }),
    figure('windows', settings.windows.length),
  ];
}

function countFigures({ points, trials, failed, triedBefore }: SweepReport['counts']): readonly Figure[] {
  return [figure('points', points + triedBefore), figure('trials', trials), figure('failed', failed)];
}

/** By point: the moments of its mean returns; undefined when a trial failed, or the returns do not vary. */
type Returns = readonly (Moments | undefined)[];

type Deflation = Readonly<{
  moments: Moments;
  /** The ratio that the best of all tried points has by chance. */
  threshold: number;
  probabilistic: number;
  deflated: number;
}>;

/** The deflated Sharpe ratio of a point, or the reason why it cannot be computed. */
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

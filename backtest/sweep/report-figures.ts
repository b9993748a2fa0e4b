/** backtest/sweep/report-figures: a sweep's main figures: what was tried, the result, how likely it is chance. */
import { MICRO } from '../../base/units.ts';
import { readTable } from '../../spec/table.ts';
import { define, rounded } from '../metrics/metric.ts';
import { OBSERVATIONS_MIN, quantile, sum, tooFew } from '../metrics/statistics.ts';
import type { Definitions } from '../report-schema.ts';
import { probabilisticSharpe } from './deflated-sharpe.ts';
import { type Deflation, deflationOf, returnsOf } from './deflation.ts';
import { metricOf } from './metric.ts';
import type { OutOfSample } from './out-of-sample.ts';
import type { Figure, SweepReport } from './report-schema.ts';
import type { PointScore } from './scores.ts';
import type { SweepRun } from './sweep.ts';

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

/** `value`: a number, or the reason why there is none. `words` fill the braces of the definition. */
function figure(id: string, value: number | string, samples?: number, words: Record<string, string> = {}): Figure {
  const { id: own = id, ...rest } = words;
  const about = { id: own, ...define(definitions, id, rest) };
  const support = samples === undefined ? {} : { samples };
  if (typeof value === 'string') return { ...about, value: null, reason: value, ...support };
  return { ...about, value: rounded(value), ...support };
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

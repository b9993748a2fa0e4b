/** backtest/sweep/report-figures: the figures at the head of a sweep's report: how much was tried, what came out, and how likely that is chance. */
import { MICRO } from '../../spec/units.ts';
import { rounded } from '../metrics/metric.ts';
import { quantile, sum } from '../metrics/statistics.ts';
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

type About = Pick<Figure, 'id' | 'title' | 'unit' | 'definition'>;

function figure(about: About, value: number | string, samples?: number): Figure {
  const support = samples === undefined ? {} : { samples };
  if (typeof value === 'string') return { ...about, value: null, reason: value, ...support };
  return { ...about, value: rounded(value), ...support };
}

const RETURNS = 'The returns of a point are the means over its seeds and sets of markets.';
const NO_BEST = 'no point has a value: a trial of each failed or has none (a Sharpe ratio needs two periods)';

const DEFLATED =
  'The probability that the true Sharpe ratio of the point is above the one that the best of all tried points has by chance (Bailey and Lopez de Prado, 2014). Below 0.95 the result may well be luck.';

function wholeFigures(run: SweepRun, { counts, best }: Facts): readonly Figure[] {
  const { results } = run;
  const metric = metricOf(run.metric, results.period);
  const deflation =
    best === undefined ? NO_BEST : deflationOf(returnsOf(run, 'whole', 0), best.point, counts.triedBefore);
  const of = (read: (found: Deflation) => number): number | string =>
    typeof deflation === 'string' ? deflation : read(deflation);
  const samples = typeof deflation === 'string' ? undefined : deflation.moments.count;
  return [
    figure(
      {
        id: 'best-value',
        title: `${metric.title} of the best point`,
        unit: metric.unit,
        definition: `${metric.definition} Of all points the ${metric.better === 'higher' ? 'highest' : 'lowest'}; it is too good, because it was chosen.`,
      },
      best?.value?.mean ?? NO_BEST,
      best?.trials,
    ),
    figure(
      { id: 'deflated-sharpe', title: 'Deflated Sharpe ratio', unit: 'ratio', definition: DEFLATED },
      of(({ deflated }) => deflated),
      samples,
    ),
    figure(
      {
        id: 'point-sharpe',
        title: `Sharpe ratio per ${results.period}`,
        unit: 'ratio',
        definition: `Of the best point: the mean of its returns divided by their standard deviation (n - 1), not annualised. ${RETURNS}`,
      },
      of(({ moments }) => moments.sharpe),
      samples,
    ),
    figure(
      {
        id: 'expected-maximum-sharpe',
        title: 'Sharpe ratio of the best by chance',
        unit: 'ratio',
        definition:
          'What the best of all tried points would have if none had an edge: from how many were tried, and how much their Sharpe ratios vary. Failed points and those that were tried before count.',
      },
      of(({ threshold }) => threshold),
      counts.points + counts.triedBefore,
    ),
    figure(
      probabilistic('of the best point'),
      of((found) => found.probabilistic),
      samples,
    ),
  ];
}

function probabilistic(whose: string): About {
  return {
    id: 'probabilistic-sharpe',
    title: 'Probabilistic Sharpe ratio',
    unit: 'ratio',
    definition: `The probability that the true Sharpe ratio ${whose} is above 0, from the number, skewness and kurtosis of the returns. It does not know how many points were tried.`,
  };
}

function walkFigures(run: SweepRun, { counts }: Facts, joined: OutOfSample): readonly Figure[] {
  const { settings, choices } = run;
  const { moments, period } = joined;
  const pnl = sum(joined.pnl);
  const deposit = settings.assumptions.deposit / MICRO;
  const none = 'no test completed';
  const hasTests = joined.windows > 0;
  const deflated = choices.flatMap((choice, window) => {
    if (choice === undefined) return [];
    const found = deflationOf(returnsOf(run, 'train', window), choice.point, counts.triedBefore);
    return typeof found === 'string' ? [] : [found.deflated];
  });
  const count = joined.pnl.length;
  const unvaried = 'the returns of the tests do not vary, or there are fewer than two periods';
  const certainty = moments === undefined ? undefined : probabilisticSharpe(moments, 0);
  return [
    figure(
      {
        id: 'out-of-sample-pnl',
        title: 'Out-of-sample P&L',
        unit: 'dollars',
        definition:
          'The P&L of the chosen points over their test spans, added up; each test begins with the deposit and without shares. The mean over seeds and sets of markets.',
      },
      hasTests ? pnl : none,
      joined.windows,
    ),
    figure(
      {
        id: 'out-of-sample-return',
        title: 'Out-of-sample return',
        unit: 'share',
        definition: 'The out-of-sample P&L divided by the deposit, not annualised.',
      },
      hasTests ? pnl / deposit : none,
      joined.windows,
    ),
    figure(
      {
        id: 'out-of-sample-sharpe',
        title: `Out-of-sample Sharpe ratio per ${period}`,
        unit: 'ratio',
        definition: `Over all periods of all test spans: the mean of the returns divided by their standard deviation (n - 1), not annualised. ${RETURNS}`,
      },
      moments?.sharpe ?? unvaried,
      count,
    ),
    figure(probabilistic('out of sample'), certainty ?? unvaried, count),
    figure(
      {
        id: 'deflated-sharpe',
        title: 'Deflated Sharpe ratio of the choices',
        unit: 'ratio',
        definition: `The median over the windows, of the chosen point in its training span. ${DEFLATED}`,
      },
      quantile(deflated, 0.5) ?? 'no chosen point has one',
      deflated.length,
    ),
    figure(
      {
        id: 'windows',
        title: 'Windows',
        unit: 'count',
        definition: 'Pairs of a training span, over which points are compared, and the test span behind it.',
      },
      settings.windows.length,
    ),
  ];
}

function countFigures({ points, trials, failed, triedBefore }: SweepReport['counts']): readonly Figure[] {
  return [
    figure(
      {
        id: 'points',
        title: 'Points tried',
        unit: 'count',
        definition: 'Combinations of parameters, failed ones and those that were tried before included.',
      },
      points + triedBefore,
    ),
    figure(
      {
        id: 'trials',
        title: 'Trials',
        unit: 'count',
        definition: 'Runs of one point with one seed on one set of markets over one span, failed ones included.',
      },
      trials,
    ),
    figure(
      {
        id: 'failed',
        title: 'Failed trials',
        unit: 'count',
        definition: 'Trials in which the strategy threw an error or did not end. A point with one is never chosen.',
      },
      failed,
    ),
  ];
}

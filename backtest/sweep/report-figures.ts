/** backtest/sweep/report-figures: the figures at the head of a sweep's report: how much was tried, the result, and how likely it is chance. */
import { readTable } from '../../spec/rows.ts';
import { MICRO } from '../../spec/units.ts';
import { Definitions, define, rounded } from '../metrics/metric.ts';
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

const definitions = readTable(new URL('./definitions.yaml', import.meta.url), Definitions);

/** `value`: a number, or the reason why there is none. `words` fill the braces of the definition. */
function figure(
  id: string,
  value: number | string,
  samples?: number,
  words: Readonly<Record<string, string>> = {},
): Figure {
  const { id: own = id, ...rest } = words;
  const about = { id: own, ...define(definitions, id, rest) };
  const support = samples === undefined ? {} : { samples };
  if (typeof value === 'string') return { ...about, value: null, reason: value, ...support };
  return { ...about, value: rounded(value), ...support };
}

const NO_BEST = 'no point has a value: a trial of each failed or has none (a Sharpe ratio needs two periods)';

function wholeFigures(run: SweepRun, { counts, best }: Facts): readonly Figure[] {
  const { period } = run.results;
  const { title, unit, definition, better } = metricOf(run.metric, period);
  const extreme = better === 'higher' ? 'highest' : 'lowest';
  const found = best === undefined ? NO_BEST : deflationOf(returnsOf(run, 'whole', 0), best.point, counts.triedBefore);
  const of = (read: (deflation: Deflation) => number): number | string =>
    typeof found === 'string' ? found : read(found);
  const samples = typeof found === 'string' ? undefined : found.moments.count;
  const bestValue = figure('best-value', best?.value?.mean ?? NO_BEST, best?.trials, { title, definition, extreme });
  return [
    { ...bestValue, unit },
    figure(
      'deflated-sharpe',
      of(({ deflated }) => deflated),
      samples,
    ),
    figure(
      'point-sharpe',
      of(({ moments }) => moments.sharpe),
      samples,
      { period },
    ),
    figure(
      'expected-maximum-sharpe',
      of(({ threshold }) => threshold),
      counts.points + counts.triedBefore,
    ),
    figure(
      'probabilistic-sharpe',
      of(({ probabilistic }) => probabilistic),
      samples,
      { whose: 'of the best point' },
    ),
  ];
}

function walkFigures(run: SweepRun, { counts }: Facts, joined: OutOfSample): readonly Figure[] {
  const { settings, choices } = run;
  const { moments, period, windows } = joined;
  const pnl = sum(joined.pnl);
  const deposit = settings.assumptions.deposit / MICRO;
  const none = 'no test completed';
  const deflated = choices.flatMap((choice, window) => {
    if (choice === undefined) return [];
    const found = deflationOf(returnsOf(run, 'train', window), choice.point, counts.triedBefore);
    return typeof found === 'string' ? [] : [found.deflated];
  });
  const count = joined.pnl.length;
  const unvaried = 'the returns of the tests do not vary, or there are fewer than two periods';
  const certainty = moments === undefined ? undefined : probabilisticSharpe(moments, 0);
  return [
    figure('out-of-sample-pnl', windows > 0 ? pnl : none, windows),
    figure('out-of-sample-return', windows > 0 ? pnl / deposit : none, windows),
    figure('out-of-sample-sharpe', moments?.sharpe ?? unvaried, count, { period }),
    figure('probabilistic-sharpe', certainty ?? unvaried, count, { whose: 'out of sample' }),
    figure('median-deflated-sharpe', quantile(deflated, 0.5) ?? 'no chosen point has one', deflated.length, {
      id: 'deflated-sharpe',
    }),
    figure('windows', settings.windows.length),
  ];
}

function countFigures({ points, trials, failed, triedBefore }: SweepReport['counts']): readonly Figure[] {
  return [figure('points', points + triedBefore), figure('trials', trials), figure('failed', failed)];
}

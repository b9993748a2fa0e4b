/** backtest/sweep/report: the report of a sweep: the same trials give the same one, on any worker, in any order. */
import { MICRO } from '../../base/units.ts';
import type { CatalogMarket } from '../data/catalog.ts';
import { cell, rounded } from '../metrics/metric.ts';
import { rosierThanDefault } from '../options.ts';
import type { ReplaySource } from '../replay/source.ts';
import { assumptionsOf, mayRead } from '../report.ts';
import { outcomeMoments } from '../run/resolutions.ts';
import { metricOf, metricValue } from './metric.ts';
import { deflationOf, outOfSample, returnsOf, sharpeFigures } from './report-figures.ts';
import type { ReportPoint, ReportTrial, ReportWindow, SweepReport } from './report-schema.ts';
import { bestOf, type PointScore } from './scores.ts';
import type { SweepSettings, TrialFigures, Window } from './settings.ts';
import { type SweepRun, scoreIn, scoresOf } from './sweep.ts';
import { paramsOf, pointCount, trialOf } from './trials.ts';

export type SweepReportOptions = {
  /** Points that were tried before, on the same data. */
  readonly triedBefore: number;
  readonly recording: ReplaySource;
};

export function sweepReportOf(run: SweepRun, { triedBefore, recording }: SweepReportOptions): SweepReport {
  const { settings, metric, results } = run;
  const { coverage } = recording;
  const isWalk = settings.windows.length > 0;
  const points = pointsOf(run);
  const best = isWalk ? undefined : bestOf(points, metric);
  const entries = results.entries();
  const counts = {
    points: pointCount(settings.space),
    trials: entries.length,
    failed: entries.filter(([, { end }]) => end === 'failed').length,
    triedBefore,
  };
  const joined = isWalk ? outOfSample(run) : undefined;
  return {
    touchstone: settings.touchstone,
    strategy: { ...settings.strategy },
    params: { ...settings.params },
    parameters: [
      ...settings.space.lists.map(({ name, values }) => ({ name, values: [...values] })),
      ...settings.space.ranges.map((range) => ({ ...range })),
    ],
    draws: settings.space.draws,
    drawSeed: settings.space.seed,
    seeds: [...settings.seeds],
    markets: marketsOf(settings, recording),
    fidelity: settings.assumptions.fidelity,
    assumptions: assumptionsOf(settings.assumptions),
    rosier: [...rosierThanDefault(settings.assumptions), ...settings.allowRead.map(mayRead)],
    data: {
      checksum: settings.recording,
      rows: coverage.rows,
      first: coverage.first,
      last: coverage.last,
      ...settings.span,
    },
    metric: metricOf(metric, results.period),
    counts,
    best: best?.point ?? null,
    figures: [...sharpeFigures(run, { counts, best, joined })],
    windows: settings.windows.map((window, number) => windowOf(run, { number, window, triedBefore, recording })),
    outOfSample: joined === undefined ? null : { period: joined.period, at: [...joined.at], pnl: [...joined.pnl] },
    points: points.map((score) => reportPoint(settings, score)),
    trials: entries.map(([number, figures]) => trialOfReport(run, number, figures)),
  };
}

/** With walk-forward, a point has the trials of all training spans. */
function pointsOf({ settings, metric, results }: SweepRun): readonly PointScore[] {
  const { windows } = settings;
  return windows.length === 0
    ? scoresOf(results, metric, 'whole', 0)
    : scoresOf(results, metric, 'train', ...windows.keys());
}

function reportPoint(settings: SweepSettings, { point, ...score }: PointScore): ReportPoint {
  return { point, params: { ...paramsOf(settings, point) }, ...score };
}

function marketsOf({ marketSets }: SweepSettings, { markets }: ReplaySource): SweepReport['markets'] {
  const [first = 'all'] = marketSets;
  if (marketSets.length > 1) return { mode: 'each', names: marketSets.flat() };
  return { mode: 'together', names: first === 'all' ? [...markets] : [...first] };
}

type WindowOptions = Readonly<{
  number: number;
  window: Window;
  triedBefore: number;
  recording: ReplaySource;
}>;

function windowOf(run: SweepRun, { number, window, triedBefore, recording }: WindowOptions): ReportWindow {
  const { settings, metric, results, choices } = run;
  const choice = choices[number];
  const common = {
    window: number,
    train: { ...window.train },
    test: { ...window.test },
    embargoed: embargoedMarkets(settings, window, recording),
  };
  if (choice === undefined) {
    const deflatedReason = 'no point has a value in training';
    return { ...common, chosen: null, trained: null, deflatedSharpe: null, deflatedReason, tested: null };
  }
  const tested = scoreIn(results, metric, 'test', [number], choice.point);
  const deflation = deflationOf(returnsOf(run, 'train', number), choice.point, triedBefore);
  const deflated =
    typeof deflation === 'string'
      ? { deflatedSharpe: null, deflatedReason: deflation }
      : { deflatedSharpe: rounded(deflation.deflated) };
  return { ...common, chosen: choice.point, trained: choice.value, ...deflated, tested: reportPoint(settings, tested) };
}

function embargoedMarkets({ marketSets, assumptions }: SweepSettings, { train }: Window, source: ReplaySource): number {
  const wanted = new Set(marketSets.flat());
  const firstRow = new Map(source.coverage.byMarket.map(({ market, first }) => [market, first]));
  const known = outcomeMoments(source);
  const isEmbargoed = ({ market }: CatalogMarket) => {
    const first = firstRow.get(market) ?? -1;
    const isTraded = first >= 0 && first <= train.to && (wanted.has('all') || wanted.has(market));
    return isTraded && (known.get(market) ?? -1) > train.to - assumptions.latency.response;
  };
  return source.catalog.filter(isEmbargoed).length;
}

function trialOfReport({ settings, metric }: SweepRun, number: number, figures: TrialFigures): ReportTrial {
  const { phase, window, point, seed, set } = trialOf(settings, number);
  const market = settings.marketSets.length > 1 ? settings.marketSets[set]?.[0] : undefined;
  const common = {
    trial: number,
    phase,
    ...(phase === 'whole' ? {} : { window }),
    point,
    seed: settings.seeds[seed] ?? '',
    ...(market !== undefined && { market }),
  };
  if (figures.end === 'failed') return { ...common, end: 'failed', message: figures.message, value: null };
  const value = metricValue(metric, figures, settings.assumptions.deposit);
  const { pnl, fees, drawdown, orders, fills, sharpe, brier } = figures;
  return {
    ...common,
    end: 'complete',
    value: cell(value ?? undefined),
    pnl: pnl / MICRO,
    fees: fees / MICRO,
    drawdown: drawdown / MICRO,
    orders,
    fills,
    ...(typeof sharpe === 'number' ? { sharpe } : { sharpe: null, sharpeReason: sharpe.reason }),
    brier,
  };
}

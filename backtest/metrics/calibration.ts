/** backtest/metrics/calibration: whether things that were forecast at 30% happened 30% of the time. */
import type { Metric, ReportTable } from '../report-schema.ts';
import type { Analysis } from './analysis.ts';
import { pairsAtForecast } from './forecast-pairs.ts';
import { whyNone } from './forecast-scores.ts';
import { cell, column, metric, sum, type Weighted, weightedMean } from './metric.ts';

const BINS = 10;

type Sample = Readonly<{
  market: number;
  probability: number;
  outcome: number;
  weight: number;
}>;

/** Of the token that was forecast. The forecasts of a market share one unit of weight. */
function samplesOf(analysis: Analysis): readonly Sample[] {
  return [...pairsAtForecast(analysis)].flatMap(([market, pairs]) =>
    pairs.map(({ token, probability, outcome }) => ({
      market,
      probability: token % 2 === 0 ? probability : 1 - probability,
      outcome: token % 2 === 0 ? outcome : 1 - outcome,
      weight: 1 / pairs.length,
    })),
  );
}

/** Ten lists: forecasts from 0 to below 0.1, and so on; the last includes 1. */
function binsOf(samples: readonly Sample[]): readonly (readonly Sample[])[] {
  const bins: Sample[][] = Array.from({ length: BINS }, () => []);
  for (const sample of samples) bins[Math.min(BINS - 1, Math.floor(sample.probability * BINS))]?.push(sample);
  return bins;
}

function averageOf(bin: readonly Sample[], of: 'probability' | 'outcome') {
  return weightedMean(bin.map((sample): Weighted => ({ value: sample[of], weight: sample.weight })));
}

export function calibrationMetrics(analysis: Analysis): readonly Metric[] {
  const samples = samplesOf(analysis);
  const errors = binsOf(samples).map((bin) => ({
    value: Math.abs((averageOf(bin, 'probability') ?? 0) - (averageOf(bin, 'outcome') ?? 0)),
    weight: sum(bin.map(({ weight }) => weight)),
  }));
  const error = weightedMean(errors) ?? { reason: whyNone(analysis) };
  return [metric('calibration-error', error, { samples: samples.length })];
}

export function calibrationTable(analysis: Analysis): ReportTable {
  return {
    id: 'calibration',
    title: 'Calibration',
    definition:
      'Forecasts in ten equal bins against how often the outcome happened. ' +
      'The forecasts of a market share one unit of weight.',
    columns: [
      column('from', 'From', 'ratio', 'Lowest forecast of the bin.'),
      column('to', 'To', 'ratio', 'Upper bound of the bin, which belongs to the next one; the last bin includes 1.'),
      column('forecasts', 'Forecasts', 'count', 'Forecasts in the bin.'),
      column('markets', 'Markets', 'count', 'Markets that they belong to.'),
      column('forecast', 'Mean forecast', 'ratio', 'The weighted mean of the forecasts.'),
      column('frequency', 'Frequency', 'ratio', 'The weighted share of them that happened.'),
    ],
    rows: binsOf(samplesOf(analysis)).map((bin, index) => ({
      from: index / BINS,
      to: (index + 1) / BINS,
      forecasts: bin.length,
      markets: new Set(bin.map(({ market }) => market)).size,
      forecast: cell(averageOf(bin, 'probability')),
      frequency: cell(averageOf(bin, 'outcome')),
    })),
  };
}

/**
 * backtest/sweep/report-schema: the published JSON report of a sweep, as schemas. Money is in dollars, times are Unix
 * microseconds, and null stands for a value that does not exist. There is no field of wall-clock time.
 */
import { z } from 'zod';
import { FIDELITIES } from '../options.ts';
import { BacktestReport, Metric, ReportAssumptions } from '../report-schema.ts';
import { SWEEP_METRICS } from './metric.ts';

const time = z.int().describe('Unix microseconds');
const dollars = z.number().describe('dollars').nullable();
const point = z.int().describe('number of the point in `points`');
const { params } = BacktestReport.shape;
const span = z.strictObject({ from: time, to: time });

/** Of the metric, over trials. */
const ReportSpread = z.strictObject({
  mean: z.number(),
  /** The standard deviation (n - 1); null for a single trial. */
  deviation: z.number().nullable(),
  low: z.number(),
  high: z.number(),
});

const ReportPoint = z.strictObject({
  point,
  params,
  trials: z.int(),
  failed: z.int(),
  /** Null when a trial failed or has no value: such a point is never chosen. */
  value: ReportSpread.nullable(),
  /** Means over the trials that completed. */
  pnl: dollars,
  fees: dollars,
  orders: z.number().nullable(),
  fills: z.number().nullable(),
  /** The largest of all trials. */
  drawdown: dollars,
});
export type ReportPoint = z.infer<typeof ReportPoint>;

const ReportTrial = z.strictObject({
  /** Stable for the same command: a state file uses the same numbers. */
  trial: z.int(),
  phase: z.enum(['whole', 'train', 'test']),
  /** Absent without walk-forward. */
  window: z.int().optional(),
  point,
  seed: z.string(),
  /** The market of the trial; absent when it ran on all of them. */
  market: z.string().optional(),
  end: z.enum(['complete', 'failed']),
  /** Why a failed trial failed; the fields below are absent then. */
  message: z.string().optional(),
  value: z.number().nullable(),
  pnl: dollars.optional(),
  fees: dollars.optional(),
  drawdown: dollars.optional(),
  orders: z.int().optional(),
  fills: z.int().optional(),
  /** Null with too few observations (fewer than 30 returns), and when the returns do not vary; then with the reason. */
  sharpe: z.number().nullable().optional(),
  sharpeReason: z.string().optional(),
  brier: z.number().nullable().optional(),
});
export type ReportTrial = z.infer<typeof ReportTrial>;

const ReportWindow = z.strictObject({
  window: z.int(),
  train: span,
  test: span,
  /** Markets of the training span whose outcome was not known by its end: the training used none of them. */
  embargoed: z.int(),
  /** The point with the best value over the training span; null when none has a value. */
  chosen: point.nullable(),
  trained: ReportSpread.nullable(),
  /** The deflated Sharpe ratio of the chosen point in training; null with the reason, such as few observations. */
  deflatedSharpe: z.number().nullable(),
  deflatedReason: z.string().optional(),
  /** The chosen point over the test span; null without a choice. */
  tested: ReportPoint.nullable(),
});
export type ReportWindow = z.infer<typeof ReportWindow>;

/** The mean profit of the chosen points over their test spans, one after the other: lists of equal length. */
const ReportOutOfSample = z.strictObject({
  period: z.enum(['minute', 'hour', 'day']),
  /** The end of each period. */
  at: z.array(time),
  pnl: z.array(z.number()),
});

const ReportParameter = z.union([
  z.strictObject({ name: z.string(), values: z.array(params.valueType) }),
  z.strictObject({
    name: z.string(),
    low: z.number(),
    high: z.number(),
    scale: z.enum(['linear', 'log']),
    step: z.number().optional(),
  }),
]);
export type ReportParameter = z.infer<typeof ReportParameter>;

const Figure = Metric.omit({ group: true, interval: true, intervalReason: true });
export type Figure = z.infer<typeof Figure>;

export const SweepReport = z.strictObject({
  /** The version that wrote the report. */
  touchstone: z.string(),
  strategy: z.strictObject({ name: z.string(), sha256: z.string() }),
  /** Parameters that are the same for all points. */
  params,
  parameters: z.array(ReportParameter),
  /** Draws from the ranges for each combination of listed values, and their seed; 1 without ranges. */
  draws: z.int(),
  drawSeed: z.string(),
  seeds: z.array(z.string()),
  /** `each`: one trial for each of the names; `together`: trials on all of them at once. */
  markets: z.strictObject({ mode: z.enum(['together', 'each']), names: z.array(z.string()) }),
  fidelity: z.enum(FIDELITIES),
  assumptions: ReportAssumptions,
  /** The assumptions that make results rosier than the defaults, in words. */
  rosier: z.array(z.string()),
  data: z.strictObject({ checksum: z.string(), rows: z.int(), first: time, last: time, from: time, to: time }),
  metric: z.strictObject({
    id: z.enum(SWEEP_METRICS),
    title: z.string(),
    unit: Metric.shape.unit,
    definition: z.string(),
    better: z.enum(['higher', 'lower']),
  }),
  counts: z.strictObject({
    points: z.int(),
    trials: z.int(),
    failed: z.int(),
    /** Points of earlier sweeps on the same data, as the user states them. */
    triedBefore: z.int(),
  }),
  /** The point with the best value over the whole span; null with walk-forward, and when none has a value. */
  best: point.nullable(),
  figures: z.array(Figure),
  windows: z.array(ReportWindow),
  /** Null without walk-forward. */
  outOfSample: ReportOutOfSample.nullable(),
  /** With walk-forward over all training spans. */
  points: z.array(ReportPoint),
  trials: z.array(ReportTrial),
});
export type SweepReport = z.infer<typeof SweepReport>;

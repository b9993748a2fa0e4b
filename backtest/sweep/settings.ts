/** backtest/sweep/settings: what decides the result of a trial, validated as untrusted text, and the stored result. */
import { z } from 'zod';
import { AssumptionSettings } from '../options.ts';

/** More trials than this are refused. */
export const TRIALS_MAX = 1_000_000;
const LISTED_MAX = 10_000;
const NAMES_MAX = 100_000;

const name = z.string().max(1_000);
const param = z.union([z.string().max(10_000), z.number(), z.boolean()]);
const paramName = z.string().regex(/^[A-Za-z_][\w-]*$/);
const moment = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const SpaceSettings = z.strictObject({
  lists: z.array(z.strictObject({ name: paramName, values: z.array(param).min(1).max(LISTED_MAX) })).max(100),
  ranges: z
    .array(
      /** Drawn evenly, also in logarithms; to a multiple of `step` from `low` on, if there is one. */
      z.strictObject({
        name: paramName,
        low: z.number(),
        high: z.number(),
        scale: z.enum(['linear', 'log']),
        step: z.number().positive().exactOptional(),
      }),
    )
    .max(100),
  /** From the ranges, for each combination of listed values: 1 without ranges. */
  draws: z.int().min(1).max(TRIALS_MAX),
  seed: name,
});

const Span = z.strictObject({ from: moment, to: moment });
export type Span = z.infer<typeof Span>;

const Window = z.strictObject({ train: Span, test: Span });
/** Points are compared over `train`; the best one runs over `test`. */
export type Window = z.infer<typeof Window>;

export const SweepSettings = z.strictObject({
  touchstone: name,
  strategy: z.strictObject({ name, sha256 }),
  /** The checksum of the recording. */
  recording: name,
  params: z.record(paramName, param),
  space: SpaceSettings,
  seeds: z.array(name).min(1).max(TRIALS_MAX),
  /** Each set of markets has its trials; `all` stands for every market of the recording. */
  marketSets: z
    .array(z.union([z.literal('all'), z.array(name).min(1).max(NAMES_MAX)]))
    .min(1)
    .max(NAMES_MAX),
  assumptions: AssumptionSettings,
  /** Paths besides its own that the strategy may read. */
  allowRead: z.array(name).max(1_000),
  /** The span that is replayed without windows. */
  span: Span,
  /** Empty for a sweep without walk-forward. */
  windows: z.array(Window).max(NAMES_MAX),
});
export type SweepSettings = z.infer<typeof SweepSettings>;

/** The settings of a sweep as a worker gets them, with the places of its files. */
export const WorkerSettings = z.strictObject({
  sweep: SweepSettings,
  files: z.strictObject({ strategy: z.string(), recording: z.string() }),
});
export type WorkerSettings = z.infer<typeof WorkerSettings>;

/** Microseconds. */
export type WalkForward = { readonly train: number; readonly test: number; readonly step: number };

/** More windows than this are refused. */
export const WINDOWS_MAX = 10_000;

/**
 * The windows of a span, earliest first: each trains for `train` and is tested in the `test` that follows; the next one
 * begins `step` later. The two spans share no moment. The last window ends with the span or before it: a shorter test
 * would count as much as a whole one.
 */
export function windowsOf(
  span: { readonly from: number; readonly to: number },
  { train, test, step }: WalkForward,
): readonly Window[] {
  const windows: Window[] = [];
  for (let from = span.from; from + train + test - 1 <= span.to && windows.length <= WINDOWS_MAX; from += step) {
    const middle = from + train;
    windows.push({ train: { from, to: middle - 1 }, test: { from: middle, to: middle + test - 1 } });
  }
  return windows;
}

const value = z.number();

const Complete = z.strictObject({
  end: z.literal('complete'),
  /** Micro dollars. */
  pnl: z.int(),
  fees: z.int(),
  /** The largest fall of equity, micro dollars. */
  drawdown: z.int(),
  orders: z.int(),
  fills: z.int(),
  /** 0 without a profit or loss; otherwise a number, or the reason for null. */
  sharpe: z.union([value, z.strictObject({ reason: z.string() })]),
  /** Null without a forecast of a market that was settled to one outcome. */
  brier: value.nullable(),
  period: z.enum(['minute', 'hour', 'day']),
  /** Micro dollars by period. */
  profits: z.array(z.int()),
  /** Parameters that the strategy did not read, with those that it read; absent when it read all. */
  unread: z.strictObject({ names: z.array(z.string()), read: z.array(z.string()) }).exactOptional(),
});
export type CompleteTrial = z.infer<typeof Complete>;

/** The strategy threw. */
const Failed = z.strictObject({ end: z.literal('failed'), message: z.string() });

/** The recording is damaged. */
const Unreadable = z.strictObject({ end: z.literal('unreadable'), message: z.string() });

export const TrialResult = z.discriminatedUnion('end', [Complete, Failed, Unreadable]);
export type TrialResult = z.infer<typeof TrialResult>;

/** The result of a trial, which a sweep keeps to its end. */
export type TrialFigures =
  | Omit<CompleteTrial, 'profits' | 'period' | 'unread'>
  | { readonly end: 'failed'; readonly message: string };

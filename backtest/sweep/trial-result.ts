/** backtest/sweep/trial-result: the stored result of a trial: figures, and profits of periods in micro dollars. */
import { z } from 'zod';

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

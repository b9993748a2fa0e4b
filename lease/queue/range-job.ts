/** lease/queue/range-job: the data in Redis while work runs: a record of each run, jobs of ranges, and results. */
import { z } from 'zod';
import type { Json } from '../work.ts';

/** Keys of Redis begin with this. */
export const PREFIX = 'touchstone';

const JsonValue = z.json().transform((value): Json => value);

/** Workers of another version of touchstone do not see the jobs. */
export function queueName(version: string): string {
  return `ranges-${version}`;
}

/** The record of a run expires when its coordinator does not renew it. */
export function runKey(run: string): string {
  return `${PREFIX}:run:${run}`;
}

export const RunRecord = z.strictObject({
  touchstone: z.string().max(100),
  program: z.string().max(100),
  settings: JsonValue,
  silenceMs: z
    .number()
    .positive()
    .max(2 ** 31),
});
export type RunRecord = z.infer<typeof RunRecord>;

export const RangeJob = z.strictObject({
  run: z.uuid(),
  items: z.array(z.int().nonnegative()).min(1).max(100_000).readonly(),
});
export type RangeJob = z.infer<typeof RangeJob>;

const ItemOutcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('done'), result: JsonValue }),
  z.strictObject({ kind: z.literal('failed'), message: z.string() }),
  z.strictObject({ kind: z.literal('lost'), why: z.string() }),
]);

export const RangeResult = z.discriminatedUnion('kind', [
  /** An outcome for each item of the range, in its order. */
  z.strictObject({ kind: z.literal('ran'), outcomes: z.array(ItemOutcome).readonly() }),
  /** No item can run; `isRefused`: because of the settings. */
  z.strictObject({ kind: z.literal('unusable'), isRefused: z.boolean(), message: z.string() }),
]);
export type RangeResult = z.infer<typeof RangeResult>;

/** reports/timings-file: the file of `check --timings`. `throttled`: the wait for the request limits. */
import { z } from 'zod';

export const TimingsFile = z.strictObject({
  target: z.string(),
  seed: z.string(),
  checks: z.array(z.strictObject({ id: z.string(), milliseconds: z.number(), throttled: z.number().optional() })),
});
export type TimingsFile = z.infer<typeof TimingsFile>;

export function timingsOf({ checks }: TimingsFile): ReadonlyMap<string, number> {
  return new Map(checks.map(({ id, milliseconds }) => [id, milliseconds]));
}

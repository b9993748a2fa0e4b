/**
 * reports/timings-file: the file of `check --timings`: how long each check took. It is apart from the report, which has
 * no times.
 * `throttled`: how long it also waited for room in the request limits, which other checks had used up.
 */
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

/** reports/timings-file: the file of `check --timings`: how long each check took. It is apart from the report, which has no times. */
import { z } from 'zod';

export const TimingsFile = z.strictObject({
  target: z.string(),
  seed: z.string(),
  checks: z.array(z.strictObject({ id: z.string(), milliseconds: z.number() })),
});
export type TimingsFile = z.infer<typeof TimingsFile>;

/** Milliseconds by check id. */
export function timingsOf({ checks }: TimingsFile): ReadonlyMap<string, number> {
  return new Map(checks.map(({ id, milliseconds }) => [id, milliseconds]));
}

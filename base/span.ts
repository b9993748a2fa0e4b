/** base/span: spans of time as people write them: `1500ms`, `10s`, `2m`, `1h`, `1d`. */

/** Milliseconds of each unit of time. */
export const SPAN_UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** The longest span of time: ten years, milliseconds. */
export const LONGEST_SPAN_MS = 3_650 * SPAN_UNITS.d;

/** `10s` is 10,000; a number is milliseconds already. Undefined for anything else, and for more than ten years. */
export function millisecondsIn(span: unknown): number | undefined {
  const [, count, unit] = typeof span === 'string' ? (/^(\d{1,12})(ms|s|m|h|d)$/.exec(span) ?? []) : [];
  const ms = count === undefined ? Number(span) : Number(count) * SPAN_UNITS[unit as keyof typeof SPAN_UNITS];
  return Number.isSafeInteger(ms) && ms >= 0 && ms <= LONGEST_SPAN_MS ? ms : undefined;
}

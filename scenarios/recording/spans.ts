/** scenarios/recording/spans: milliseconds as a scenario writes them. */
import { LONGEST_SPAN_MS } from '../../base/span.ts';

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** The largest unit of which it is a whole number: `90s`, `2m`, `1500ms`; undefined if it is longer than ten years. */
export function spanOf(ms: number): string | undefined {
  if (ms > LONGEST_SPAN_MS) return undefined;
  const unit = ms === 0 ? undefined : UNITS.find(([, length]) => ms % length === 0);
  if (unit !== undefined) return `${ms / unit[1]}${unit[0]}`;
  // Seconds do not matter in a wait of weeks.
  return ms < 1e9 ? `${ms}ms` : `${Math.round(ms / 1_000)}s`;
}

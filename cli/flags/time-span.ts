/** cli/flags/time-span: the value of a flag that takes a time, such as `90s` or `5m`. */
import { InvalidArgumentError } from '@commander-js/extra-typings';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const LONGEST_MS = 24 * 3_600_000;

/** Whole milliseconds from 1 ms to 24 hours; anything else is a usage error. */
export function timeSpan(text: string): number {
  const [, count, unit = ''] = /^(\d{1,8}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? [];
  const milliseconds = Math.round(Number(count) * (UNITS[unit] ?? Number.NaN));
  if (milliseconds >= 1 && milliseconds <= LONGEST_MS) return milliseconds;
  throw new InvalidArgumentError('Give a number with its unit, such as 90s, 5m or 1h, up to 24h.');
}

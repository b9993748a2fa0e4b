/** cli/flags/values: the values of flags: numbers within bounds, and times such as `90s` or `5m`. */
import { InvalidArgumentError } from '@commander-js/extra-typings';

export function decimal(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}(?:\.\d{1,6})?$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Give a number from ${min} to ${max}.`);
  };
}

/** A parser for `argParser` and the like: plain decimal digits from `min` to `max`, anything else is a usage error. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    const bounds = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `from ${min} to ${max}`;
    throw new InvalidArgumentError(`Give a whole number ${bounds}.`);
  };
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const LONGEST_MS = 24 * 3_600_000;

/** Whole milliseconds from 1 ms to 24 hours; anything else is a usage error. */
export function timeSpan(text: string): number {
  const [, count, unit = ''] = /^(\d{1,8}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? [];
  const milliseconds = Math.round(Number(count) * (UNITS[unit] ?? NaN));
  if (milliseconds >= 1 && milliseconds <= LONGEST_MS) return milliseconds;
  throw new InvalidArgumentError('Give a number with its unit, such as 90s, 5m or 1h, up to 24h.');
}

/** cli/flags/whole-number: the value of a flag that takes a whole number within bounds. */
import { InvalidArgumentError } from '@commander-js/extra-typings';

/** A parser for `argParser` and the like: plain decimal digits from `min` to `max`, anything else is a usage error. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const bounds = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `from ${min} to ${max}`;
    throw new InvalidArgumentError(`Give a whole number ${bounds}.`);
  };
}

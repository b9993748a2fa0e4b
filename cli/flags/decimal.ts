/** cli/flags/decimal: the value of a flag that takes a decimal number within bounds. */
import { InvalidArgumentError } from '@commander-js/extra-typings';

export function decimal(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Give a number from ${min} to ${max}.`);
  };
}

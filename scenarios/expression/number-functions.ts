/** scenarios/expression/number-functions: numbers, and moments in milliseconds since the epoch. */

import { type Functions, one, two } from './function.ts';
import { aNumber, anything, aText, aWhole, someNumbers } from './value-functions.ts';
import { ExpressionError, finite } from './values.ts';

const DIGITS_MAX = 15;
const NUMBER = /^[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,3})?$/;
/** From here on numbers are written with exponents. */
const PLAIN_MAX = 1e21;
const MOMENT_MAX = 8_640_000_000_000_000;

/** Moves the decimal point of the shortest decimal of a number, which a product with a power of ten may miss. */
function shifted(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** Rounded as on paper: halves away from zero. */
function rounded(value: number, digits: number): number {
  const size = shifted(Math.round(shifted(Math.abs(value), digits)), -digits);
  return finite(value < 0 && size !== 0 ? -size : size, 'the rounded number');
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  const text = aText(value);
  if (!NUMBER.test(text)) throw new ExpressionError('needs a decimal number in a text, as in "0.50"');
  return finite(Number(text), 'the number in the text');
}

function decimalOf(value: unknown, digits: unknown): string {
  const places = aWhole(digits, 0, DIGITS_MAX);
  const number = rounded(aNumber(value), places);
  if (Math.abs(number) >= PLAIN_MAX) throw new ExpressionError('needs a number below 1e21');
  return number.toFixed(places);
}

function extreme(numbers: readonly number[], better: (a: number, b: number) => boolean) {
  return numbers.reduce((best, one) => (better(one, best) ? one : best));
}

function isoOf(moment: number): string {
  if (Math.abs(moment) <= MOMENT_MAX) return new Date(moment).toISOString();
  throw new ExpressionError('needs milliseconds since 1970, within reach of a calendar');
}

function momentOf(iso: string): number {
  const moment = Date.parse(iso);
  if (!Number.isNaN(moment)) return moment;
  throw new ExpressionError('needs a time as in "2026-01-31T12:00:00Z"');
}

export const NUMBER_FUNCTIONS: Functions = {
  number: one(numberOf, (value) => value),
  double: one(numberOf, (value) => value),
  int: one(numberOf, Math.trunc),
  round: { arity: [1, 2], call: ([value, digits]) => rounded(aNumber(value), aWhole(digits, 0, DIGITS_MAX, 0)) },
  decimal: two(anything, anything, decimalOf),
  abs: one(aNumber, Math.abs),
  floor: one(aNumber, Math.floor),
  ceil: one(aNumber, Math.ceil),
  min: { arity: [1, 32], call: (values) => extreme(someNumbers(values), (a, b) => a < b) },
  max: { arity: [1, 32], call: (values) => extreme(someNumbers(values), (a, b) => a > b) },
  /** Whole seconds. */
  seconds: one(aNumber, (ms) => Math.floor(ms / 1_000)),
  iso: one(aNumber, isoOf),
  /** The inverse of `iso`. */
  moment: one(aText, momentOf),
};

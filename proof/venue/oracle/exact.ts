/** proof/venue/oracle/exact: exact products beyond 2^53, in pieces that a double holds; allocates nothing. */
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { FeeTerms } from '../../../spec/venue/command.ts';

/** `rate` times `amount` in whole units of `unit`, rounded down. */
function wholeOf(rate: number, amount: number, unit: number): number {
  const high = Math.floor(amount / unit);
  return rate * high + Math.floor((rate * (amount - high * unit)) / unit);
}

/** The remainder of `wholeOf`. */
function restOf(rate: number, amount: number, unit: number): number {
  const product = rate * (amount - Math.floor(amount / unit) * unit);
  return product - Math.floor(product / unit) * unit;
}

export const wholeCash = (price: number, size: number): number => wholeOf(price, size, PRICE_ONE);
/** The remainder of `wholeCash`, in ten-thousandths of a micro dollar. */
export const cashFraction = (price: number, size: number): number => restOf(price, size, PRICE_ONE);
/** The payout of `shares` at `payout` micro dollars each, rounded down to the micro dollar. */
export const wholePayout = (payout: number, shares: number): number => wholeOf(payout, shares, MICRO);
/** The remainder of `wholePayout`, in millionths of a micro dollar. */
export const payoutFraction = (payout: number, shares: number): number => restOf(payout, shares, MICRO);

/** Digits of a number in base 1e8, lowest first; a digit times any factor used here is exact in a double. */
export type Digits = Float64Array;
const BASE = 100_000_000;
/** `size x rate x (p(1-p))^2` in price units is below 1e36. */
const DIGITS = 5;
/** One fee step (five decimals of a dollar) in the digit that counts millionths of micro dollars. */
const STEP = 10_000_000;
/** The same in micro dollars. */
export const STEP_MICROS = 10;

export function newDigits(): Digits {
  return new Float64Array(DIGITS);
}

/** Copies a number, or clears it; faster than the methods of typed arrays at this length. */
export function setDigits(digits: Digits, from: Digits | undefined): void {
  for (let at = 0; at < DIGITS; at += 1) digits[at] = from?.[at] ?? 0;
}

/** Adds the exact fee of one fill, a count of `1 / (1e6 x 1e8^exponent)` micro dollars. */
export function addExactFee(sum: Digits, terms: FeeTerms, price: number, size: number): void {
  const high = Math.floor(size / BASE);
  product[0] = size - high * BASE;
  product[1] = high;
  product[2] = 0;
  product[3] = 0;
  product[4] = 0;
  multiply(terms.rate);
  const spread = price * (PRICE_ONE - price);
  for (let power = 0; power < terms.exponent; power += 1) multiply(spread);
  let carry = 0;
  for (let at = 0; at < DIGITS; at += 1) {
    const digit = (sum[at] ?? 0) + (product[at] ?? 0) + carry;
    carry = digit >= BASE ? 1 : 0;
    sum[at] = digit - carry * BASE;
  }
}

/** An exact fee in micro dollars, half up to five decimals of a dollar. */
export function roundedFee(sum: Digits, exponent: FeeTerms['exponent']): number {
  const last = sum[exponent] ?? 0;
  const steps = Math.floor(last / STEP);
  const whole = (sum[exponent + 2] ?? 0) * 1_000_000_000 + (sum[exponent + 1] ?? 0) * 10 + steps;
  return (whole + (2 * (last - steps * STEP) >= STEP ? 1 : 0)) * STEP_MICROS;
}

/** Scratch number of one call. */
const product: Digits = newDigits();

function multiply(factor: number) {
  let carry = 0;
  for (let at = 0; at < DIGITS; at += 1) {
    const digit = (product[at] ?? 0) * factor + carry;
    carry = Math.floor(digit / BASE);
    product[at] = digit - carry * BASE;
  }
}

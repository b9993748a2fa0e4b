/** conformance/checks/quantities: decimal texts in any spelling as whole units, money to the cent. */
import { MICRO, PRICE_ONE, tenTo } from '../../base/units.ts';
import { isClose } from '../../wire/pattern/closeness.ts';

/** Digits that prices and sizes are read with: enough for any tick in use. */
const DIGITS = 6;

/** Decimal text in any spelling as an integer of `10^-digits`; NaN where it is not a number, or finer than that. */
export function unitsOf(text: string | undefined, digits: number): number {
  if (text === undefined || text.trim() === '') return Number.NaN;
  const units = Math.round(Number(text) * tenTo(digits));
  return Number.isSafeInteger(units) && isClose(units / tenTo(digits), Number(text)) ? units : Number.NaN;
}

/** Decimal text as an integer of 1e-6; NaN if it is not a decimal of at most six digits. */
export function micro(text: string | undefined): number {
  return unitsOf(text, DIGITS);
}

/** A price in price units (1e-4 dollars) in the unit of `micro`. */
export function microPrice(price: number): number {
  return price * (MICRO / PRICE_ONE);
}

/** The pattern of a price from 0 to 1, but for noise. */
export const UNIT_PRICE = { $any: [{ $range: [0, 1] }, { $near: 0 }, { $near: 1 }] };

const YEAR_2001 = 1_000_000_000;
const YEAR_2286 = 10_000_000_000;

/** A moment of this age in seconds; one in milliseconds or microseconds is larger. 0 means an unknown moment. */
export const UNIX_SECONDS = { $any: [0, { $range: [YEAR_2001, YEAR_2286 - 1] }] };

/** The cost of a dollar or share for a buyer with the highest fee. */
export const DEAREST = 1.11;

/** More than half a cent on either side, which is the most that rounding to cents removes. */
export const CENT = 0.011;

/** True if the values are equal after rounding to cents. */
export function isSameCent(actual: number, expected: number): boolean {
  return Math.abs(actual - expected) < CENT;
}

/** True if the values are equal after rounding to cents, or to six digits of a large number. */
export function isNear(actual: number, expected: number): boolean {
  return Math.abs(actual - expected) <= Math.max(CENT, Math.abs(expected) * 1e-4);
}

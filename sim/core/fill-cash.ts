/**
 * sim/core/fill-cash: whole micro dollars for fills whose exact value has a fraction (a micro share at 0.5 is worth half
 * a micro dollar). Each order rounds its running total, against itself: over all its fills a BUY pays the exact sum
 * rounded up and a SELL receives it rounded down, in any number of fills. Each order keeps its rounding in ten-thousandths
 * of a micro dollar. The residual account holds the sum over all orders.
 */
import { PRICE_ONE } from '../../base/units.ts';
import { type OrderPool, roundingOf, setRounding } from './order-pool.ts';

/** Whole micro dollars for `size` micro shares, rounded down: exact for any size. */
export function wholeCash(price: number, size: number): number {
  const product = price * size;
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / PRICE_ONE);
  const high = Math.floor(size / PRICE_ONE);
  return price * high + Math.floor((price * (size - high * PRICE_ONE)) / PRICE_ONE);
}

/** The fraction that `wholeCash` dropped from its result `whole`, in ten-thousandths of a micro dollar. */
export function fractionBeside(whole: number, price: number, size: number): number {
  const product = price * size;
  if (product <= Number.MAX_SAFE_INTEGER) return product - whole * PRICE_ONE;
  const low = price * (size - Math.floor(size / PRICE_ONE) * PRICE_ONE);
  return low - Math.floor(low / PRICE_ONE) * PRICE_ONE;
}

/** As `wholeCash`, for the same size of the other outcome: one share of each is worth a dollar. */
export function otherWhole(size: number, whole: number, fraction: number): number {
  return fraction === 0 ? size - whole : size - whole - 1;
}

/** As `fractionBeside`, for the same size of the other outcome. */
export function otherFraction(fraction: number): number {
  return fraction === 0 ? 0 : PRICE_ONE - fraction;
}

/** The cash that a BUY with an overpayment of `rounding` pays for `size` more shares at `price`. */
export function cashToPay(rounding: number, price: number, size: number): number {
  const whole = wholeCash(price, size);
  return fractionBeside(whole, price, size) > rounding ? whole + 1 : whole;
}

/**
 * Cash of one more fill of the order, micro dollars: paid by a BUY, received by a SELL. `whole` and `fraction` are the
 * exact value of the fill. Updates the order's rounding.
 */
export function takeFillCash(pool: OrderPool, slot: number, isSale: boolean, whole: number, fraction: number): number {
  const rounding = roundingOf(pool, slot);
  if (isSale) {
    const owed = rounding + fraction;
    setRounding(pool, slot, owed < PRICE_ONE ? owed : owed - PRICE_ONE);
    return owed < PRICE_ONE ? whole : whole + 1;
  }
  const covered = fraction <= rounding;
  setRounding(pool, slot, covered ? rounding - fraction : rounding + PRICE_ONE - fraction);
  return covered ? whole : whole + 1;
}

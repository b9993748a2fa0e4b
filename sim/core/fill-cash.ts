/**
 * sim/core/fill-cash: whole micro dollars for fills whose exact value has a fraction (a micro share at 0.5 is worth
 * half a micro dollar). Each order rounds its running total, against itself: over all its fills a BUY pays the exact
 * sum rounded up and a SELL receives it rounded down, in any number of fills. Each order keeps its rounding in
 * ten-thousandths of a micro dollar. The residual account holds the sum over all orders.
 */
import { invariant } from '../../base/result.ts';
import { type Micro, PRICE_ONE, type Price } from '../../base/units.ts';
import { type OrderPool, roundingOf, type Slot, setRounding, termsOf } from './order-pool.ts';
import { isSale } from './order-terms.ts';

/** Exact dollars: whole micro dollars, and ten-thousandths of one. */
type Worth = { readonly whole: number; readonly fraction: number };

/** The exact value of `size` micro shares. */
export function worthOf(price: Price, size: Micro): Worth {
  // Beyond the exact integers the size is split: a price times less than PRICE_ONE micro shares is exact.
  const high = price * size <= Number.MAX_SAFE_INTEGER ? 0 : Math.floor(size / PRICE_ONE);
  const low = price * (size - high * PRICE_ONE);
  const whole = Math.floor(low / PRICE_ONE);
  const fraction = low - whole * PRICE_ONE;
  invariant(fraction >= 0 && fraction < PRICE_ONE, 'a product of whole numbers is exact, and so is its rest');
  return { whole: price * high + whole, fraction };
}

/** The value of the same size of the other outcome: one share of each is worth a dollar. */
export function otherWorth(size: Micro, { whole, fraction }: Worth): Worth {
  const borrowed = fraction === 0 ? 0 : 1;
  invariant(whole + borrowed <= size, 'a share is worth a dollar at most');
  return { whole: size - whole - borrowed, fraction: borrowed * PRICE_ONE - fraction };
}

/** The cash that a BUY with an overpayment of `rounding` pays for `size` more shares at `price`. */
export function cashToPay(rounding: number, price: Price, size: Micro): Micro {
  const { whole, fraction } = worthOf(price, size);
  return fraction > rounding ? whole + 1 : whole;
}

/** Cash of one more fill of the order, micro dollars: paid by a BUY, received by a SELL. Updates the order's rounding. */
export function takeFillCash(pool: OrderPool, slot: Slot, { whole, fraction }: Worth): Micro {
  const rounding = roundingOf(pool, slot);
  if (isSale(termsOf(pool, slot))) {
    const owed = rounding + fraction;
    setRounding(pool, slot, owed < PRICE_ONE ? owed : owed - PRICE_ONE);
    return owed < PRICE_ONE ? whole : whole + 1;
  }
  const covered = fraction <= rounding;
  setRounding(pool, slot, covered ? rounding - fraction : rounding + PRICE_ONE - fraction);
  return covered ? whole : whole + 1;
}

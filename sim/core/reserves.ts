/**
 * sim/core/reserves: the reservation of each order, and the cash of its fills. A SELL reserves the shares it still
 * offers. A BUY reserves the most it can still cost: the rest at its limit plus the fee there. For a resting order this
 * is exact to the micro dollar; for an arriving one, to a step of the fee. A fill whose exact value has a fraction (a
 * micro share at 0.5 is worth half a micro dollar) costs whole micro dollars: each order rounds its running total,
 * against itself. Over all its fills a BUY pays the exact sum rounded up and a SELL receives it rounded down, in any
 * number of fills. Each order keeps its rounding in ten-thousandths of a micro dollar. The residual account holds the
 * sum over all orders.
 */
import { invariant } from '../../base/result.ts';
import { type Micro, PRICE_ONE, type Price } from '../../base/units.ts';
import type { MarketTerms } from '../../spec/venue/command.ts';
import { makingFeeLimit, restingFeeLimit, takingFeeLimit } from './fees.ts';
import { changeReservedCash, changeReservedTokens } from './ledger.ts';
import {
  holdingIn,
  type OrderPool,
  remainingOf,
  reservedOf,
  roundingOf,
  type Slot,
  setReserved,
  setRounding,
  termsOf,
  walletOf,
} from './order-pool.ts';
import { isSale, outcomeIn, priceIn } from './order-terms.ts';
import type { VenueState } from './venue-state.ts';

type Wanted = { readonly price: Price; readonly size: Micro };

/** The most a BUY can cost from its arrival on: it takes what it can, and rests with the remainder at its limit. */
export function arrivalCost({ fee }: MarketTerms, { price, size }: Wanted, canTake: boolean): Micro {
  return cashToPay(0, price, size) + (canTake ? takingFeeLimit(fee, price, size) : makingFeeLimit(fee, price, size));
}

/** The most a resting order can still cost. */
export function restingNeed(pool: OrderPool, slot: Slot, { fee }: MarketTerms): Micro {
  const terms = termsOf(pool, slot);
  const remaining = remainingOf(pool, slot);
  invariant(remaining > 0, 'an order that rests has shares left to reserve for');
  if (isSale(terms)) return remaining;
  return cashToPay(roundingOf(pool, slot), priceIn(terms), remaining) + restingFeeLimit(pool, slot, fee);
}

/** Sets the reservation of the order, in cash or in tokens according to its side. */
export function holdReserve({ pool, ledger }: VenueState, slot: Slot, need: Micro): void {
  const change = need - reservedOf(pool, slot);
  invariant(need >= 0, 'the worst case of an order is a cost');
  if (change === 0) return;
  setReserved(pool, slot, need);
  const terms = termsOf(pool, slot);
  if (isSale(terms)) changeReservedTokens(ledger, holdingIn(pool, slot), outcomeIn(terms), change);
  else changeReservedCash(ledger, walletOf(pool, slot), change);
}

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
function cashToPay(rounding: number, price: Price, size: Micro): Micro {
  const { whole, fraction } = worthOf(price, size);
  return fraction > rounding ? whole + 1 : whole;
}

/** Cash of one more fill of the order, micro dollars: paid by a BUY, received by a SELL. Updates the rounding. */
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

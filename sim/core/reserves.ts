/**
 * sim/core/reserves: the reservation of each order. A SELL reserves the shares it still offers. A BUY reserves the most
 * it can still cost: the rest at its limit plus the fee there. For a resting order this is exact to the micro dollar;
 * for an arriving one, to a step of the fee.
 */
import { invariant } from '../../base/result.ts';
import type { Micro, Price } from '../../base/units.ts';
import type { MarketTerms } from '../../spec/venue/command.ts';
import { makingFeeLimit, restingFeeLimit, takingFeeLimit } from './fees.ts';
import { cashToPay } from './fill-cash.ts';
import { changeReservedCash, changeReservedTokens } from './ledger.ts';
import {
  holdingIn,
  type OrderPool,
  remainingOf,
  reservedOf,
  roundingOf,
  type Slot,
  setReserved,
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

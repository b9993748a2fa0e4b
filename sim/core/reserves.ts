/**
 * sim/core/reserves: what each order holds. A SELL holds the shares it still offers. A BUY holds the dollars it can
 * still cost: the rest at its limit plus the highest fee it can meet. Worst case, to the micro dollar, at all times.
 */
import type { PlaceOrder } from './command.ts';
import { makingFeeLimit, restingFeeLimit, takingFeeLimit } from './fees.ts';
import { changeReservedCash, changeReservedTokens, holdingOf } from './ledger.ts';
import type { Market } from './market.ts';
import { type Order, remainingOf } from './order.ts';
import { cashToPay } from './rounding.ts';
import { accountOf, type Venue } from './venue.ts';

/** What a BUY costs at most from its arrival on: it takes where it can, and what is left rests at its limit. */
export function arrivalCost(market: Market, command: PlaceOrder, canTake: boolean): number {
  const { price, size } = command;
  const { fee } = market.terms;
  return cashToPay(0, price, size) + (canTake ? takingFeeLimit(fee, price, size) : makingFeeLimit(fee, price, size));
}

/** What a resting order can still cost. */
export function restingNeed(market: Market, order: Order): number {
  const remaining = remainingOf(order);
  if (order.side === 'SELL') return remaining;
  return cashToPay(order.rounding, order.price, remaining) + restingFeeLimit(market.terms.fee, order);
}

/** Sets what the order holds, in cash or in tokens according to its side. */
export function holdReserve(venue: Venue, order: Order, need: number): void {
  const change = need - order.reserved;
  if (change === 0) return;
  order.reserved = need;
  const account = accountOf(venue, order.wallet);
  if (order.side === 'BUY') changeReservedCash(account, change);
  else changeReservedTokens(holdingOf(account, order.market), order.outcome, change);
}

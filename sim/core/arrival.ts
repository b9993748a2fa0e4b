/** sim/core/arrival: an accepted order meets the book: it trades, closes or reduces resting orders, and then rests or ends. */

import { rankOf, sizeAt } from './book-side.ts';
import { clearFee, isFree, storeFee } from './fees.ts';
import { KILLED, MATCHED, SELF_TRADE, writeShort } from './log-write.ts';
import { type Market, oppositeSide, ownSide } from './market.ts';
import { canFillWhole, matchOrder } from './matcher.ts';
import { finishOrder, restOrder, withdrawOrder } from './order-lifecycle.ts';
import { orderIn, remainingOf, sizeOf, termsOf, walletOf } from './order-pool.ts';
import { bookPriceIn, canRest, isFillOrKill } from './order-terms.ts';
import { CANCELLED_WHOLE, FILLED, metLoss, metSlot } from './sweep.ts';
import { marketOf, type VenueState } from './venue-state.ts';

/** Ends the delay of an order. It meets the book as it is now, or is killed if it no longer fits. */
export function release(venue: VenueState, slot: number): void {
  const { pool } = venue;
  const market = marketOf(venue, slot);
  withdrawOrder(venue, market, slot);
  const terms = termsOf(pool, slot);
  const size = sizeOf(pool, slot);
  const fits = isFillOrKill(terms) ? canFill(venue, market, slot) : !canRest(terms) || hasRoom(market, terms, size);
  if (market.state !== 'open' || !fits) {
    finishOrder(venue, slot, KILLED);
    return;
  }
  writeShort(venue.log, 'order-released', venue.now, orderIn(pool, slot));
  execute(venue, market, slot);
}

/** Whether the total of the level stays an exact integer with this order. */
export function hasRoom(market: Market, terms: number, size: number): boolean {
  return sizeAt(ownSide(market, terms), bookPriceIn(terms)) + size <= Number.MAX_SAFE_INTEGER;
}

function canFill(venue: VenueState, market: Market, slot: number): boolean {
  const { pool } = venue;
  const terms = termsOf(pool, slot);
  const side = oppositeSide(market, terms);
  return canFillWhole(venue, side, rankOf(side, bookPriceIn(terms)), walletOf(pool, slot), sizeOf(pool, slot));
}

/** Matches an accepted order, logs the effect on resting orders, and rests or ends it. */
export function execute(venue: VenueState, market: Market, slot: number): void {
  const { pool, sweep } = venue;
  const order = orderIn(pool, slot);
  clearFee(venue.takerFee);
  matchOrder(venue, market, slot);
  if (sweep.count > 0) logMetOrders(venue, order);
  const terms = termsOf(pool, slot);
  if (sweep.endedBySelf) finishOrder(venue, slot, SELF_TRADE);
  else if (remainingOf(pool, slot) === 0) finishOrder(venue, slot, MATCHED);
  else if (!canRest(terms)) finishOrder(venue, slot, KILLED);
  else {
    if (!isFree(market.terms.fee, false)) storeFee(pool, slot, venue.takerFee);
    restOrder(venue, market, slot);
  }
}

/** Logs what happened to the resting orders that were met, in the order of matching. */
function logMetOrders(venue: VenueState, incoming: number): void {
  const { pool, sweep } = venue;
  for (let index = 0; index < sweep.count; index += 1) {
    const slot = metSlot(sweep, index);
    const lost = metLoss(sweep, index);
    if (lost === FILLED) finishOrder(venue, slot, MATCHED);
    else if (lost === CANCELLED_WHOLE) finishOrder(venue, slot, SELF_TRADE);
    else {
      logReduced(venue, orderIn(pool, slot), lost);
      logReduced(venue, incoming, lost);
      if (remainingOf(pool, slot) === 0) finishOrder(venue, slot, SELF_TRADE);
    }
  }
}

function logReduced(venue: VenueState, order: number, lost: number): void {
  writeShort(venue.log, 'order-reduced', venue.now, order, [lost]);
  venue.reductions.set(order, (venue.reductions.get(order) ?? 0) + lost);
}

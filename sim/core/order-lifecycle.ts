/** sim/core/order-lifecycle: rests, delays, withdraws and ends open orders. */

import { bestOrder, dequeue, enqueue, orderAfter } from './book-side.ts';
import { writeClosed } from './log-write.ts';
import { type Market, ownSide, touchBook } from './market.ts';
import { endOrder } from './open-orders.ts';
import { freeOrder, NONE, orderIn, remainingOf, setTerms, termsOf } from './order-pool.ts';
import { DELAYED } from './order-terms.ts';
import { holdReserve, restingNeed } from './reserves.ts';
import { marketOf, type VenueState } from './venue-state.ts';

export function restOrder(venue: VenueState, market: Market, slot: number): void {
  holdReserve(venue, slot, restingNeed(venue.pool, slot, market.terms));
  joinBook(venue, market, slot);
}

/** As `restOrder`, for an order whose reservation is already right. */
export function joinBook({ pool, now }: VenueState, market: Market, slot: number): void {
  enqueue(ownSide(market, termsOf(pool, slot)), pool, slot);
  touchBook(market, now);
}

/** Makes an order wait outside the book. It keeps its reservation. */
export function delayOrder({ pool }: VenueState, market: Market, slot: number): void {
  setTerms(pool, slot, termsOf(pool, slot) | DELAYED);
  market.delayed.add(slot);
}

/** Takes an open order out of the book, or ends its delay. */
export function withdrawOrder(venue: VenueState, market: Market, slot: number): void {
  const { pool } = venue;
  const terms = termsOf(pool, slot);
  if ((terms & DELAYED) === 0) {
    dequeue(ownSide(market, terms), pool, slot);
    touchBook(market, venue.now);
  } else {
    market.delayed.delete(slot);
    setTerms(pool, slot, terms & ~DELAYED);
  }
}

/** Ends an order that is in no queue: releases its reservation and logs the reason (an index in `CLOSE_REASONS`). */
export function finishOrder(venue: VenueState, slot: number, reason: number): void {
  const { pool } = venue;
  const order = orderIn(pool, slot);
  holdReserve(venue, slot, 0);
  endOrder(venue.orders, order, writeClosed(venue.log, venue.now, order, reason, remainingOf(pool, slot)));
  freeOrder(pool, slot);
}

export function closeOrder(venue: VenueState, slot: number, reason: number): void {
  withdrawOrder(venue, marketOf(venue, slot), slot);
  finishOrder(venue, slot, reason);
}

/** Ends open orders, in order of their numbers. */
export function closeOrders(venue: VenueState, slots: readonly number[], reason: number): void {
  const { pool } = venue;
  const inOrder = [...slots].sort((one, other) => orderIn(pool, one) - orderIn(pool, other));
  for (const slot of inOrder) closeOrder(venue, slot, reason);
}

/** Slots of the open orders of a market, waiting ones first. */
export function openSlotsOf({ pool }: VenueState, market: Market): number[] {
  const slots = [...market.delayed];
  for (const side of [market.bids, market.asks]) {
    for (let slot = bestOrder(side); slot !== NONE; slot = orderAfter(side, pool, slot)) slots.push(slot);
  }
  return slots;
}

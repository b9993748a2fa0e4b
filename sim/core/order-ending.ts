/** sim/core/order-ending: takes open orders out of the book, ends them, and schedules their expiry and release. */
import { invariant } from '../../base/result.ts';

import type { OrderNumber } from '../../spec/venue/command.ts';
import type { CloseReason } from '../../spec/venue/event.ts';
import { bestOrder, dequeue, orderAfter } from './book-side.ts';
import { writeClosed } from './log-write.ts';
import { type Market, ownSide, touchBook } from './market.ts';
import { endOrder, slotOf } from './open-orders.ts';
import { freeOrder, NONE, orderIn, remainingOf, type Slot, setTerms, termsOf } from './order-pool.ts';
import { DELAYED } from './order-terms.ts';
import { holdReserve } from './reserves.ts';
import { setOrderTimer } from './timers.ts';
import { marketOf, type VenueState } from './venue-state.ts';

/** Takes an open order out of the book, or ends its delay. */
export function withdrawOrder(venue: VenueState, market: Market, slot: Slot): void {
  const { pool } = venue;
  const terms = termsOf(pool, slot);
  if ((terms & DELAYED) === 0) {
    dequeue(ownSide(market, terms), pool, slot);
    touchBook(market, venue.now);
  } else {
    const waited = market.delayed.delete(slot);
    invariant(waited, 'an order that waits is on the list of its market');
    setTerms(pool, slot, terms & ~DELAYED);
  }
}

/** Ends an order that is in no queue: releases its reservation and logs the reason. */
export function finishOrder(venue: VenueState, slot: Slot, reason: CloseReason): void {
  const { pool, now: at } = venue;
  const order = orderIn(pool, slot);
  const remaining = remainingOf(pool, slot);
  invariant(order >= 0, 'only an open order ends');
  invariant(reason !== 'matched' || remaining === 0, 'an order that ends as matched is filled');
  holdReserve(venue, slot, 0);
  endOrder(venue.orders, order, writeClosed(venue.log, { at, order, reason, remaining }));
  freeOrder(pool, slot);
}

export function closeOrder(venue: VenueState, slot: Slot, reason: CloseReason): void {
  withdrawOrder(venue, marketOf(venue, slot), slot);
  finishOrder(venue, slot, reason);
}

/** Ends open orders, in order of their numbers. */
export function closeOrders(venue: VenueState, slots: readonly number[], reason: CloseReason): void {
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

/** Schedules the expiry or the release of an order. */
export function scheduleOrder(venue: VenueState, at: number, order: OrderNumber, due: 'expire' | 'release'): void {
  invariant(at > venue.now, 'an order expires or is released later');
  setOrderTimer(venue.timers, at, order, due, (id) => isOrderTimerValid(venue, Math.floor(id / 2), id % 2 === 1));
}

/** An expiry is valid while the order is open, a release while the order waits. */
export function isOrderTimerValid(venue: VenueState, order: OrderNumber, isRelease: boolean): boolean {
  const slot = slotOf(venue.orders, order);
  return slot > 0 && (!isRelease || (termsOf(venue.pool, slot) & DELAYED) !== 0);
}

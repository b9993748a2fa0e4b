/** sim/core/closing: how an order's life goes on and ends: joining the open orders, leaving them, and the reason told. */
import { dequeue, enqueue } from './book-side.ts';
import type { CloseReason } from './event.ts';
import { type Market, ownSide, touchBook } from './market.ts';
import { type Order, type OrderState, remainingOf } from './order.ts';
import { holdReserve, restingNeed } from './reserves.ts';
import { marketOf, type Venue } from './venue.ts';

const STATE_AFTER: Readonly<Record<CloseReason, OrderState>> = {
  matched: 'matched',
  cancelled: 'cancelled',
  expired: 'expired',
  killed: 'killed',
  heartbeat: 'cancelled',
  'self-trade': 'cancelled',
  'market-closed': 'cancelled',
  'tick-changed': 'cancelled',
};

export function isOpen(order: Order): boolean {
  return order.state === 'live' || order.state === 'delayed';
}

/** Puts what is left of an order into the book. */
export function restOrder(venue: Venue, market: Market, order: Order): void {
  order.state = 'live';
  holdReserve(venue, order, restingNeed(market, order));
  enqueue(ownSide(market, order), order);
  touchBook(market, venue.now);
  joinOpenOrders(venue, order);
}

/** Lets an order wait outside the book, holding what it held on arrival. */
export function delayOrder(venue: Venue, market: Market, order: Order): void {
  order.state = 'delayed';
  market.delayed.add(order);
  joinOpenOrders(venue, order);
}

/** Takes an open order out of the book or the waiting room. */
export function withdrawOrder(venue: Venue, market: Market, order: Order): void {
  if (order.state === 'live') {
    dequeue(ownSide(market, order), order);
    touchBook(market, venue.now);
  } else {
    market.delayed.delete(order);
  }
  const open = venue.openByKey.get(order.key);
  open?.delete(order);
  if (open?.size === 0) venue.openByKey.delete(order.key);
}

/** Ends an order that is in nobody's queue: frees what it held and says why. */
export function finishOrder(venue: Venue, order: Order, reason: CloseReason): void {
  holdReserve(venue, order, 0);
  order.state = STATE_AFTER[reason];
  venue.log.push({
    kind: 'order-closed',
    at: venue.now,
    order: order.index,
    reason,
    remaining: remainingOf(order),
  });
}

/** Ends an open order. */
export function closeOrder(venue: Venue, order: Order, reason: CloseReason): void {
  withdrawOrder(venue, marketOf(venue, order), order);
  finishOrder(venue, order, reason);
}

function joinOpenOrders(venue: Venue, order: Order): void {
  const open = venue.openByKey.get(order.key);
  if (open === undefined) venue.openByKey.set(order.key, new Set([order]));
  else open.add(order);
}

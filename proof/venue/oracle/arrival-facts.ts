/** proof/venue/oracle/arrival-facts: an order that arrives at the book, until an event outside of its arrival. */
import type { CloseReason, Event } from '../../../spec/venue/event.ts';
import { bestLevel, bestOrder, inPriority, join, leave } from './book-facts.ts';
import { type Facts, leftOf, type OrderFacts, oppositeSide, ownSide, reaches, touch } from './facts.ts';
import { hold, restingNeed } from './money-facts.ts';

export function beginArrival(facts: Facts, order: OrderFacts): void {
  const { arrival } = facts;
  order.stage = 'arriving';
  arrival.order = order;
  arrival.traded = false;
  // Truncating an empty array is not free.
  if (arrival.crossed.length > 0) arrival.crossed.length = 0;
  arrival.ended = 0;
  arrival.next = undefined;
  arrival.own = undefined;
  arrival.owed = 0;
}

export function isPartOf(facts: Facts, event: Event): boolean {
  const { order, traded } = facts.arrival;
  if (order === undefined) return false;
  switch (event.kind) {
    case 'trade':
      return event.takerOrder === order.number && !traded;
    case 'order-reduced':
      return true;
    case 'order-closed':
      return (
        event.reason === 'matched' ||
        event.reason === 'self-trade' ||
        (event.reason === 'killed' && event.order === order.number)
      );
    default:
      return false;
  }
}

/** Ends the arrival; the remainder of the order rests. */
export function endArrival(facts: Facts): void {
  const { order } = facts.arrival;
  facts.arrival.order = undefined;
  if (order === undefined || order.stage !== 'arriving') return;
  order.stage = 'resting';
  hold(facts, order, restingNeed(order));
  join(ownSide(order), order);
  touch(facts, facts.touched.markets, order.market);
  touch(facts, facts.touched.orders, order);
}

function stepsOver(facts: Facts) {
  return facts.rules.selfTrade === 'cancel-oldest' || facts.rules.selfTrade === 'decrement';
}

/** Finds the next maker. Own orders that are skipped must end after the trade. */
export function findNextMaker(facts: Facts, taker: OrderFacts): void {
  const { arrival } = facts;
  const side = oppositeSide(taker);
  arrival.next = bestOrder(side);
  if (arrival.next?.wallet !== taker.wallet || !stepsOver(facts)) return;
  arrival.next = undefined;
  for (const order of inPriority(side)) {
    if (order.wallet !== taker.wallet) {
      arrival.next = order;
      break;
    }
    if (arrival.crossed.includes(order)) continue;
    arrival.crossed.push(order);
    if (facts.rules.selfTrade === 'decrement') arrival.owed += leftOf(order);
  }
}

/** The first resting order that an order with this limit would cross. */
export function firstCrossed(limit: Pick<OrderFacts, 'isBid' | 'bookPrice' | 'market'>): OrderFacts | undefined {
  const side = limit.isBid ? limit.market.asks : limit.market.bids;
  const best = bestLevel(side);
  return best !== undefined && reaches(limit, best.price) ? bestOrder(side) : undefined;
}

/** A filled maker leaves the book at once and ends after the trade. */
export function meetMaker(facts: Facts, maker: OrderFacts, size: number): void {
  if (maker.level !== undefined) maker.level.size -= size;
  if (leftOf(maker) > 0) return;
  leave(ownSide(maker), maker);
  facts.arrival.crossed.push(maker);
}

/** Self-trade prevention removes `size`: first from the resting order, then from the arriving one. */
export function reduce(facts: Facts, order: OrderFacts, size: number): void {
  const { arrival } = facts;
  order.size -= size;
  touch(facts, facts.touched.orders, order);
  touch(facts, facts.touched.markets, order.market);
  if (order !== arrival.order) {
    if (order.level !== undefined) order.level.size -= size;
    hold(facts, order, restingNeed(order));
    if (arrival.crossed[arrival.ended] !== order) arrival.crossed.push(order);
    arrival.own = order;
    return;
  }
  // A resting order with a remainder keeps its place.
  const own = arrival.crossed[arrival.ended];
  if (own !== undefined && own === arrival.own && leftOf(own) > 0) arrival.ended += 1;
}

export function endOrder(facts: Facts, order: OrderFacts, reason: CloseReason): void {
  const { arrival } = facts;
  hold(facts, order, 0);
  if (order.level !== undefined) leave(ownSide(order), order);
  order.stage = 'ended';
  order.end = reason;
  facts.orders.delete(order.number);
  touch(facts, facts.touched.markets, order.market);
  touch(facts, facts.touched.orders, order);
  if (arrival.order === undefined) return;
  if (order === arrival.order) {
    arrival.order = undefined;
    return;
  }
  if (arrival.crossed[arrival.ended] === order) arrival.ended += 1;
  if (reason === 'self-trade') arrival.own = order;
}

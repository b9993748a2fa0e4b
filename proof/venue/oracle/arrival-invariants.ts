/** proof/venue/oracle/arrival-invariants: when an order that arrives at the book stops, and what remains of it. */
import { firstCrossed } from './arrival-facts.ts';
import { sizeAt } from './book-facts.ts';
import { type Facts, isImmediate, leftOf, type OrderFacts, oppositeSide, ownSide, reaches } from './facts.ts';
import { type LogInvariant, onArrival, onEvent, type Wrong } from './invariant.ts';

function roomRefusal(order: OrderFacts): Wrong {
  return sizeAt(ownSide(order), order.bookPrice) + order.size > Number.MAX_SAFE_INTEGER
    ? undefined
    : 'its price level had room';
}

/** Whether others can fill the whole order before self-trade prevention ends it. */
function canFill(facts: Facts, order: OrderFacts) {
  let wanted = leftOf(order);
  const { levels } = oppositeSide(order);
  for (let at = levels.length - 1; at >= 0 && wanted > 0; at -= 1) {
    const level = levels[at];
    if (level === undefined || !reaches(order, level.price)) break;
    for (const maker of level.queue) {
      if (maker.level !== level) continue;
      if (maker.wallet !== order.wallet) wanted -= leftOf(maker);
      else if (facts.rules.selfTrade !== 'cancel-oldest') return wanted <= 0;
    }
  }
  return wanted <= 0;
}

export const ARRIVAL_INVARIANTS = {
  immediateEnds: onArrival((_facts, order) =>
    isImmediate(order) && order.stage !== 'ended' ? `order ${order.number}, a ${order.type}, stayed` : undefined,
  ),

  wholeOrNothing: onEvent(['trade'], (facts, event) => {
    const order = facts.present.order;
    if (order?.type !== 'FOK' || order.size === event.size) return undefined;
    return `a FOK of ${order.size} traded ${event.size}`;
  }),

  /** A resting order has a remainder and does not cross the other side. */
  bookUncrossed: onArrival((_facts, order) => {
    if (order.stage === 'ended') return undefined;
    if (leftOf(order) <= 0) return `order ${order.number} rests without a remainder`;
    const crossed = firstCrossed(order);
    return crossed === undefined ? undefined : `order ${order.number} rests and crosses order ${crossed.number}`;
  }),

  /** A filled resting order ends before the order that filled it is done. */
  filledEnd: onArrival((facts, order) => {
    const { crossed, ended } = facts.arrival;
    const kept = crossed[ended];
    if (kept === undefined || leftOf(kept) > 0) return undefined;
    return `order ${kept.number} was filled by order ${order.number} and has not ended`;
  }),

  /** The reported remainder is right. It is zero exactly if the order was matched, or reduced to nothing. */
  remainderTrue: onEvent(['order-closed'], (facts, event) => {
    const { order } = facts.present;
    if (order === undefined) return undefined;
    const left = leftOf(order);
    if (event.remaining !== left) return `${left} is left, ${event.remaining} is reported`;
    if (left === 0 && event.reason === 'self-trade' && facts.rules.selfTrade === 'decrement') return undefined;
    return (event.reason === 'matched') === (left === 0) ? undefined : `ended as ${event.reason} with ${left} left`;
  }),

  /** A killed order had nothing left to take, or could not enter the book after its delay. */
  stopsForAReason: onEvent(['order-closed'], (facts, event) => {
    if (event.reason !== 'killed') return undefined;
    const order = facts.present.order;
    if (order === undefined) return undefined;
    if (order === facts.arrival.order) {
      if (order.type !== 'FAK') return `a ${order.type} was killed on arrival`;
      const next = firstCrossed(order);
      return next === undefined ? undefined : `it could still take order ${next.number}`;
    }
    if (order.stage !== 'delayed') return `a ${order.stage} order was killed`;
    if (event.at !== order.delayedUntil) return `killed at ${event.at}, due at ${order.delayedUntil}`;
    if (order.market.state !== 'open') return undefined;
    if (order.type === 'FOK') return canFill(facts, order) ? 'a FOK was killed that could be filled' : undefined;
    return order.type === 'FAK' ? 'a FAK was killed before it could be matched' : roomRefusal(order);
  }),
} as const satisfies Readonly<Record<string, LogInvariant>>;

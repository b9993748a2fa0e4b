/**
 * proof/oracle/arrival-invariants: how an order meets the book: whether it may, whether it waits, what becomes of its
 * own orders in the way, why it stops, and what it leaves behind.
 */
import { firstCrossed, nextToEnd } from './arrival-facts.ts';
import { type Facts, isImmediate, leftOf, type OrderFacts, oppositeSide, reaches } from './facts.ts';
import { onArrival, onEvent, type Wrong } from './invariant.ts';

/** A post-only order never crosses when it is accepted. */
export const postOnlyRests = onEvent<'order-accepted'>((facts, event) => {
  if (!event.postOnly) return undefined;
  const { crossed } = facts.present;
  return crossed === undefined ? undefined : `post-only and crosses order ${crossed.number}`;
});

/** A FAK that could meet nobody is refused, not accepted. */
export const takersCross = onEvent<'order-accepted'>((facts, event) => {
  const isTaker = event.type === 'FAK' && event.delayedUntil === undefined;
  return isTaker && facts.present.crossed === undefined ? 'an immediate order with nothing to take' : undefined;
});

/** Where the newer order gives way, one that meets an own order first of all is refused, not accepted. */
export const selfTradeRefused = onEvent<'order-accepted'>((facts, event) => {
  if (facts.rules.selfTrade !== 'cancel-newest' || event.delayedUntil !== undefined) return undefined;
  const { crossed } = facts.present;
  if (crossed === undefined || crossed.wallet.number !== event.wallet) return undefined;
  return `it meets its own order ${crossed.number} first`;
});

/** Marketable orders wait where the market has a delay, exactly as long; all others do not. */
export const delayedWhenMarketable = onEvent<'order-accepted'>((facts, event) => {
  const delayMs = facts.markets[event.market]?.terms.delayMs ?? 0;
  if (delayMs === 0 && event.delayedUntil === undefined) return undefined;
  const due = delayMs > 0 && facts.present.crossed !== undefined ? event.at + delayMs : undefined;
  return event.delayedUntil === due ? undefined : `waits until ${event.delayedUntil}, not until ${due}`;
});

/** FOK trades its whole size at once or nothing. */
export const wholeOrNothing = onEvent<'trade'>((facts, event) => {
  const order = facts.present.order;
  if (order?.type !== 'FOK' || order.size === event.size) return undefined;
  return `a FOK of ${order.size} traded ${event.size}`;
});

/** An immediate order does not outlive its meeting with the book. */
export const immediateEnds = onArrival((_facts, order) =>
  isImmediate(order) && order.stage !== 'ended' ? `order ${order.number}, a ${order.type}, stayed` : undefined,
);

/** What rests does not cross what rests on the other side, and is not nothing. */
export const bookUncrossed = onArrival((_facts, order) => {
  if (order.stage === 'ended') return undefined;
  if (leftOf(order) <= 0) return `order ${order.number} rests with nothing left`;
  const crossed = firstCrossed(order);
  return crossed === undefined ? undefined : `order ${order.number} rests and crosses order ${crossed.number}`;
});

/** Each resting order that was filled ends then and there, before the order that filled it is done. */
export const filledEnd = onArrival((facts, order) => {
  const { met, ended } = facts.arrival;
  const kept = met[ended];
  if (kept === undefined || leftOf(kept) > 0) return undefined;
  return `order ${kept.number} is filled by order ${order.number} and has not ended`;
});

/** Own orders on the way end as the mode of self-trade prevention has it. */
export const ownOrdersEnd = onArrival((facts, order) => {
  const { met, ended, own, reduced } = facts.arrival;
  const kept = met[ended];
  if (kept !== undefined && kept.wallet === order.wallet) return `the own order ${kept.number} was passed and goes on`;
  if (reduced !== 0) return `the own order was reduced by ${reduced}, order ${order.number} was not`;
  if (facts.rules.selfTrade !== 'cancel-both' || own === undefined) return undefined;
  return order.end === 'self-trade' ? undefined : `order ${order.number} goes on after its own ${own.number}`;
});

/** Resting orders end in the order in which they were met. */
export const endsInTurn = onEvent<'order-closed'>((facts, event) => {
  const { order } = facts.arrival;
  if (order === undefined || event.order === order.number) return undefined;
  if (event.reason !== 'matched' && event.reason !== 'self-trade') return undefined;
  const due = nextToEnd(facts);
  return due?.number === event.order ? undefined : `order ${event.order} ended where ${due?.number} was due`;
});

/** Shares are taken off two orders of one wallet that meet, the same number, as many as one of them has left. */
export const reducedInPairs = onEvent<'order-reduced'>((facts, event) => {
  const { order: arriving, own, reduced } = facts.arrival;
  const order = facts.present.order;
  if (facts.rules.selfTrade !== 'decrement') return `reduced in the mode ${facts.rules.selfTrade}`;
  if (arriving === undefined || order === undefined) return `order ${event.order} met nobody`;
  if (event.size <= 0 || event.size > leftOf(order)) return `${event.size} off the ${leftOf(order)} left`;
  if (order === arriving) {
    if (reduced !== event.size || own === undefined) return `${event.size} off here, ${reduced} off the other`;
    return leftOf(own) === 0 || leftOf(order) === event.size ? undefined : 'both have something left';
  }
  if (reduced !== 0) return 'two resting orders were reduced in a row';
  if (order.wallet !== arriving.wallet) return `order ${order.number} is not the wallet's own`;
  return nextToEnd(facts) === order ? undefined : `order ${order.number} is not the next it meets`;
});

/** An order that ends by self-trade prevention has met an own one, and it is the one the mode ends. */
export const ownMet = onEvent<'order-closed'>((facts, event): Wrong => {
  if (event.reason !== 'self-trade') return undefined;
  const { order: arriving } = facts.arrival;
  const order = facts.present.order;
  if (arriving === undefined || order === undefined) return 'nobody met an own order';
  if (order === arriving && order.type === 'FOK') return 'a FOK is filled or never accepted';
  return order === arriving ? arrivingMet(facts, order) : restingMet(facts, order, arriving);
});

function arrivingMet(facts: Facts, order: OrderFacts): Wrong {
  const { own, reduced, ended, met } = facts.arrival;
  switch (facts.rules.selfTrade) {
    case 'cancel-newest': {
      const next = firstCrossed(order);
      return leftOf(order) > 0 && next?.wallet === order.wallet ? undefined : 'the next order was not its own';
    }
    case 'cancel-oldest':
      return 'the newer order ended where the older has to';
    case 'cancel-both':
      return own?.stage === 'ended' && ended === met.length ? undefined : 'its own order goes on';
    case 'decrement':
      return own !== undefined && reduced === 0 && leftOf(order) === 0 ? undefined : 'it was not reduced to nothing';
  }
}

function restingMet(facts: Facts, order: OrderFacts, arriving: OrderFacts): Wrong {
  if (order.wallet !== arriving.wallet) return `order ${order.number} is not of the wallet of ${arriving.number}`;
  const mode = facts.rules.selfTrade;
  if (mode === 'cancel-newest') return 'the older order ended where the newer has to';
  if (mode === 'cancel-both' && facts.arrival.own !== undefined) return 'went on behind an own order';
  if (mode !== 'decrement') return undefined;
  return leftOf(order) === 0 && facts.arrival.reduced === 0 ? undefined : 'it was not reduced to nothing';
}

/** A killed order had nothing left to take, or could not be let into the book after its delay. */
export const stopsForAReason = onEvent<'order-closed'>((facts, event) => {
  if (event.reason !== 'killed') return undefined;
  const order = facts.present.order;
  if (order === undefined) return undefined;
  if (order === facts.arrival.order) {
    if (order.type !== 'FAK') return `a ${order.type} was killed when it met the book`;
    const next = firstCrossed(order);
    return next === undefined ? undefined : `it could still take order ${next.number}`;
  }
  if (order.stage !== 'delayed') return `a ${order.stage} order was killed`;
  if (event.at !== order.delayedUntil) return `killed at ${event.at}, due at ${order.delayedUntil}`;
  if (order.market.state !== 'open') return undefined;
  if (order.type === 'FOK') return canFill(facts, order) ? 'a FOK was killed that could be filled' : undefined;
  return order.type === 'FAK' ? 'a FAK was killed before it met the book' : roomRefusal(order);
});

function roomRefusal(order: OrderFacts): Wrong {
  const levels = order.isBid ? order.market.bids.levels : order.market.asks.levels;
  const size = levels.find((level) => level.price === order.bookPrice)?.size ?? 0;
  return size + order.size > Number.MAX_SAFE_INTEGER ? undefined : 'there was room at its price';
}

/** Whether others can fill the whole order before self-trade prevention ends it. */
function canFill(facts: Facts, order: OrderFacts): boolean {
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

/** sim/core/oracle/life-invariants: what an order must be to be accepted, and how it may live and end. */
import { type Facts, type LogInvariant, leftOf, matchedOf, type OrderFacts } from './facts.ts';

/** Accepted orders keep the market's terms: tick, range, size, type and options. */
export const termsKept: LogInvariant = (facts, event) => {
  if (event.kind !== 'order-accepted') return undefined;
  const terms = facts.markets[event.market]?.terms;
  if (terms === undefined) return 'accepted in an unknown market';
  if (event.price % terms.tick !== 0) return 'off the tick';
  if (event.price < terms.tick || event.price > 10_000 - terms.tick) return 'price out of range';
  if (event.size < terms.minSize || event.size <= 0) return 'too small';
  if (event.postOnly && (event.type === 'FOK' || event.type === 'FAK')) return 'post-only for an immediate order';
  if ((event.expiresAt !== undefined) !== (event.type === 'GTD')) return 'an expiry belongs to GTD and only to it';
  if (event.expiresAt !== undefined && event.expiresAt <= event.at + 60_000) return 'expires too soon';
  const delay = event.delayedUntil ?? event.at;
  return delay === event.at || delay === event.at + terms.delayMs ? undefined : 'not the delay of its market';
};

/** Orders are numbered in order of acceptance, and no wallet uses a salt twice. */
export const neverTwice: LogInvariant = (facts, event) => {
  if (event.kind !== 'order-accepted') return undefined;
  if (event.order !== facts.orders.size) return `order ${event.order} is number ${facts.orders.size}`;
  const same = [...facts.orders.values()].find(
    ({ accepted }) => accepted.wallet === event.wallet && accepted.salt === event.salt,
  );
  return same === undefined ? undefined : `the salt of order ${same.accepted.order} again`;
};

/** Only in an open market are orders accepted and trades made. */
export const tradingOpen: LogInvariant = (facts, event) => {
  if (event.kind !== 'order-accepted' && event.kind !== 'trade') return undefined;
  const state = facts.markets[event.market]?.state;
  return state === 'open' ? undefined : `${event.kind} in a ${state} market`;
};

/** Only open orders trade or end, and they end once. */
export const endedOnce: LogInvariant = (facts, event) => {
  if (event.kind === 'order-closed' || event.kind === 'order-released') {
    return facts.orders.get(event.order)?.open === true ? undefined : `order ${event.order} is not open`;
  }
  if (event.kind !== 'trade') return undefined;
  const parties = [event.takerOrder, ...event.makers.map((leg) => leg.order)];
  const ended = parties.find((order) => facts.orders.get(order)?.open !== true);
  return ended === undefined ? undefined : `order ${ended} traded after its end`;
};

/** What is left is told truly, and an order ends as matched exactly when nothing is. */
export const remainderTrue: LogInvariant = (facts, event) => {
  if (event.kind !== 'order-closed') return undefined;
  const order = facts.orders.get(event.order);
  if (order === undefined) return 'an unknown order ended';
  if (BigInt(event.remaining) !== leftOf(order)) return `${leftOf(order)} is left, ${event.remaining} is told`;
  return (event.reason === 'matched') === (event.remaining === 0) ? undefined : `ended ${event.reason} with that left`;
};

/** FOK trades its whole size at once or nothing. */
export const wholeOrNothing: LogInvariant = (facts, event) => {
  if (event.kind !== 'trade') return undefined;
  const { accepted } = facts.orders.get(event.takerOrder) ?? {};
  return accepted?.type === 'FOK' && accepted.size !== event.size
    ? `a FOK of ${accepted.size} traded ${event.size}`
    : undefined;
};

/** FOK and FAK never wait in the book; post-only orders never take. */
export const rolesKept: LogInvariant = (facts, event) => {
  if (event.kind !== 'trade') return undefined;
  if (facts.orders.get(event.takerOrder)?.accepted.postOnly === true) return 'a post-only order took';
  const waited = event.makers.find((leg) => isImmediate(facts.orders.get(leg.order)));
  return waited === undefined ? undefined : `the immediate order ${waited.order} had rested`;
};

/** An immediate order ends in the same moment in which it meets the book. */
export const immediateEnds: LogInvariant = (facts, event) => {
  if (event.kind === 'order-closed' || event.kind === 'trade') return undefined;
  const waiting = lastMet(facts);
  return waiting === undefined ? undefined : `order ${waiting.accepted.order} is still open at the next ${event.kind}`;
};

function isImmediate(order: OrderFacts | undefined): boolean {
  return order?.accepted.type === 'FOK' || order?.accepted.type === 'FAK';
}

/** An immediate order that has met the book and has not ended. */
function lastMet(facts: Facts): OrderFacts | undefined {
  return [...facts.orders.values()].find(
    (order) => order.open && isImmediate(order) && (order.restedAt !== undefined || matchedOf(order) > 0n),
  );
}

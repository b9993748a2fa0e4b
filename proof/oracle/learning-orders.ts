/** proof/oracle/learning-orders: how orders begin, wait, shrink and end. */
import { promise } from './agenda.ts';
import { beginArrival, endOrder, reduce } from './arrival-facts.ts';
import { clearDoom } from './dooming.ts';
import { type Facts, touch } from './facts.ts';
import type { EventOf } from './invariant.ts';
import { hold } from './money-facts.ts';

export function learnAcceptance(facts: Facts): void {
  facts.accepted += 1;
  const { order, need } = facts.present;
  if (order === undefined) return;
  facts.orders.set(order.number, order);
  hold(facts, order, need);
  touch(facts, facts.touched.orders, order);
  if (order.expiresAt !== undefined) promise(facts.agenda, order.expiresAt, 'expire', order.number);
  if (order.delayedUntil === undefined) beginArrival(facts, order);
  else promise(facts.agenda, order.delayedUntil, 'release', order.number);
}

export function learnRelease(facts: Facts): void {
  const { order } = facts.present;
  if (order?.stage !== 'delayed') return;
  beginArrival(facts, order);
  touch(facts, facts.touched.orders, order);
}

export function learnReduction(facts: Facts, event: EventOf<'order-reduced'>): void {
  const { order } = facts.present;
  if (order !== undefined) reduce(facts, order, event.size);
}

export function learnEnd(facts: Facts, event: EventOf<'order-closed'>): void {
  const { doom } = facts;
  const { order } = facts.present;
  if (doom.reason !== undefined && order !== undefined && doom.orders[doom.ended] === order) doom.ended += 1;
  else clearDoom(facts);
  if (order !== undefined) endOrder(facts, order, event.reason);
}

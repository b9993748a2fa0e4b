/** proof/venue/oracle/order-updates: events of orders, applied to the facts. */
import { schedule } from './agenda.ts';
import { beginArrival, endOrder, reduce } from './arrival-facts.ts';
import { type Facts, touch } from './facts.ts';
import { clearForcedCloses } from './forced-closes.ts';
import type { EventOf } from './invariant.ts';
import { hold } from './money-facts.ts';

export function applyAcceptance(facts: Facts): void {
  facts.accepted += 1;
  const { order, need } = facts.present;
  if (order === undefined) return;
  facts.orders.set(order.number, order);
  hold(facts, order, need);
  touch(facts, facts.touched.orders, order);
  if (order.expiresAt !== undefined) schedule(facts.agenda, order.expiresAt, 'expire', order.number);
  if (order.delayedUntil === undefined) beginArrival(facts, order);
  else schedule(facts.agenda, order.delayedUntil, 'release', order.number);
}

export function applyRelease(facts: Facts): void {
  const { order } = facts.present;
  if (order?.stage !== 'delayed') return;
  beginArrival(facts, order);
  touch(facts, facts.touched.orders, order);
}

export function applyReduction(facts: Facts, event: EventOf<'order-reduced'>): void {
  const { order } = facts.present;
  if (order !== undefined) reduce(facts, order, event.size);
}

export function applyEnd(facts: Facts, event: EventOf<'order-closed'>): void {
  const { forcedCloses } = facts;
  const { order } = facts.present;
  if (forcedCloses.reason !== undefined && order !== undefined && forcedCloses.orders[forcedCloses.ended] === order)
    forcedCloses.ended += 1;
  else clearForcedCloses(facts);
  if (order !== undefined) endOrder(facts, order, event.reason);
}

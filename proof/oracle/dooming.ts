/** proof/oracle/dooming: open orders that something has put an end to: they must end next, in order of number. */
import type { Facts, OrderFacts } from './facts.ts';

/** These open orders must end next, in order of number. */
export function doom(
  facts: Facts,
  reason: 'heartbeat' | 'market-closed' | 'tick-changed',
  isMeant: (order: OrderFacts) => boolean,
): void {
  clearDoom(facts);
  facts.doom.reason = reason;
  facts.orders.visit((order) => {
    if (isMeant(order)) facts.doom.orders.push(order);
  });
}

/** Nothing has to end any more. */
export function clearDoom(facts: Facts): void {
  facts.doom.reason = undefined;
  if (facts.doom.orders.length > 0) facts.doom.orders.length = 0;
  facts.doom.ended = 0;
}

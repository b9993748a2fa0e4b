/** proof/oracle/forced-closes: open orders that something has put an end to: they must end next, in order of number. */
import type { Facts, OrderFacts } from './facts.ts';

/** These open orders must end next, in order of number. */
export function forceCloses(
  facts: Facts,
  reason: 'heartbeat' | 'market-closed' | 'tick-changed',
  isMeant: (order: OrderFacts) => boolean,
): void {
  clearForcedCloses(facts);
  facts.forcedCloses.reason = reason;
  facts.orders.visit((order) => {
    if (isMeant(order)) facts.forcedCloses.orders.push(order);
  });
}

/** Nothing has to end any more. */
export function clearForcedCloses(facts: Facts): void {
  facts.forcedCloses.reason = undefined;
  if (facts.forcedCloses.orders.length > 0) facts.forcedCloses.orders.length = 0;
  facts.forcedCloses.ended = 0;
}

/** proof/venue/oracle/forced-closes: orders that a market, a heartbeat session or a tick closes: they end next, by number. */
import type { Facts, OrderFacts } from './facts.ts';

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

export function clearForcedCloses(facts: Facts): void {
  facts.forcedCloses.reason = undefined;
  if (facts.forcedCloses.orders.length > 0) facts.forcedCloses.orders.length = 0;
  facts.forcedCloses.ended = 0;
}

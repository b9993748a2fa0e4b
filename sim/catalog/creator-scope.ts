/** sim/catalog/creator-scope: the `creator` parameter (4.11, 4.12, 4.20): a creator's wallet or site identifier. */
import type { WorldEvent, WorldMarket } from '../world/world.ts';

/** Whether the market is on the site of `creator`. Addresses match in either case, identifiers exactly. */
export function inScope(market: WorldMarket, creator: string): boolean {
  const owner = market.creator;
  if (owner === undefined) return false;
  return owner.site === creator || owner.wallet.toLowerCase() === creator.toLowerCase();
}

export function eventInScope(event: WorldEvent, creator: string): boolean {
  return event.markets.some((market) => inScope(market, creator));
}

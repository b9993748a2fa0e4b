/** sim/catalog/market-state: the state of a market: published by its world, traded and closed by the venue. */
import { invariant } from '../../base/result.ts';
import type { MarketView, Venue } from '../core/venue.ts';
import type { WorldEvent, WorldMarket } from '../world/world.ts';

/** `status` of the trading views, which the interface leaves open. */
type MarketStatus = 'draft' | 'active' | 'paused' | 'closed' | 'resolved' | 'archived';

export type MarketFlags = {
  readonly status: MarketStatus;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly acceptingOrders: boolean;
};

export function viewOf(venue: Venue, market: WorldMarket): MarketView {
  const view = venue.market(market.index);
  invariant(view !== undefined, `market ${market.index} of the world is listed on the venue`);
  return view;
}

export function isClosed(venue: Venue, market: WorldMarket): boolean {
  const { state } = viewOf(venue, market);
  return state === 'closed' || state === 'resolved';
}

/** An event is closed if it is marked so, or if all its markets are. */
export function isEventClosed(venue: Venue, event: WorldEvent): boolean {
  if (event.own.closed) return true;
  return event.markets.length > 0 && event.markets.every((market) => isClosed(venue, market));
}

export function isAcceptingOrders(venue: Venue, market: WorldMarket): boolean {
  return market.active && !market.archived && market.enableOrderBook && viewOf(venue, market).state === 'open';
}

export function flagsOf(venue: Venue, market: WorldMarket): MarketFlags {
  return {
    status: statusOf(venue, market),
    active: market.active,
    closed: isClosed(venue, market),
    archived: market.archived,
    acceptingOrders: isAcceptingOrders(venue, market),
  };
}

function statusOf(venue: Venue, market: WorldMarket): MarketStatus {
  if (market.archived) return 'archived';
  if (!market.active) return 'draft';
  const { state } = viewOf(venue, market);
  return state === 'open' ? 'active' : state;
}

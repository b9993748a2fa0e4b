/**
 * sim/catalog/market-state: where a market stands: draft, active, paused, closed, resolved, archived. What is
 * published comes from the world, everything about trading from the exchange.
 */

import { invariant } from '../../spec/result.ts';
import type { Exchange, MarketView } from '../core/exchange.ts';
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

/** The exchange's view of a market of the world. */
export function viewOf(exchange: Exchange, market: WorldMarket): MarketView {
  const view = exchange.market(market.index);
  invariant(view !== undefined, `market ${market.index} of the world is listed on the exchange`);
  return view;
}

/** True when no trading follows any more. */
export function isClosed(exchange: Exchange, market: WorldMarket): boolean {
  const { state } = viewOf(exchange, market);
  return state === 'closed' || state === 'resolved';
}

/** An event is closed when it says so itself, or when each of its markets is. */
export function isEventClosed(exchange: Exchange, event: WorldEvent): boolean {
  if (event.own.closed) return true;
  return event.markets.length > 0 && event.markets.every((market) => isClosed(exchange, market));
}

/** True for a market that takes orders now. */
export function isAcceptingOrders(exchange: Exchange, market: WorldMarket): boolean {
  return market.active && !market.archived && market.enableOrderBook && viewOf(exchange, market).state === 'open';
}

export function flagsOf(exchange: Exchange, market: WorldMarket): MarketFlags {
  return {
    status: statusOf(exchange, market),
    active: market.active,
    closed: isClosed(exchange, market),
    archived: market.archived,
    acceptingOrders: isAcceptingOrders(exchange, market),
  };
}

function statusOf(exchange: Exchange, market: WorldMarket): MarketStatus {
  if (market.archived) return 'archived';
  if (!market.active) return 'draft';
  const { state } = viewOf(exchange, market);
  return state === 'open' ? 'active' : state;
}

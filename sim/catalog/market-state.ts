/** sim/catalog/market-state: the state of a market, and records and texts of entities (2.5, 2.6). */

import { invariant } from '../../base/result.ts';
import type { CatalogEvent, EventMarket, EventSummary, EventSummaryFull } from '../../spec/resources/catalog-market.ts';
import type { MarketView, Venue } from '../core/venue.ts';
import type { World, WorldEvent, WorldMarket } from '../world/world.ts';

/** `status` of the trading views, which the interface leaves open. */
type MarketStatus = 'draft' | 'active' | 'paused' | 'closed' | 'resolved' | 'archived';

type MarketFlags = Readonly<{
  status: MarketStatus;
  active: boolean;
  closed: boolean;
  archived: boolean;
  acceptingOrders: boolean;
}>;

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

export function marketRecord(venue: Venue, market: WorldMarket): EventMarket {
  const { createdAt, updatedAt, questionID, ...own } = market.catalog;
  const flags = { active: market.active, closed: isClosed(venue, market), archived: market.archived };
  return { ...own, ...flags, createdAt, updatedAt, questionID };
}

/** The event of a market in the list: four fields. */
export function summaryRecord(event: WorldEvent): EventSummary {
  const { id, ticker, slug, title } = event.own;
  return { id, ticker, slug, title };
}

/** The event of a market that was requested by slug. */
export function fullSummaryRecord(venue: Venue, event: WorldEvent): EventSummaryFull {
  const { eventMetadata: _, ...own } = event.own;
  return { ...own, closed: isEventClosed(venue, event) };
}

function eventRecord(venue: Venue, event: WorldEvent): CatalogEvent {
  const { eventMetadata, ...own } = event.own;
  return {
    ...own,
    closed: isEventClosed(venue, event),
    tags: [...event.tags],
    markets: event.markets.map((market) => marketRecord(venue, market)),
    series: [...event.series],
    eventMetadata,
  };
}

export type CatalogTexts = ReturnType<typeof createCatalogTexts>;

export function createCatalogTexts({ venue }: World) {
  const listed = new Map<WorldMarket, string>();
  const bySlug = new Map<WorldMarket, string>();
  const events = new Map<WorldEvent, string>();
  const keep = <Key>(kept: Map<Key, string>, key: Key, record: () => unknown) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const text = JSON.stringify(record());
    kept.set(key, text);
    return text;
  };
  return {
    /** Item of `GET /markets`. */
    listed: (market: WorldMarket) =>
      keep(listed, market, () => ({ ...marketRecord(venue, market), events: [summaryRecord(market.event)] })),
    /** Response of `GET /markets/slug/{slug}`. */
    bySlug: (market: WorldMarket) =>
      keep(bySlug, market, () => ({
        ...marketRecord(venue, market),
        events: [fullSummaryRecord(venue, market.event)],
      })),
    event: (event: WorldEvent) => keep(events, event, () => eventRecord(venue, event)),
    /** Drops the texts that contain flags of a market. */
    forget: (market: WorldMarket) => {
      listed.delete(market);
      events.delete(market.event);
      for (const sibling of market.event.markets) bySlug.delete(sibling);
    },
  };
}

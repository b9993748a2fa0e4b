/** sim/catalog/market-records: catalog markets and events on the wire (2.5, 2.6), with the keys of the interface. */
import type { CatalogEvent } from '../../spec/resources/catalog-event.ts';
import type { EventMarket, EventSummary, EventSummaryFull } from '../../spec/resources/catalog-market.ts';
import type { Venue } from '../core/venue.ts';
import type { WorldEvent, WorldMarket } from '../world/world.ts';
import { isClosed, isEventClosed } from './market-state.ts';

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

export function eventRecord(venue: Venue, event: WorldEvent): CatalogEvent {
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

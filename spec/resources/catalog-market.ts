/** spec/resources/catalog-market: markets of the catalog, camelCase (interface 2.5). */
import { z } from 'zod';
import { all, flag, isoMoment, isoSchedule, jsonStringArray, resource, text } from './resource.ts';

/** The event inside a market of the list: four fields and no more (2.5). */
export const EventSummary = resource('2.5', 'summary.', { id: text, ticker: text, slug: text, title: text });
export type EventSummary = z.infer<typeof EventSummary>;

/** The event inside a market answered by slug (2.5). */
export const EventSummaryFull = resource('2.5', 'event.', {
  ...all(text, 'id', 'ticker', 'slug', 'title', 'description', 'resolutionSource'),
  ...all(isoSchedule, 'startDate', 'creationDate', 'endDate'),
  createdAt: isoMoment,
  updatedAt: isoMoment,
  image: text,
  icon: text,
  ...all(flag, 'active', 'closed', 'archived'),
});
export type EventSummaryFull = z.infer<typeof EventSummaryFull>;

const own = {
  ...all(text, 'id', 'question', 'conditionId', 'slug', 'resolutionSource'),
  startDate: isoSchedule,
  endDate: isoSchedule,
  ...all(text, 'image', 'icon', 'description'),
  outcomes: jsonStringArray,
  clobTokenIds: jsonStringArray,
  ...all(flag, 'active', 'closed', 'archived'),
  createdAt: isoSchedule,
  updatedAt: isoSchedule,
  questionID: text,
};

/** Item of `GET /markets` (2.5): events in their short form. */
export const CatalogMarket = resource('2.5', '', { ...own, events: z.array(EventSummary) });
export type CatalogMarket = z.infer<typeof CatalogMarket>;

/** Answer of `GET /markets/slug/{slug}` (2.5): events in their full form. */
export const CatalogMarketFull = resource('2.5', '', { ...own, events: z.array(EventSummaryFull) });
export type CatalogMarketFull = z.infer<typeof CatalogMarketFull>;

/** A market inside a catalog event (2.6): without `events`. */
export const EventMarket = resource('2.5', '', own);
export type EventMarket = z.infer<typeof EventMarket>;

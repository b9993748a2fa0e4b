/** spec/resources/catalog-market: markets, events, tags, series and creators of the catalog (2.5 to 2.7). */
import { z } from 'zod';
import { all, flag, freeForm, isoMoment, isoSchedule, jsonStringArray, resource, text } from './resource.ts';

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

/** A tag of an event (2.6). */
export const Tag = resource('2.6', 'tag.', {
  ...all(text, 'id', 'label', 'slug'),
  createdAt: isoMoment,
  updatedAt: isoMoment,
  requiresTranslation: flag,
});
export type Tag = z.infer<typeof Tag>;

/** A series an event belongs to (2.6). */
export const Series = resource('2.6', 'series.', {
  ...all(text, 'id', 'ticker', 'slug', 'title', 'seriesType', 'recurrence', 'image', 'icon'),
  ...all(flag, 'active', 'closed', 'archived'),
  createdAt: isoMoment,
  updatedAt: isoMoment,
});
export type Series = z.infer<typeof Series>;

/** Answer of `GET /events/{id}` and `GET /events/slug/{slug}` (2.6). */
export const CatalogEvent = resource('2.6', '', {
  ...all(text, 'id', 'ticker', 'slug', 'title', 'description', 'resolutionSource', 'image', 'icon'),
  ...all(isoSchedule, 'startDate', 'creationDate', 'endDate'),
  createdAt: isoMoment,
  updatedAt: isoMoment,
  ...all(flag, 'active', 'closed', 'archived'),
  tags: z.array(Tag),
  markets: z.array(EventMarket),
  series: z.array(Series),
  eventMetadata: freeForm,
});
export type CatalogEvent = z.infer<typeof CatalogEvent>;

/** Item of `GET /events/creators` (2.7). */
export const EventCreator = resource('2.7', '', {
  ...all(text, 'id', 'creatorName', 'creatorHandle', 'creatorUrl', 'creatorImage'),
  createdAt: isoMoment,
  updatedAt: isoMoment,
});
export type EventCreator = z.infer<typeof EventCreator>;

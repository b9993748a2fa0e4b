/** spec/resources/catalog-event: events, tags, series and creators of the catalog (interface 2.6, 2.7). */
import { z } from 'zod';
import { EventMarket } from './catalog-market.ts';
import { flag, freeForm, isoMoment, isoSchedule, resource, text } from './resource.ts';

/** A tag of an event (2.6). */
export const Tag = resource('2.6', 'tag.', {
  id: text,
  label: text,
  slug: text,
  createdAt: isoMoment,
  updatedAt: isoMoment,
  requiresTranslation: flag,
});
export type Tag = z.infer<typeof Tag>;

/** A series an event belongs to (2.6). */
export const Series = resource('2.6', 'series.', {
  id: text,
  ticker: text,
  slug: text,
  title: text,
  seriesType: text,
  recurrence: text,
  image: text,
  icon: text,
  active: flag,
  closed: flag,
  archived: flag,
  createdAt: isoMoment,
  updatedAt: isoMoment,
});
export type Series = z.infer<typeof Series>;

/** Answer of `GET /events/{id}` and `GET /events/slug/{slug}` (2.6). */
export const CatalogEvent = resource('2.6', '', {
  id: text,
  ticker: text,
  slug: text,
  title: text,
  description: text,
  resolutionSource: text,
  image: text,
  icon: text,
  startDate: isoSchedule,
  creationDate: isoSchedule,
  endDate: isoSchedule,
  createdAt: isoMoment,
  updatedAt: isoMoment,
  active: flag,
  closed: flag,
  archived: flag,
  tags: z.array(Tag),
  markets: z.array(EventMarket),
  series: z.array(Series),
  eventMetadata: freeForm,
});
export type CatalogEvent = z.infer<typeof CatalogEvent>;

/** Item of `GET /events/creators` (2.7). */
export const EventCreator = resource('2.7', '', {
  id: text,
  creatorName: text,
  creatorHandle: text,
  creatorUrl: text,
  creatorImage: text,
  createdAt: isoMoment,
  updatedAt: isoMoment,
});
export type EventCreator = z.infer<typeof EventCreator>;

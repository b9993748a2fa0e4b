/** spec/resources/catalog-event: events, tags, series and creators of the catalog (interface 2.6, 2.7). */
import { z } from 'zod';
import { EventMarket } from './catalog-market.ts';
import { all, flag, freeForm, isoMoment, isoSchedule, resource, text } from './resource.ts';

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

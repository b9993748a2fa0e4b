/** spec/clob/gamma-routes: catalog lists and entities with the fields of the clients of a catalog service, and its relayer's read. */
import { z } from 'zod';
import { creator } from '../params.ts';
import { Tag } from '../resources/catalog-event.ts';
import { PublicProfile } from '../resources/profile.ts';
import { flag } from '../resources/resource.ts';
import { TradingMarket } from '../resources/trading-market.ts';
import type { Param } from '../route.ts';
import { routeById } from '../routes.ts';
import { page, slug } from '../tables/family-rows.ts';
import { type ExtraRoute, publicRead } from './extra-route.ts';
import {
  afterCursor,
  eventFilters,
  includeTag,
  limit,
  marketFilters,
  offset,
  ordering,
  tradingCursor,
} from './gamma-params.ts';
import { GammaComment, GammaEvent, GammaMarket, GammaSeries, SearchResults } from './gamma-schemas.ts';

const catalog = { ...publicRead, family: 'typed', limits: ['catalog-all'] } as const satisfies Partial<ExtraRoute>;
const ofMarkets = { ...catalog, limits: ['catalog-all', 'catalog-markets', 'catalog-listings'] } as const;
const ofEvents = { ...catalog, limits: ['catalog-all', 'catalog-events', 'catalog-listings'] } as const;
const ofTags = { ...catalog, limits: ['catalog-all', 'catalog-tags'] } as const;

const idOf = (what: string): Param => ({ name: 'id', type: 'string', required: true, text: `${what} id` });

const marketRoutes: readonly ExtraRoute[] = [
  {
    ...ofMarkets,
    id: 'P/markets',
    path: '/markets',
    purpose: 'list catalog markets, or trading markets by cursor',
    query: [limit, offset, ...marketFilters, ...ordering, tradingCursor],
    ok: z.union([z.array(GammaMarket), page('2.10', '', TradingMarket)]),
  },
  {
    ...ofMarkets,
    id: 'P/markets-keyset',
    path: '/markets/keyset',
    purpose: 'list catalog markets by cursor',
    query: [limit, ...marketFilters, ...ordering, afterCursor],
    ok: z.strictObject({ markets: z.array(GammaMarket), next_cursor: z.string().min(1).optional() }),
  },
  {
    ...publicRead,
    id: 'P/market',
    path: routeById('trading-market').path,
    purpose: 'trading market by condition id, or catalog market by numeric id',
    pathParam: { name: 'condition_id', type: 'string', required: true, text: 'condition id, or id of the catalog' },
    query: [includeTag],
    ok: z.union([TradingMarket, GammaMarket]),
  },
  {
    ...ofMarkets,
    id: 'P/market-by-slug',
    path: '/markets/slug/{slug}',
    purpose: 'catalog market by slug',
    pathParam: slug,
    query: [includeTag, creator],
    ok: GammaMarket,
  },
  {
    ...ofMarkets,
    id: 'P/market-tags',
    path: '/markets/{id}/tags',
    purpose: 'tags of a market',
    pathParam: { ...idOf('market'), type: 'integer' },
    query: [],
    ok: z.array(Tag),
  },
];

const eventRoutes: readonly ExtraRoute[] = [
  {
    ...ofEvents,
    id: 'P/events',
    path: '/events',
    purpose: 'list events',
    query: [limit, offset, ...eventFilters, ...ordering],
    ok: z.array(GammaEvent),
  },
  {
    ...ofEvents,
    id: 'P/events-keyset',
    path: '/events/keyset',
    purpose: 'list events by cursor',
    query: [limit, ...eventFilters, ...ordering, afterCursor],
    ok: z.strictObject({ events: z.array(GammaEvent), next_cursor: z.string().min(1).optional() }),
  },
  {
    ...ofEvents,
    id: 'P/event',
    path: '/events/{id}',
    purpose: 'event by numeric id',
    pathParam: { ...idOf('event'), type: 'integer' },
    query: [creator],
    ok: GammaEvent,
  },
  {
    ...ofEvents,
    id: 'P/event-by-slug',
    path: '/events/slug/{slug}',
    purpose: 'event by slug',
    pathParam: slug,
    query: [creator],
    ok: GammaEvent,
  },
  {
    ...ofEvents,
    id: 'P/event-tags',
    path: '/events/{id}/tags',
    purpose: 'tags of an event',
    pathParam: { ...idOf('event'), type: 'integer' },
    query: [],
    ok: z.array(Tag),
  },
];

const groupRoutes: readonly ExtraRoute[] = [
  {
    ...ofTags,
    id: 'P/tags',
    path: '/tags',
    purpose: 'list tags',
    query: [limit, offset, ...ordering],
    ok: z.array(Tag),
  },
  { ...ofTags, id: 'P/tag', path: '/tags/{id}', purpose: 'tag by id', pathParam: idOf('tag'), query: [], ok: Tag },
  {
    ...ofTags,
    id: 'P/tag-by-slug',
    path: '/tags/slug/{slug}',
    purpose: 'tag by slug',
    pathParam: slug,
    query: [],
    ok: Tag,
  },
  {
    ...catalog,
    id: 'P/series-list',
    path: '/series',
    purpose: 'list series',
    query: [
      ...[limit, offset],
      { name: 'slug', type: 'string', repeated: true, text: 'only these series' },
      { name: 'closed', type: 'boolean', text: 'only series with this flag value' },
      { name: 'recurrence', type: 'string', text: 'only series with this recurrence' },
      { name: 'exclude_events', type: 'boolean', default: false, text: 'without the events' },
      ...ordering,
    ],
    ok: z.array(GammaSeries),
  },
  {
    ...catalog,
    id: 'P/series',
    path: '/series/{id}',
    purpose: 'series by id',
    pathParam: idOf('series'),
    query: [],
    ok: GammaSeries,
  },
];

const searchRoute: ExtraRoute = {
  ...catalog,
  id: 'P/search',
  path: '/public-search',
  purpose: 'events, tags and profiles with a text in their names',
  query: [
    { name: 'q', type: 'string', required: true, maxLength: 200, text: 'the text, in any letter case' },
    { name: 'limit_per_type', type: 'integer', min: 1, default: 10, text: 'most results of each kind' },
    { name: 'page', type: 'integer', min: 1, default: 1, text: 'the page, from 1' },
    { name: 'events_status', type: 'string', members: ['active', 'closed', 'all'], text: 'only such events' },
    { name: 'search_tags', type: 'boolean', default: false, text: 'tags as well' },
    { name: 'search_profiles', type: 'boolean', default: false, text: 'profiles as well' },
  ],
  ok: SearchResults,
  limits: ['catalog-all', 'catalog-search'],
};

const peopleRoutes: readonly ExtraRoute[] = [
  {
    ...catalog,
    id: 'P/comments',
    path: '/comments',
    purpose: 'comments of an event, newest first',
    query: [
      { name: 'parent_entity_type', type: 'string', members: ['Event', 'Series'], text: 'kind of the entity' },
      { name: 'parent_entity_id', type: 'integer', text: 'id of the entity' },
      ...[limit, offset],
      { name: 'ascending', type: 'boolean', default: false, text: 'oldest first' },
    ],
    ok: z.array(GammaComment),
  },
  {
    ...catalog,
    id: 'P/comment-replies',
    path: '/comments/{id}',
    purpose: 'replies of a comment',
    pathParam: idOf('comment'),
    query: [limit, offset],
    ok: z.array(GammaComment),
  },
  {
    ...catalog,
    id: 'P/public-profile',
    path: '/public-profile',
    purpose: 'public profile of a wallet',
    query: [{ name: 'address', type: 'address', required: true, text: 'wallet or proxy wallet' }],
    ok: PublicProfile,
  },
  {
    ...publicRead,
    id: 'P/deployed',
    path: '/deployed',
    purpose: 'whether the contract of a wallet exists; every wallet has one',
    query: [{ name: 'address', type: 'address', required: true, text: 'the wallet' }],
    ok: z.strictObject({ deployed: flag }),
  },
];

export const gammaRoutes: readonly ExtraRoute[] = [
  ...marketRoutes,
  ...eventRoutes,
  ...groupRoutes,
  searchRoute,
  ...peopleRoutes,
];

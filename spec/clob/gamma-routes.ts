/** spec/clob/gamma-routes: catalog lists and entities for the clients of a catalog service, and its relayer's read. */

import { z } from 'zod';
import {
  ascending,
  booleanParam,
  catalogOffset,
  creator,
  cursor,
  cursorParam,
  flagFilters,
  integerParam,
  ofEventFilters,
  stringParam,
} from '../params.ts';
import { Tag } from '../resources/catalog-market.ts';
import { PublicProfile } from '../resources/people.ts';
import { flag } from '../resources/resource.ts';
import { TradingMarket } from '../resources/trading-market.ts';
import type { Param } from '../route.ts';
import { routeById } from '../routes.ts';
import { conditionId, page, slug } from '../tables/family-rows.ts';
import { type ExtraRoute, publicRead, rowsOf, type SharedColumns } from './extra-route.ts';
import { GammaComment, GammaEvent, GammaMarket, GammaSeries, SearchResults } from './gamma-schemas.ts';

/** A larger `limit` counts as this. */
export const CATALOG_LIMIT_MAX = 500;

function texts(name: string, of: string): Param {
  return { name, type: 'string', repeated: true, text: `only ${of}` };
}

/** `<name>_min` and `<name>_max`. */
function bounds(name: string, type: 'number' | 'string'): readonly Param[] {
  return [
    { name: `${name}_min`, type, text: 'only this value or more' },
    { name: `${name}_max`, type, text: 'only this value or less' },
  ];
}

const limit = integerParam('limit', 'most items of a page', { min: 0, default: 20 });
const afterCursor = cursorParam('after_cursor', 'the `next_cursor` of the page before');
const flagged = (name: string, what: string): Param => booleanParam(name, what, { default: false });
const includeTag = flagged('include_tag', 'with the tags');

const ordering: readonly Param[] = [stringParam('order', 'field to sort by, in camel case or snake case'), ascending];

const dates = [...bounds('start_date', 'string'), ...bounds('end_date', 'string')];

const marketFilters: readonly Param[] = [
  ...flagFilters('markets'),
  texts('id', 'these markets'),
  texts('slug', 'these markets'),
  { ...texts('condition_ids', 'these markets'), aliases: ['conditionId', 'condition_id'] },
  texts('clob_token_ids', 'markets of these tokens'),
  ...ofEventFilters,
  ...bounds('volume_num', 'number'),
  ...bounds('liquidity_num', 'number'),
  ...dates,
  creator,
  includeTag,
];

const eventFilters: readonly Param[] = [
  ...flagFilters('events'),
  texts('id', 'these events'),
  texts('slug', 'these events'),
  texts('tag_id', 'events with one of these tags'),
  texts('exclude_tag_id', 'events with none of these tags'),
  stringParam('tag_slug', 'only events with this tag'),
  texts('series_id', 'events of these series'),
  stringParam('title_search', 'only events whose title contains this text', { maxLength: 200 }),
  ...bounds('volume', 'number'),
  ...bounds('liquidity', 'number'),
  ...dates,
  creator,
];

/** With a cursor, `GET /markets` is the list of trading markets. */
const tradingCursor: Param = { ...cursor, text: 'trading markets instead, by cursor; `MA==` is the first page' };

const shared = { ...publicRead, family: 'typed' } as const satisfies SharedColumns;
const catalog = rowsOf({ ...shared, limits: ['catalog-all'] });
const ofMarkets = rowsOf({ ...shared, limits: ['catalog-all', 'catalog-markets', 'catalog-listings'] });
const ofEvents = rowsOf({ ...shared, limits: ['catalog-all', 'catalog-events', 'catalog-listings'] });
const ofTags = rowsOf({ ...shared, limits: ['catalog-all', 'catalog-tags'] });
const trading = rowsOf(publicRead);

const idOf = (what: string): Param => stringParam('id', `${what} id`, { required: true });
const numberOf = (what: string): Param => ({ ...idOf(what), type: 'integer' });
const addressOf = (what: string): Param => ({ name: 'address', type: 'address', required: true, text: what });
const nextCursor = z.string().min(1).optional();

const marketRoutes: readonly ExtraRoute[] = [
  ofMarkets(
    'markets',
    '/markets',
    'list catalog markets, or trading markets by cursor',
    z.union([z.array(GammaMarket), page('2.10', '', TradingMarket)]),
    { query: [limit, catalogOffset, ...marketFilters, ...ordering, tradingCursor] },
  ),
  ofMarkets(
    'markets-keyset',
    '/markets/keyset',
    'list catalog markets by cursor',
    z.strictObject({ markets: z.array(GammaMarket), next_cursor: nextCursor }),
    { query: [limit, ...marketFilters, ...ordering, afterCursor] },
  ),
  trading(
    'market',
    routeById('trading-market').path,
    'trading market by condition id, or catalog market by numeric id',
    z.union([TradingMarket, GammaMarket]),
    { pathParam: { ...conditionId, text: 'condition id, or id of the catalog' }, query: [includeTag] },
  ),
  ofMarkets('market-by-slug', '/markets/slug/{slug}', 'catalog market by slug', GammaMarket, {
    pathParam: slug,
    query: [includeTag, creator],
  }),
  ofMarkets('market-tags', '/markets/{id}/tags', 'tags of a market', z.array(Tag), { pathParam: numberOf('market') }),
];

const eventRoutes: readonly ExtraRoute[] = [
  ofEvents('events', '/events', 'list events', z.array(GammaEvent), {
    query: [limit, catalogOffset, ...eventFilters, ...ordering],
  }),
  ofEvents(
    'events-keyset',
    '/events/keyset',
    'list events by cursor',
    z.strictObject({ events: z.array(GammaEvent), next_cursor: nextCursor }),
    { query: [limit, ...eventFilters, ...ordering, afterCursor] },
  ),
  ofEvents('event', '/events/{id}', 'event by numeric id', GammaEvent, {
    pathParam: numberOf('event'),
    query: [creator],
  }),
  ofEvents('event-by-slug', '/events/slug/{slug}', 'event by slug', GammaEvent, { pathParam: slug, query: [creator] }),
  ofEvents('event-tags', '/events/{id}/tags', 'tags of an event', z.array(Tag), { pathParam: numberOf('event') }),
];

const seriesQuery: readonly Param[] = [
  limit,
  catalogOffset,
  stringParam('slug', 'only these series', { repeated: true }),
  booleanParam('closed', 'only series with this flag value'),
  stringParam('recurrence', 'only series with this recurrence'),
  flagged('exclude_events', 'without the events'),
  ...ordering,
];

const searchQuery: readonly Param[] = [
  stringParam('q', 'the text, in any letter case', { required: true, maxLength: 200 }),
  integerParam('limit_per_type', 'most results of each kind', { min: 1, default: 10 }),
  integerParam('page', 'the page, from 1', { min: 1, default: 1 }),
  stringParam('events_status', 'only such events', { members: ['active', 'closed', 'all'] }),
  flagged('search_tags', 'tags as well'),
  flagged('search_profiles', 'profiles as well'),
];

const commentsQuery: readonly Param[] = [
  stringParam('parent_entity_type', 'kind of the entity', { members: ['Event', 'Series'] }),
  integerParam('parent_entity_id', 'id of the entity'),
  limit,
  catalogOffset,
  flagged('ascending', 'oldest first'),
];

const otherRoutes: readonly ExtraRoute[] = [
  ofTags('tags', '/tags', 'list tags', z.array(Tag), { query: [limit, catalogOffset, ...ordering] }),
  ofTags('tag', '/tags/{id}', 'tag by id', Tag, { pathParam: idOf('tag') }),
  ofTags('tag-by-slug', '/tags/slug/{slug}', 'tag by slug', Tag, { pathParam: slug }),
  catalog('series-list', '/series', 'list series', z.array(GammaSeries), { query: seriesQuery }),
  catalog('series', '/series/{id}', 'series by id', GammaSeries, { pathParam: idOf('series') }),
  catalog('search', '/public-search', 'events, tags and profiles with a text in their names', SearchResults, {
    query: searchQuery,
    limits: ['catalog-all', 'catalog-search'],
  }),
  catalog('comments', '/comments', 'comments of an event, newest first', z.array(GammaComment), {
    query: commentsQuery,
  }),
  catalog('comment-replies', '/comments/{id}', 'replies of a comment', z.array(GammaComment), {
    pathParam: idOf('comment'),
    query: [limit, catalogOffset],
  }),
  catalog('public-profile', '/public-profile', 'public profile of a wallet', PublicProfile, {
    query: [addressOf('wallet or proxy wallet')],
  }),
  trading(
    'deployed',
    '/deployed',
    'whether the contract of a wallet exists; every wallet has one',
    z.strictObject({ deployed: flag }),
    { query: [addressOf('the wallet')] },
  ),
];

export const gammaRoutes: readonly ExtraRoute[] = [...marketRoutes, ...eventRoutes, ...otherRoutes];

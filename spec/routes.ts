/**
 * spec/routes: the table of the 24 routes of interface section 4. Server, client, checks, register and OpenAPI document
 * read the same rows.
 */
import { z } from 'zod';
import type { ErrorCondition } from './errors.ts';
import {
  activityQuery,
  builderTradesQuery,
  closedPositionsQuery,
  commentsQuery,
  creator,
  creatorsQuery,
  cursor,
  holdersQuery,
  liveOrdersQuery,
  marketsQuery,
  positionsQuery,
} from './params.ts';
import { ActivityEntry } from './resources/activity.ts';
import { BuilderTrade } from './resources/builder-trade.ts';
import { CatalogEvent, EventCreator } from './resources/catalog-event.ts';
import { CatalogMarket, CatalogMarketFull } from './resources/catalog-market.ts';
import { Comment } from './resources/comment.ts';
import { HolderGroup } from './resources/holder.ts';
import { CancelReply, HeartbeatSession, HeartbeatStatus, LiveOrder, OrderReply } from './resources/order.ts';
import { OrderBook, PriceMap } from './resources/order-book.ts';
import { ClosedPosition, Position } from './resources/position.ts';
import { PublicProfile } from './resources/profile.ts';
import { resource } from './resources/resource.ts';
import { SimplifiedMarket, TradingMarket, TradingSettings } from './resources/trading-market.ts';
import { invariant } from './result.ts';
import type { Param, Route, RouteId } from './route.ts';

/** A page of a cursor list: `{data, next_cursor, limit, count}`. */
function page<Item extends z.ZodType>(section: string, prefix: string, item: Item) {
  return resource(section, prefix, {
    data: z.array(item),
    next_cursor: z.string(),
    limit: z.int(),
    count: z.int(),
  });
}

const slug: Param = { name: 'slug', type: 'string', required: true, text: 'slug of the entity' };
const conditionId: Param = { name: 'condition_id', type: 'string', required: true, text: 'condition id of the market' };
const signedErrors: readonly ErrorCondition[] = ['bad-request', 'unauthorized', 'internal'];
const walletErrors: readonly ErrorCondition[] = [
  'bad-request',
  'missing-field',
  'unknown-field',
  'not-allowlisted',
  'internal',
];
const wallet = {
  body: 'none',
  family: 'wallet',
  auth: 'none',
  errors: walletErrors,
  limits: [],
  unknownParams: 'refused',
} as const;
const catalog = { method: 'GET', body: 'none', family: 'typed', auth: 'none', unknownParams: 'ignored' } as const;
const trading = { family: 'plain', unknownParams: 'ignored' } as const;

const signedRoutes: readonly Route[] = [
  {
    ...trading,
    id: 'heartbeat-v1',
    method: 'POST',
    path: '/v1/heartbeats',
    section: '4.2',
    purpose: 'keep the session alive, with a body',
    auth: 'L2',
    query: [],
    body: 'heartbeat',
    ok: HeartbeatSession,
    resource: '4.2',
    errors: signedErrors,
    paging: 'none',
    limits: [],
  },
  {
    ...trading,
    id: 'heartbeat',
    method: 'POST',
    path: '/heartbeats',
    section: '4.2',
    purpose: 'keep the session alive, without a body',
    auth: 'L2',
    query: [],
    body: 'none',
    ok: HeartbeatStatus,
    resource: '4.2',
    errors: ['unauthorized', 'internal'],
    paging: 'none',
    limits: [],
  },
  {
    ...trading,
    id: 'place-order',
    method: 'POST',
    path: '/order',
    section: '4.3',
    purpose: 'place an order',
    auth: 'L2',
    query: [],
    body: 'order',
    ok: OrderReply,
    resource: '4.3',
    errors: [...signedErrors, 'not-accepting', 'too-large'],
    paging: 'none',
    limits: ['write-order'],
  },
  {
    ...trading,
    id: 'cancel-order',
    method: 'DELETE',
    path: '/order',
    section: '4.4',
    purpose: 'cancel an order',
    auth: 'L2',
    query: [],
    body: 'cancel',
    ok: CancelReply,
    resource: '4.4',
    errors: [...signedErrors, 'too-large'],
    paging: 'none',
    limits: ['write-cancel'],
  },
  {
    ...trading,
    id: 'live-orders',
    method: 'GET',
    path: '/data/orders',
    section: '4.5',
    purpose: "the caller's live orders",
    auth: 'account',
    query: liveOrdersQuery,
    body: 'none',
    ok: page('4.5', '', LiveOrder),
    item: { schema: LiveOrder, at: 'data' },
    resource: '2.15',
    errors: signedErrors,
    paging: 'cursor',
    limits: ['book-all'],
  },
  {
    ...trading,
    id: 'builder-trades',
    method: 'GET',
    path: '/builder/trades',
    section: '4.6',
    purpose: 'trades of builders',
    auth: 'none',
    query: builderTradesQuery,
    body: 'none',
    ok: z.array(BuilderTrade),
    item: { schema: BuilderTrade, at: '' },
    resource: '2.16',
    errors: ['bad-request', 'internal'],
    paging: 'header-cursor',
    limits: ['book-all'],
  },
];

const walletRoutes: readonly Route[] = [
  {
    ...wallet,
    id: 'closed-positions',
    method: 'GET',
    path: '/closed-positions',
    section: '4.7',
    purpose: 'closed positions of a wallet',
    query: closedPositionsQuery,
    ok: z.array(ClosedPosition),
    item: { schema: ClosedPosition, at: '' },
    resource: '2.2',
    paging: 'offset',
  },
  {
    ...wallet,
    id: 'positions',
    method: 'GET',
    path: '/positions',
    section: '4.8',
    purpose: 'current positions of a wallet',
    query: positionsQuery,
    ok: z.array(Position),
    item: { schema: Position, at: '' },
    resource: '2.1',
    paging: 'offset',
  },
  {
    ...wallet,
    id: 'activity',
    method: 'GET',
    path: '/activity',
    section: '4.9',
    purpose: 'activity feed of a wallet',
    query: activityQuery,
    ok: z.array(ActivityEntry),
    item: { schema: ActivityEntry, at: '' },
    resource: '2.3',
    paging: 'offset',
  },
  {
    ...wallet,
    id: 'holders',
    method: 'GET',
    path: '/holders',
    section: '4.10',
    purpose: 'top holders per market',
    query: holdersQuery,
    ok: z.array(HolderGroup),
    item: { schema: HolderGroup, at: '' },
    resource: '2.4',
    paging: 'none',
  },
];

const marketRoutes: readonly Route[] = [
  {
    ...catalog,
    id: 'markets',
    path: '/markets',
    section: '4.11',
    purpose: 'list catalogue markets',
    query: marketsQuery,
    ok: z.array(CatalogMarket),
    item: { schema: CatalogMarket, at: '' },
    resource: '2.5',
    errors: ['bad-request', 'internal'],
    paging: 'offset',
    limits: ['catalog-all', 'catalog-markets', 'catalog-listings'],
  },
  {
    ...catalog,
    id: 'market-by-slug',
    path: '/markets/slug/{slug}',
    section: '4.12',
    purpose: 'catalogue market by slug',
    pathParam: slug,
    query: [creator],
    ok: CatalogMarketFull,
    resource: '2.5',
    errors: ['not-found', 'internal'],
    paging: 'none',
    limits: ['catalog-all', 'catalog-markets', 'catalog-listings'],
  },
  {
    ...trading,
    id: 'trading-market',
    method: 'GET',
    path: '/markets/{condition_id}',
    section: '4.13',
    purpose: 'trading market by condition id',
    auth: 'none',
    pathParam: conditionId,
    query: [],
    body: 'none',
    ok: TradingMarket,
    resource: '2.10',
    errors: ['bad-request', 'not-found', 'internal'],
    paging: 'none',
    limits: ['book-all'],
  },
  {
    ...trading,
    id: 'trading-settings',
    method: 'GET',
    path: '/clob-markets/{condition_id}',
    section: '4.14',
    purpose: 'trading settings of a market',
    auth: 'none',
    pathParam: conditionId,
    query: [],
    body: 'none',
    ok: TradingSettings,
    resource: '2.17',
    errors: ['bad-request', 'not-found', 'internal'],
    paging: 'none',
    limits: ['book-all'],
  },
];

function cursorList(id: RouteId, purpose: string, item: z.ZodType, resourceSection: string): Route {
  return {
    ...trading,
    id,
    method: 'GET',
    path: `/${id}`,
    section: '4.15',
    purpose,
    auth: 'none',
    query: [cursor],
    body: 'none',
    ok: page('4.15', `${id}.`, item),
    item: { schema: item, at: 'data' },
    resource: resourceSection,
    errors: ['bad-request', 'internal'],
    paging: 'cursor',
    limits: ['book-all'],
  };
}

const bookRoutes: readonly Route[] = [
  cursorList('sampling-markets', 'sampling markets', TradingMarket, '2.10'),
  cursorList('sampling-simplified-markets', 'sampling markets in short form', SimplifiedMarket, '2.11'),
  cursorList('simplified-markets', 'all markets in short form', SimplifiedMarket, '2.11'),
  {
    ...trading,
    id: 'books',
    method: 'POST',
    path: '/books',
    section: '4.16',
    purpose: 'several order books',
    auth: 'none',
    query: [],
    body: 'tokens',
    ok: z.array(OrderBook),
    item: { schema: OrderBook, at: '' },
    resource: '2.14',
    errors: ['bad-request', 'too-large', 'internal'],
    paging: 'none',
    limits: ['book-all', 'book-books'],
  },
  {
    ...trading,
    id: 'prices',
    method: 'POST',
    path: '/prices',
    section: '4.17',
    purpose: 'best prices of several tokens',
    auth: 'none',
    query: [],
    body: 'tokens',
    ok: PriceMap,
    resource: '4.17',
    errors: ['bad-request', 'too-large', 'internal'],
    paging: 'none',
    limits: ['book-all', 'book-prices'],
  },
];

const catalogRoutes: readonly Route[] = [
  {
    ...catalog,
    id: 'comment-replies',
    path: '/comments/{id}',
    section: '4.18',
    purpose: 'replies of a comment',
    pathParam: { name: 'id', type: 'string', required: true, text: 'comment id' },
    query: commentsQuery,
    ok: z.array(Comment),
    item: { schema: Comment, at: '' },
    resource: '2.9',
    errors: ['bad-request', 'not-found', 'internal'],
    paging: 'offset',
    limits: ['catalog-all'],
  },
  {
    ...catalog,
    id: 'profile',
    path: '/profiles/user_address/{user_address}',
    section: '4.19',
    purpose: 'public profile of a wallet',
    pathParam: { name: 'user_address', type: 'address', required: true, text: 'wallet or proxy wallet' },
    query: [],
    ok: PublicProfile,
    resource: '2.8',
    errors: ['bad-request', 'not-found', 'internal'],
    paging: 'none',
    limits: ['catalog-all'],
  },
  {
    ...catalog,
    id: 'event-creators',
    path: '/events/creators',
    section: '4.20',
    purpose: 'event creators',
    query: creatorsQuery,
    ok: z.array(EventCreator),
    item: { schema: EventCreator, at: '' },
    resource: '2.7',
    errors: ['bad-request', 'internal'],
    paging: 'offset',
    limits: ['catalog-all', 'catalog-events', 'catalog-listings'],
  },
  {
    ...catalog,
    id: 'event-by-slug',
    path: '/events/slug/{slug}',
    section: '4.20',
    purpose: 'event by slug',
    pathParam: slug,
    query: [creator],
    ok: CatalogEvent,
    resource: '2.6',
    errors: ['not-found', 'internal'],
    paging: 'none',
    limits: ['catalog-all', 'catalog-events', 'catalog-listings'],
  },
  {
    ...catalog,
    id: 'event',
    path: '/events/{id}',
    section: '4.20',
    purpose: 'event by numeric id',
    pathParam: { name: 'id', type: 'integer', required: true, text: 'event id' },
    query: [creator],
    ok: CatalogEvent,
    resource: '2.6',
    errors: ['bad-request', 'not-found', 'internal'],
    paging: 'none',
    limits: ['catalog-all', 'catalog-events', 'catalog-listings'],
  },
];

/** The 24 routes of section 4.1. */
export const ROUTES: readonly Route[] = [
  ...signedRoutes,
  ...walletRoutes,
  ...marketRoutes,
  ...bookRoutes,
  ...catalogRoutes,
];

const byId = new Map(ROUTES.map((route) => [route.id, route]));

/** The row of one route. */
export function routeById(id: RouteId): Route {
  const route = byId.get(id);
  invariant(route !== undefined, `route ${id} is in the table`);
  return route;
}

/** The prefix of parameter clauses of a route: `4.8/`, or `4.20/event-creators.` in a section of several routes. */
export function clausePrefix(route: Route): string {
  const shared = ROUTES.some((other) => other.id !== route.id && other.section === route.section);
  return shared ? `${route.section}/${route.id}.` : `${route.section}/`;
}

/**
 * conformance/checks/requests: an acceptable request for each route, made from the bound roles, for checks that change
 * one thing about it.
 */

import type { JsonObject } from '../../spec/json.ts';
import { isObject, listAt, objectsIn, textAt } from '../../spec/json.ts';
import type { Param, Route, RouteId } from '../../spec/route.ts';
import { clausePrefix, routeById } from '../../spec/routes.ts';
import type { Query, Request } from '../../wire/message.ts';
import { get, withJson } from '../../wire/message.ts';
import type { Bindings, Role } from '../bindings.ts';
import type { CheckContext, Exchange } from '../check.ts';

/** The role whose binding fills the path parameter or the required query parameter of a route. */
const roleOfRoute: Readonly<Partial<Record<RouteId, Role>>> = {
  'closed-positions': 'closed-wallet',
  positions: 'wallet',
  activity: 'active-wallet',
  holders: 'held-market',
  'market-by-slug': 'market',
  'trading-market': 'condition',
  'trading-settings': 'condition',
  books: 'book',
  prices: 'book',
  'comment-replies': 'comment',
  profile: 'profile',
  event: 'event',
  'event-by-slug': 'event',
};

/** Roles that `sampleRequest` needs for a route. */
export function rolesFor(route: Route): readonly Role[] {
  const role = roleOfRoute[route.id];
  return role === undefined ? [] : [role];
}

/** The clause of one aspect of a parameter: `clauseOf(route, 'limit', 'max')` is `4.8/limit.max`. */
export function clauseOf(route: Route, subject: string, aspect: string): string {
  return `${clausePrefix(route)}${subject}${aspect === '' ? '' : `.${aspect}`}`;
}

/** Path of a route with its parameter filled in, percent-encoded. */
export function pathOf(route: Route, value: string): string {
  return route.path.replace(/\{[a-z_]+\}/, encodeURIComponent(value));
}

/** The bound value of the path parameter of a route; empty where it has none. */
export function pathValue(route: Route, bindings: Bindings): string {
  switch (route.id) {
    case 'market-by-slug':
      return textAt(bindings.markets[0], 'slug') ?? '';
    case 'trading-market':
    case 'trading-settings':
      return textAt(bindings.conditions[0], 'condition_id') ?? '';
    case 'comment-replies':
      return bindings.comments[0] ?? '';
    case 'profile':
      return bindings.profiles[0] ?? '';
    case 'event':
      return textAt(bindings.events[0], 'id') ?? '';
    case 'event-by-slug':
      return textAt(bindings.events[0], 'slug') ?? '';
    default:
      return '';
  }
}

/** Query values a route cannot do without. */
export function requiredQuery(route: Route, bindings: Bindings): Record<string, string> {
  switch (route.id) {
    case 'positions':
      return { user: bindings.wallets[0] ?? '' };
    case 'closed-positions':
      return { user: bindings.closedWallets[0] ?? '' };
    case 'activity':
      return { user: bindings.activeWallets[0] ?? '' };
    case 'holders':
      return { market: bindings.heldMarkets[0] ?? '' };
    default:
      return {};
  }
}

/** Required query values of a route, one record for each bound wallet or market: where one cannot show a thing, another may. */
export function subjectsOf(route: Route, bindings: Bindings): readonly Record<string, string>[] {
  const users = (addresses: readonly string[]) => addresses.map((user) => ({ user }));
  switch (route.id) {
    case 'positions':
      return users(bindings.wallets);
    case 'closed-positions':
      return users(bindings.closedWallets);
    case 'activity':
      return users(bindings.activeWallets);
    case 'holders':
      return bindings.heldMarkets.map((market) => ({ market }));
    default:
      return [{}];
  }
}

/** An acceptable unsigned request for a reading route, with `query` added. */
export function sampleRequest(route: Route, bindings: Bindings, query: Query = {}): Request {
  const path = route.pathParam === undefined ? route.path : pathOf(route, pathValue(route, bindings));
  if (route.body === 'tokens') {
    const tokens = bindings.books.slice(0, 1).map((book) => ({ token_id: textAt(book, 'asset_id') ?? '' }));
    return withJson('POST', path, tokens);
  }
  return get(path, { ...requiredQuery(route, bindings), ...query });
}

/** Sends the sample request of a route with `query` added. */
export function sendSample(context: CheckContext, route: Route, query: Query = {}): Promise<Exchange> {
  assertNamed(context, route);
  return context.send(sampleRequest(route, context.bindings, query));
}

/** GET on a route without path parameter. */
export function sendGet(context: CheckContext, id: RouteId, query: Query = {}): Promise<Exchange> {
  return context.send(get(routeById(id).path, query));
}

/** Ends the check where the row that was found for the path of a route does not name what to put into it. */
export function assertNamed({ bindings, notTestable }: CheckContext, route: Route): void {
  if (route.pathParam === undefined || pathValue(route, bindings) !== '') return;
  notTestable(`nothing is named to put into ${route.path}`, NAME_IT);
}

const NAME_IT = 'mend the list that should name it: see the shape of its rows';

/** GET on a route with a path parameter. */
export function sendPath(context: CheckContext, id: RouteId, value: string, query: Query = {}): Promise<Exchange> {
  if (value === '') context.notTestable(`nothing is named to put into ${routeById(id).path}`, NAME_IT);
  return context.send(get(pathOf(routeById(id), value), query));
}

/** The items of a list answer: of the bare array, or of `data`. */
export function itemsOf(route: Route, exchange: Exchange): readonly JsonObject[] {
  if (route.item?.at === 'data') return objectsIn(isObject(exchange.json) ? listAt(exchange.json, 'data') : undefined);
  return objectsIn(exchange.json);
}

/** How many items `limit` counts: rows, or the holders of a market over its groups. */
export function countLimited(route: Route, exchange: Exchange): number {
  if (route.id !== 'holders') return Array.isArray(exchange.json) ? exchange.json.length : 0;
  return objectsIn(exchange.json).reduce((sum, group) => sum + listAt(group, 'holders').length, 0);
}

/** Parameters of a route by name; the table is complete, so a missing one is a defect of the check. */
export function paramOf(route: Route, name: string): Param {
  const param = route.query.find((row) => row.name === name);
  if (param === undefined) throw new Error(`${route.id} has no parameter ${name}`);
  return param;
}

/** spec/routes: the routes of section 4, read by server, client, checks, register and OpenAPI document. */
import { invariant } from '../base/result.ts';
import type { Route, RouteId } from './route.ts';
import { bookRoutes } from './tables/book-routes.ts';
import { catalogRoutes } from './tables/catalog-routes.ts';
import { marketRoutes } from './tables/market-routes.ts';
import { signedRoutes } from './tables/signed-routes.ts';
import { walletRoutes } from './tables/wallet-routes.ts';

/** All routes of section 4.1. */
export const ROUTES: readonly Route[] = [
  ...signedRoutes,
  ...walletRoutes,
  ...marketRoutes,
  ...bookRoutes,
  ...catalogRoutes,
];

const byId = new Map<unknown, Route>(ROUTES.map((route) => [route.id, route]));

export function isRouteId(value: unknown): value is RouteId {
  return byId.has(value);
}

export function routeById<Id extends RouteId>(id: Id): Route & { readonly id: Id } {
  const route = byId.get(id);
  invariant(route !== undefined, `route ${id} is in the table`);
  return route as Route & { readonly id: Id };
}

export function hasParam({ query }: Pick<Route, 'query'>, name: string): boolean {
  return query.some((param) => param.name === name);
}

/** The id of a clause, which may not exist: `4.8/limit.max`, or `4.20/event-creators.limit.max` in a shared section. */
export function clauseIdOf(route: RouteId, aspect: string): string {
  if (aspect === 'exists') return `4.1/${route}`;
  if (aspect === 'open') return `4.1/${route}.open`;
  if (aspect.startsWith('header.')) return `5/${route}.${aspect.slice('header.'.length)}`;
  if (aspect.startsWith('error.')) return `7/${route}.${aspect.slice('error.'.length)}`;
  const { section } = routeById(route);
  const isShared = ROUTES.some((other) => other.id !== route && other.section === section);
  return isShared ? `${section}/${route}.${aspect}` : `${section}/${aspect}`;
}

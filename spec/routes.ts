/**
 * spec/routes: the routes of interface section 4, from `spec/tables`. Server, client, checks, register and OpenAPI document read
 * the same rows.
 */
import { invariant } from './result.ts';
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

/** The row of one route. */
export function routeById<Id extends RouteId>(id: Id): Route & { readonly id: Id } {
  const route = byId.get(id);
  invariant(route !== undefined, `route ${id} is in the table`);
  return route as Route & { readonly id: Id };
}

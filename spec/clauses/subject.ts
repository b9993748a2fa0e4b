/** spec/clauses/subject: the capability that shows a clause of a route, and the name of a route for people. */
import type { Route, RouteId } from '../route.ts';
import { routeById } from '../routes.ts';
import type { Observable } from './clause.ts';

/** The claim of a target that makes responses of the route visible. */
export function observableOn(route: Route): Observable {
  if (route.family === 'wallet') return 'wallet';
  return route.auth === 'none' ? 'read' : 'trading';
}

/** The least demanding capability of the routes, because a clause that one of them shows is verified. */
export function observableOnAny(ids: readonly RouteId[]): Observable {
  const needs = ids.map((id) => observableOn(routeById(id)));
  return needs.includes('read') ? 'read' : needs.includes('wallet') ? 'wallet' : 'trading';
}

/** `GET /positions`, as people write it. */
export function routeName(route: Pick<Route, 'method' | 'path'>): string {
  return `${route.method} ${route.path}`;
}

/** spec/clob/served-routes: the routes that a deployment of a profile has: those of the interface, and the profile's own. */
import type { Profile } from '../profile.ts';
import type { Route } from '../route.ts';
import { ROUTES } from '../routes.ts';
import type { ExtraRoute } from './extra-route.ts';
import { CLOB_ROUTES } from './routes.ts';

export type DescribedRoute = Route | ExtraRoute;

/** A route of the profile replaces the route of the interface with its method and path. */
export function routesOf({ clob }: Pick<Profile, 'clob'>): readonly DescribedRoute[] {
  if (clob === undefined) return ROUTES;
  const replaced = new Set(CLOB_ROUTES.map(({ method, path }) => `${method} ${path}`));
  return [...ROUTES.filter(({ method, path }) => !replaced.has(`${method} ${path}`)), ...CLOB_ROUTES];
}

export function isExtra(route: DescribedRoute): route is ExtraRoute {
  return route.id.startsWith('P/');
}

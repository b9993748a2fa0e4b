/** spec/clob/served-routes: the routes of a deployment of a profile: the interface's and its own. */
import type { Profile } from '../profile.ts';
import type { Route } from '../route.ts';
import { ROUTES } from '../routes.ts';
import type { ExtraRoute } from './extra-route.ts';
import { CLOB_ROUTES } from './routes.ts';

export type DescribedRoute = Route | ExtraRoute;

const own = new Set(CLOB_ROUTES.map(nameOf));

/** The routes of the interface with a row of the profiles in their place. */
export const REPLACED_ROUTES: readonly Route[] = ROUTES.filter((route) => own.has(nameOf(route)));

/** All routes of a profile with the order book of real clients. */
export const CLOB_SERVED: readonly DescribedRoute[] = [
  ...ROUTES.filter((route) => !REPLACED_ROUTES.includes(route)),
  ...CLOB_ROUTES,
];

export function routesOf({ clob }: Pick<Profile, 'clob'>): readonly DescribedRoute[] {
  return clob === undefined ? ROUTES : CLOB_SERVED;
}

function nameOf({ method, path }: DescribedRoute) {
  return `${method} ${path}`;
}

export function isExtra(route: DescribedRoute): route is ExtraRoute {
  return route.id.startsWith('P/');
}

/** wire/route-match: the row of a route table for a request: literal segments win over parameters. */
import { CLOB_SERVED, type DescribedRoute } from '../spec/clob/served-routes.ts';
import type { Route, ServedRoute } from '../spec/route.ts';
import { ROUTES } from '../spec/routes.ts';
import type { Request } from './message.ts';

export const matchRoute: (request: Request) => Route | undefined = matcherOf(ROUTES);

/** Method and path of all routes that a simulator can serve, those of profiles included. */
export const INTERFACE_NAMES: readonly string[] = ROUTES.map(nameOf);
export const SERVED_NAMES: readonly string[] = [...new Set([...ROUTES, ...CLOB_SERVED].map(nameOf))];

/** The route of a profile with further routes, or undefined if none matches. */
export const matchServed: (request: Request) => DescribedRoute | undefined = matcherOf(CLOB_SERVED);

/** Method and path of the route of the interface or of a profile, such as `GET /book`; undefined if none matches. */
export function routeNameOf(request: Request): string | undefined {
  const route = matchServed(request);
  return route && nameOf(route);
}

function nameOf({ method, path }: Pick<ServedRoute, 'method' | 'path'>) {
  return `${method} ${path}`;
}

type Pattern<Row> = Readonly<{ method: string; prefix: string; suffix: string; route: Row }>;

function matcherOf<Row extends Pick<ServedRoute, 'method' | 'path'>>(
  rows: readonly Row[],
): (request: Request) => Row | undefined {
  const literal = new Map<string, Row>();
  const withParam: Pattern<Row>[] = [];
  for (const route of rows) {
    const { method, path } = route;
    const [prefix = '', suffix = ''] = path.split(/\{\w+\}/);
    if (path.includes('{')) withParam.push({ method, prefix, suffix, route });
    else literal.set(nameOf(route), route);
  }
  withParam.sort((a, b) => b.prefix.length - a.prefix.length || (a.prefix < b.prefix ? -1 : 1));
  return ({ method, path }) =>
    literal.get(`${method} ${path}`) ??
    withParam.find((pattern) => pattern.method === method && fits(pattern, path))?.route;
}

function fits({ prefix, suffix }: Pick<Pattern<unknown>, 'prefix' | 'suffix'>, path: string) {
  if (!path.startsWith(prefix) || !path.endsWith(suffix)) return false;
  const value = path.slice(prefix.length, path.length - suffix.length);
  return value !== '' && !value.includes('/');
}

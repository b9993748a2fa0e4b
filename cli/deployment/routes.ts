/** cli/deployment/routes: a deployment whose routes are on several hosts. */
import type { ErrorFamily } from '../../spec/errors.ts';
import type { RouteId } from '../../spec/route.ts';
import { ROUTES } from '../../spec/routes.ts';
import { parseBaseUrl } from '../../wire/http-target.ts';
import type { Target } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { CliError } from '../exit.ts';

const GROUPS: Readonly<Record<string, ErrorFamily>> = { catalog: 'typed', trading: 'plain', data: 'wallet' };

/** The base address of each route that is not on the host of the URL. Throws `CliError`. */
export function parseRoutes(texts: readonly string[]): ReadonlyMap<RouteId, URL> {
  const places = new Map<RouteId, URL>();
  const groups = new Map<RouteId, URL>();
  for (const text of texts) {
    const [, name = '', address = ''] = /^(.*?)=(https?:.*)$/s.exec(text) ?? [];
    const base = parseBaseUrl(address);
    const routes = routesOf(name.trim());
    if (routes.length === 0 || !base.ok) {
      const known = `${Object.keys(GROUPS).join(', ')} or a route such as 'POST /order'`;
      throw new CliError(`--route takes NAME=URL; NAME is ${known}; got ${JSON.stringify(text.slice(0, 80))}`);
    }
    const own = isGroup(name.trim()) ? groups : places;
    for (const id of routes) {
      if (own.has(id)) throw new CliError(`--route ${name}: this route already has an address`);
      own.set(id, base.value);
    }
  }
  return new Map([...groups, ...places]);
}

const isGroup = (name: string) => Object.hasOwn(GROUPS, name);

function routesOf(name: string): readonly RouteId[] {
  return ROUTES.filter(({ family, method, path }) =>
    isGroup(name) ? family === GROUPS[name] : `${method} ${path}` === name,
  ).map(({ id }) => id);
}

/** The target with the routes that are elsewhere, opened by `open`. Other requests go to the target itself. */
export function withRoutes(target: Target, routes: ReadonlyMap<RouteId, URL>, open: (url: URL) => Target): Target {
  const byOrigin = new Map([...routes.values()].map((url) => [url.href, open(url)]));
  if (byOrigin.size === 0) return target;
  return {
    ...target,
    send(request) {
      const id = matchRoute(request)?.id;
      const url = id === undefined ? undefined : routes.get(id);
      return ((url && byOrigin.get(url.href)) ?? target).send(request);
    },
    async close() {
      await Promise.all([target, ...byOrigin.values()].map((one) => one.close()));
    },
  };
}

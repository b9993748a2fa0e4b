/**
 * conformance/session/hostility: bounds what a hostile target can cost a run. A route whose responses pass a bound three times in a row is
 * not asked again, and a run ends when too many responses passed one, or when all bodies together are too long.
 */
import type { Route, RouteId } from '../../spec/route.ts';

/** Responses of a route in a row that passed a bound before the route is given up. */
const IN_A_ROW = 3;
/** After so many responses that passed a bound, one is enough to give up a route. */
const PATIENCE = 12;
/** Responses that passed a bound before the run ends. */
const EXCESSES_MAX = 50;
/** Characters of all bodies of a run: more than ten times those of a run against an ordinary deployment. */
const LENGTH_MAX = 1024 ** 3;

export type Hostility = {
  /** Records a response that passed a bound; `detail` names the bound. */
  passed(route: Route | undefined, detail: string): void;
  /** Records a body within all bounds. */
  read(route: Route | undefined, length: number): void;
  /** Why no further request is sent to a route. */
  givenUp(route: Route | undefined): string | undefined;
  /** Why no further request is sent at all. */
  ended(): string | undefined;
  /** The routes that were given up, with the reason. */
  routes(): ReadonlyMap<RouteId, string>;
};

export function createHostility(): Hostility {
  const inARow = new Map<Route | undefined, number>();
  const routes = new Map<RouteId, string>();
  let excesses = 0;
  let length = 0;
  let ended: string | undefined;
  return {
    passed(route, detail) {
      excesses += 1;
      const count = (inARow.get(route) ?? 0) + 1;
      inARow.set(route, count);
      if ((count >= IN_A_ROW || excesses > PATIENCE) && route !== undefined && !routes.has(route.id)) {
        const what = `${route.method} ${route.path} is not asked again`;
        routes.set(route.id, `${what}: ${detail}, ${count} times in a row`);
      }
      if (excesses >= EXCESSES_MAX) {
        ended ??= `the run stopped asking: ${excesses} responses passed a bound, the last of them ${detail}`;
      }
    },
    read(route, bodyLength) {
      inARow.delete(route);
      length += bodyLength;
      if (length > LENGTH_MAX)
        ended ??= `the run stopped asking: the responses have more than ${LENGTH_MAX} characters together`;
    },
    givenUp: (route) => route && routes.get(route.id),
    ended: () => ended,
    routes: () => routes,
  };
}

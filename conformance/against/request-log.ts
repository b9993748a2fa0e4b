/** conformance/against/request-log: the unsigned reads of a run, with which another deployment can be compared. */
import type { RouteId } from '../../spec/route.ts';
import { authHeader } from '../../wire/auth-headers.ts';
import { type Request, requestTarget } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import type { Target } from '../../wire/target.ts';
import { isReading } from '../client/exchange.ts';

/** Different requests of a route that are remembered. */
const KEPT_MAX = 2_000;

export type RequestLog = {
  /** The target, with every request remembered. */
  watch(target: Target): Target;
  /** At most `count` requests of a route, spread in alphabetical order, because sending may differ between runs. */
  requestsOf(route: RouteId, count: number): readonly Request[];
};

export function createRequestLog(): RequestLog {
  const byRoute = new Map<RouteId, Map<string, Request>>();
  const note = (request: Request): void => {
    const route = matchRoute(request);
    if (route === undefined || !isReading(request, route) || authHeader(request, 'SIGNATURE') !== undefined) return;
    if (typeof request.body === 'object') return;
    const known = byRoute.get(route.id) ?? new Map<string, Request>();
    byRoute.set(route.id, known);
    if (known.size < KEPT_MAX) known.set(`${requestTarget(request)}\n${request.body ?? ''}`, request);
  };
  return {
    watch: (target) => ({
      ...target,
      send(request) {
        note(request);
        return target.send(request);
      },
    }),
    requestsOf(route, count) {
      const all = [...(byRoute.get(route) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, request]) => request);
      const step = Math.max(1, all.length / count);
      return Array.from({ length: Math.min(count, all.length) }, (_, index) => all[Math.floor(index * step)]).filter(
        (request) => request !== undefined,
      );
    },
  };
}

/** proof/judge/wrappers/lateness: views that lag behind orders: a cache for each query, or a wait for confirmation. */
import type { JsonObject } from '../../../base/json.ts';
import type { RouteId } from '../../../spec/route.ts';
import { headerOf, type Request, type Response } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { on, type Wrap } from '../variant.ts';
import { rows } from './responses.ts';
import { callerOf, signedBy } from './signatures.ts';

function keyOf(request: Request): string {
  return `${headerOf(request, 'svc_address') ?? ''} ${request.path}?${request.query} ${request.body ?? ''}`;
}

export function cached(routes: readonly RouteId[], milliseconds: number): Wrap {
  return on(routes, (handle, internals) => {
    const kept = new Map<string, { readonly at: number; readonly response: Response }>();
    return (request) => {
      if (!isOn(routes, request)) return handle(request);
      const entry = kept.get(keyOf(request));
      if (entry !== undefined && internals.now() - entry.at < milliseconds) return entry.response;
      const response = handle(request);
      if (response.status === 200) kept.set(keyOf(request), { at: internals.now(), response });
      return response;
    };
  });
}

/** A query from before an order gets its earlier response until `milliseconds` after the latest order. */
export function late(routes: readonly RouteId[], milliseconds: number): Wrap {
  return on([...routes, 'place-order', 'cancel-order'], (handle, internals) => {
    const asked = new Map<string, { readonly request: Request; response: Response }>();
    let latest = Number.NEGATIVE_INFINITY;
    const isLate = (): boolean => internals.now() - latest < milliseconds;
    return (request) => {
      if (isOn(['place-order', 'cancel-order'], request)) {
        if (!isLate())
          for (const entry of asked.values()) {
            const caller = callerOf(entry.request, internals);
            const fresh = handle(caller === undefined ? entry.request : signedBy(caller, entry.request, internals));
            if (fresh.status === 200) entry.response = fresh;
          }
        latest = internals.now();
        return handle(request);
      }
      if (!isOn(routes, request)) return handle(request);
      const known = asked.get(keyOf(request));
      const response = handle(request);
      if (known !== undefined && isLate() && response.status === 200) return known.response;
      if (response.status === 200) asked.set(keyOf(request), { request, response });
      return response;
    };
  });
}

/** Rows of a list appear `milliseconds` after the moment that `momentOf` reads from them. */
export function lateRows(momentOf: (row: JsonObject) => number, milliseconds: number): Wrap {
  return (handle, internals) =>
    rows((list) => list.filter((row) => momentOf(row) <= internals.now() - milliseconds))(handle, internals);
}

function isOn(routes: readonly RouteId[], request: Request): boolean {
  const route = matchRoute(request)?.id;
  return route !== undefined && routes.includes(route);
}

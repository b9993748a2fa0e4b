/** proof/judge/quirks/lateness: views that show an order some time after its response. */
import { type JsonObject, numberAt, textAt } from '../../../base/json.ts';
import type { RouteId } from '../../../spec/route.ts';
import { headerOf, type Request, type Response } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { on, onRoute, quirks, type Wrap } from '../variant.ts';
import { rows } from '../wrappers/responses.ts';
import { callerOf, signedBy } from '../wrappers/signatures.ts';

function keyOf(request: Request): string {
  return `${headerOf(request, 'svc_address') ?? ''} ${request.path}?${request.query} ${request.body ?? ''}`;
}

function cached(routes: readonly RouteId[], milliseconds: number): Wrap {
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
function late(routes: readonly RouteId[], milliseconds: number): Wrap {
  return on([...routes, 'place-order', 'cancel-order'], (handle, internals) => {
    const sent = new Map<string, { readonly request: Request; response: Response }>();
    let latest = Number.NEGATIVE_INFINITY;
    const isLate = (): boolean => internals.now() - latest < milliseconds;
    return (request) => {
      if (isOn(['place-order', 'cancel-order'], request)) {
        if (!isLate())
          for (const entry of sent.values()) {
            const caller = callerOf(entry.request, internals);
            const fresh = handle(caller === undefined ? entry.request : signedBy(caller, entry.request, internals));
            if (fresh.status === 200) entry.response = fresh;
          }
        latest = internals.now();
        return handle(request);
      }
      if (!isOn(routes, request)) return handle(request);
      const known = sent.get(keyOf(request));
      const response = handle(request);
      if (known !== undefined && isLate() && response.status === 200) return known.response;
      if (response.status === 200) sent.set(keyOf(request), { request, response });
      return response;
    };
  });
}

/** Rows of a list appear `milliseconds` after the moment that `momentOf` reads from them. */
function lateRows(momentOf: (row: JsonObject) => number, milliseconds: number): Wrap {
  return (handle, internals) =>
    rows((list) => list.filter((row) => momentOf(row) <= internals.now() - milliseconds))(handle, internals);
}

function isOn(routes: readonly RouteId[], request: Request): boolean {
  const route = matchRoute(request)?.id;
  return route !== undefined && routes.includes(route);
}

const WALLET_ROUTES: readonly RouteId[] = ['positions', 'closed-positions', 'activity', 'holders'];

export const latenessQuirks = quirks([
  ['wallet-cache', 'wallet data comes from a cache of fifteen seconds', cached(WALLET_ROUTES, 15_000)],
  [
    'balances-on-confirmation',
    'D/settlement: balances move when confirmed',
    late(['positions', 'closed-positions', 'holders'], 7_000),
  ],
  [
    'late-activity',
    'the activity feed shows a trade after twenty seconds',
    onRoute(
      'activity',
      lateRows((row) => (numberAt(row, 'timestamp') ?? 0) * 1_000, 20_000),
    ),
  ],
  [
    'late-trades',
    'builder trades show a trade after ten seconds',
    onRoute(
      'builder-trades',
      lateRows((row) => Date.parse(textAt(row, 'match_time') ?? ''), 10_000),
    ),
  ],
  ['late-books', 'books and prices follow orders after four seconds', late(['books', 'prices'], 4_000)],
  ['late-live-orders', 'live orders follow orders after four seconds', late(['live-orders'], 4_000)],
]);

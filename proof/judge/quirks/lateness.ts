/** proof/judge/quirks/lateness: views that show an order some time after its response. */
import { isObject, type JsonObject, numberAt, textAt } from '../../../base/json.ts';
import type { RouteId } from '../../../spec/route.ts';
import { headerOf, type Request, type Response } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { on, onRoute, quirks, type Wrap } from '../variant.ts';
import { eachRow, rows } from '../wrappers/responses.ts';
import { callerOf, signedBy } from '../wrappers/signatures.ts';
import { everywhere } from '../wrappers/spellings.ts';
import { WALLET } from './wallet-wrappers.ts';

function keyOf(request: Request) {
  return `${headerOf(request, 'svc_address') ?? ''} ${request.path}?${request.query} ${request.body ?? ''}`;
}

function cached(routes: readonly RouteId[], milliseconds: number) {
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
function late(routes: readonly RouteId[], milliseconds: number) {
  return on([...routes, 'place-order', 'cancel-order'], (handle, internals) => {
    const sent = new Map<string, { readonly request: Request; response: Response }>();
    let latest = Number.NEGATIVE_INFINITY;
    const isLate = () => internals.now() - latest < milliseconds;
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

function isOn(routes: readonly RouteId[], request: Request) {
  const route = matchRoute(request)?.id;
  return route !== undefined && routes.includes(route);
}

export const latenessQuirks = quirks([
  ['wallet-cache', 'wallet data comes from a cache of fifteen seconds', cached(WALLET, 15_000)],
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

const counting =
  (every: number, change: (second: number) => Wrap): Wrap =>
  (handle, internals) => {
    let requests = 0;
    return (request) => {
      requests += 1;
      return change(Math.floor(requests / every))(handle, internals)(request);
    };
  };

/** Different prices of a position: enough that no check reads the same one twice by chance. */
const STEPS = 400;

/** A position whose price fell by a few parts in a million; all rows fall alike, so that lists stay sorted. */
function fallen(row: JsonObject, steps: number): JsonObject {
  const curPrice = (numberAt(row, 'curPrice') ?? 0) * (1 - steps / 1_000_000);
  return { ...row, curPrice, currentValue: curPrice * (numberAt(row, 'size') ?? 0) };
}

const movingPrices = (every: number) =>
  onRoute(
    'positions',
    counting(every, (second) => eachRow((row) => fallen(row, second % STEPS))),
  );

const START = Date.UTC(2026, 0, 15, 12);

const touched = (second: number): Wrap => {
  const updatedAt = new Date(START + second * 1_000).toISOString();
  return everywhere((value) => (isObject(value) && 'questionID' in value ? { ...value, updatedAt } : value));
};

export const liveDataQuirks = quirks([
  ['moving-prices-4', 'the prices of positions change with every 4 requests', movingPrices(4)],
  ['moving-prices-40', 'the prices of positions change with every 40 requests', movingPrices(40)],
  ['moving-markets-10', 'markets are updated with every 10 requests', counting(10, touched)],
  ['moving-markets-50', 'markets are updated with every 50 requests', counting(50, touched)],
]);

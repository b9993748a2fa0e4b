/** proof/judge/quirks/accounts: quirks of live orders, heartbeats and authentication (2.15, 4.2, 4.5, 5). */

import { type JsonObject, objectsIn, parseJson, textAt } from '../../../base/json.ts';
import { CURSOR_START } from '../../../spec/cursor.ts';
import { BAD_REQUEST } from '../../../spec/errors.ts';
import { get, type Request, type Response, requestTarget } from '../../../wire/message.ts';
import { type Internals, on, onEach, onRoute, quirks, together, type Wrap } from '../variant.ts';
import { isPlacing } from '../wrappers/orders.ts';
import { profiled } from '../wrappers/profile-with.ts';
import { refusal, refusingAny } from '../wrappers/requests.ts';
import { edit, errors, jsonOf, otherStatus, queryOf, replies, withBody, withHeaders } from '../wrappers/responses.ts';
import { callerOf, rebodied, signedBy } from '../wrappers/signatures.ts';

const finishedById = on(['place-order', 'live-orders'], (handle, internals) => {
  const known = new Map<string, JsonObject>();
  const listed = (request: Request) => objectsIn(jsonOf(handle(request))['data']);
  return (request) => {
    const response = handle(request);
    const caller = callerOf(request, internals);
    if (caller === undefined || response.status !== 200) return response;
    if (isPlacing(request)) {
      const id = textAt(jsonOf(response), 'orderID') ?? '';
      for (const row of listed(signedBy(caller, get('/data/orders', { id }), internals))) known.set(id, row);
      return response;
    }
    const query = queryOf(request);
    const row = known.get(query.get('id') ?? '');
    const page = jsonOf(response);
    const isFirstPage = (query.get('next_cursor') || CURSOR_START) === CURSOR_START;
    if (request.path !== '/data/orders' || row === undefined || !isFirstPage) return response;
    if (objectsIn(page['data']).length > 0) return response;
    const isFitting =
      (query.get('market') ?? row['market']) === row['market'] &&
      (query.get('asset_id') ?? row['assetId']) === row['assetId'];
    const isOwn = textAt(row, 'makerAddress')?.toLowerCase() === caller.address.toLowerCase();
    if (!isFitting || !isOwn) return response;
    return withBody(response, { ...page, data: [{ ...row, status: 'ENDED' }], count: 1 });
  };
});

/** A heartbeat session as a wrapper sees it: the caller and the id of each beat. */
type Beat = { readonly key: string; readonly id: unknown };

function beatOf(request: Request, internals: Internals): Beat | undefined {
  const caller = callerOf(request, internals);
  return caller === undefined ? undefined : { key: caller.apiKey, id: jsonOf(request)['heartbeat_id'] };
}

const idRequired: Wrap = (handle, internals) => (request) => {
  const beat = beatOf(request, internals);
  if (beat !== undefined && (typeof beat.id !== 'string' || beat.id === '')) return refusal(handle, request);
  const response = handle(request);
  return response.status === 400 ? handle(rebodied(request, internals, '{}')) : response;
};

function staleIds(isStale: (key: string) => boolean, noteV1: (key: string) => void): (internals: Internals) => Wrap {
  return (internals) => (handle) => (request) => {
    const beat = beatOf(request, internals);
    const isNamed = typeof beat?.id === 'string' && beat.id !== '';
    if (beat !== undefined && isNamed && isStale(beat.key)) return refusal(handle, request);
    const response = handle(request);
    if (beat !== undefined && response.status === 200) noteV1(beat.key);
    return response;
  };
}

const rotatedByEither = on(['heartbeat', 'heartbeat-v1'], (handle, internals) => {
  const rotated = new Set<string>();
  const versioned = staleIds(
    (key) => rotated.has(key),
    (key) => rotated.delete(key),
  )(internals);
  const bare: Wrap = (inner) => (request) => {
    const beat = beatOf(request, internals);
    if (beat !== undefined) rotated.add(beat.key);
    return inner(request);
  };
  return together([onRoute('heartbeat-v1', versioned), onRoute('heartbeat', bare)])(handle, internals);
});

const LAPSE_MS = 10_000;

const lapsing = on(['heartbeat-v1'], (handle, internals) => {
  const latest = new Map<string, number>();
  const wrap = staleIds(
    (key) => internals.now() - (latest.get(key) ?? 0) >= LAPSE_MS,
    (key) => latest.set(key, internals.now()),
  )(internals);
  return onRoute('heartbeat-v1', wrap)(handle, internals);
});

const querySigned: Wrap = (handle, internals) => (request) => {
  if (request.query === '' || callerOf(request, internals) === undefined) return handle(request);
  return refusal(handle, { ...request, path: requestTarget(request).split('?')[0] ?? '' }, 401);
};

const AHEAD_SECONDS = 10;

const notAhead = refusingAny(
  ({ headers }, { now }) => Number(headers['svc_timestamp']) > now() / 1_000 + AHEAD_SECONDS,
  401,
);

const cookieNeeded = refusingAny(() => true, 401);

const listedEverywhere: Wrap = (handle) => (request) => {
  const probe: Response = handle(get('/positions', { user: `0x${'0'.repeat(40)}` }));
  const isRefused = textAt(parseJson(probe.body), 'error') === 'unauthorized: ip_not_allowlisted';
  const response = handle(request);
  return isRefused && response.status === 200 ? refusal(handle, request, 403) : response;
};

export const accountQuirks = quirks([
  [
    'orders-in-millionths',
    'D/live-order-units: millionths of shares',
    onRoute(
      'live-orders',
      edit('data.*.originalSize|sizeMatched', (value) => String(Math.round(Number(value) * 1_000_000))),
    ),
  ],
  [
    'orders-in-cents',
    'D/live-order-units: cents',
    onRoute(
      'live-orders',
      edit('data.*.price', (price) => String(Number((Number(price) * 100).toFixed(4)))),
    ),
  ],
  ['finished-by-id', 'D/live-order-list: a filter by id returns finished orders as well', finishedById],
  ['live-pages-500', 'D/live-order-list: 500 a page', profiled({ pages: { liveOrders: 500 } })],
  ['heartbeat-id-required', 'D/heartbeat-payload: heartbeat_id always required', onRoute('heartbeat-v1', idRequired)],
  ['heartbeat-either-rotates', 'D/heartbeat-chain: either route rotates it', rotatedByEither],
  ['heartbeat-lapse-ends-id', 'D/heartbeat-chain: a lapse makes it invalid', lapsing],
  ['heartbeat-sweep', 'D/heartbeat-expiry: a sweep every five seconds', profiled({ heartbeat: { timeoutMs: 14_000 } })],
  ['signature-base64url', 'signatures may also be written in base64url', profiled({ auth: { acceptBase64url: true } })],
  ['query-signed', 'D/signing-string: the query signed as well', onRoute('live-orders', querySigned)],
  ['ten-seconds-ahead', 'D/timestamp-window: 10 seconds ahead', notAhead],
  ['live-orders-cookie', 'D/live-orders-auth: a session cookie', onRoute('live-orders', cookieNeeded)],
  [
    'allowlist-everywhere',
    'D/allowlist: an allowlist for every API key',
    onEach(['markets', 'event-creators', 'books', 'simplified-markets'], listedEverywhere),
  ],
]);

const replyingWith = (more: Readonly<Record<string, string>>) => replies((response) => withHeaders(response, more));

export const protocolQuirks = quirks([
  [
    'streams-offered',
    'D/streams: WebSocket channels for markets and users',
    replyingWith({
      link: '<wss://stream.example/market>; rel="alternate", <wss://stream.example/user>; rel="alternate"',
    }),
  ],
  ['status-422', 'D/statuses: 422 for bad parameters', profiled({ statuses: { badRequest: 422 } })],
  ['status-403-allowlist', 'D/statuses: 403 for the allowlist', otherStatus(/ip_not_allowlisted/, 403)],
  ['status-503-halted', 'D/statuses: 503 while matching is halted', profiled({ statuses: { notAccepting: 503 } })],
  [
    'internal-bad-request',
    'D/internal-typed: bad request',
    errors((json) => (json['type'] === 'internal error' ? { ...json, type: BAD_REQUEST } : json)),
  ],
  ['version-header', 'D/versioning: a version header', replyingWith({ 'api-version': '2026-07' })],
  [
    'sunset-header',
    'D/versioning: a sunset date',
    replyingWith({ deprecation: '@1798761600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' }),
  ],
]);

/** proof/judge/quirks/limits: request windows of other kinds, and other responses to throttled requests (section 8). */
import { LIMITS, type LimitScopeId } from '../../../spec/limits.ts';
import type { Route } from '../../../spec/route.ts';
import { type Handler, headerOf, type Response } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { quirks, type Wrap } from '../variant.ts';
import { refusal } from '../wrappers/requests.ts';
import { refusalsThat, withHeaders } from '../wrappers/responses.ts';

/** One window: whether there is room for a request at `now` (milliseconds), and counting it. */
type Window = { hasRoom(now: number): boolean; count(now: number): void };
export type WindowKind = (max: number, spanMs: number) => Window;

/** Windows that begin at whole multiples of their length. */
const fixedWindow: WindowKind = (max, spanMs) => {
  let [began, used] = [0, 0];
  const turn = (now: number) => {
    const begin = now - (now % spanMs);
    if (begin !== began) [began, used] = [begin, 0];
  };
  return {
    hasRoom(now) {
      turn(now);
      return used < max;
    },
    count() {
      used += 1;
    },
  };
};

/** A bucket of `max` tokens that refills steadily, `max` in each span. */
const tokenBucket: WindowKind = (max, spanMs) => {
  let [tokens, latest] = [max, 0];
  return {
    hasRoom(now) {
      tokens = Math.min(max, tokens + ((now - latest) * max) / spanMs);
      latest = now;
      return tokens >= 1;
    },
    count() {
      tokens -= 1;
    },
  };
};

/** The latest `max` requests; the oldest must be a span ago. */
const slidingWindow: WindowKind = (max, spanMs) => {
  let recent: number[] = [];
  return {
    hasRoom(now) {
      if (recent.length >= max) recent = recent.filter((moment) => moment > now - spanMs);
      return recent.length < max;
    },
    count(now) {
      recent.push(now);
    },
  };
};

type Scopes = (route: Route) => readonly LimitScopeId[];

/** A service whose scopes have windows of one kind, each for all callers together. */
function limited(kind: WindowKind, scopesOf: Scopes = ({ limits }) => limits) {
  const wrap: Wrap = (handle, { now: virtualNow }) => {
    let requests = 0;
    const windows = new Map(
      LIMITS.map(({ id, windows: rows }) => [id, rows.map(({ max, seconds }) => kind(max, seconds * 1_000))]),
    );
    return (request) => {
      requests += 1;
      const now = virtualNow() + Math.floor(requests / 4);
      const route = matchRoute(request);
      const own = route === undefined ? [] : scopesOf(route).flatMap((id) => windows.get(id) ?? []);
      const response = own.every((window) => window.hasRoom(now)) ? handle(request) : tooMany(handle, request);
      if (response.status !== 429) for (const window of own) window.count(now);
      return withHeaders(response, { date: new Date(now).toUTCString() });
    };
  };
  return { world: { limits: 'off' }, wrap } as const;
}

function tooMany(handle: Handler, request: Parameters<Handler>[0]): Response {
  return withHeaders(refusal(handle, request, 429), { 'retry-after': '10' });
}

const isThrottled = ({ status }: Response) => status === 429;

const PAGE = '<!doctype html><title>429</title><h1>Too many requests</h1>';

const html = refusalsThat(isThrottled, (response) => {
  return { ...withHeaders(response, { 'content-type': 'text/html' }), body: PAGE };
});

const queued: Wrap = (handle) => {
  let waited = 0;
  let callers = 0;
  return (request) => {
    let response = handle(request);
    if (isThrottled(response) && matchRoute(request)?.id === 'books') {
      callers += 1;
      waited += 10_000;
      response = handle({ ...request, client: `queue ${callers}` });
    }
    const date = Date.parse(headerOf(response, 'date') ?? '') + waited;
    return withHeaders(response, { date: new Date(date).toUTCString() });
  };
};

/** Scopes for which the interface lists only the one path that they name. */
const BY_PATH: Readonly<Partial<Record<LimitScopeId, string>>> = {
  'catalog-events': '/events',
  'catalog-markets': '/markets',
  'catalog-listings': '/markets',
};

const literalPaths = ({ limits, path }: Route): readonly LimitScopeId[] =>
  limits.filter((scope) => (BY_PATH[scope] ?? path) === path);

const FILLS = { fillsWindows: true } as const;

export const limitQuirks = quirks([
  ['throttled-queue', 'D/throttled-answer: the request waits in a queue', queued, FILLS],
  ['throttled-html', 'D/throttled-answer: an HTML page', html, FILLS],
  ['windows-fixed', 'D/limit-windows: fixed windows', limited(fixedWindow), FILLS],
  ['windows-buckets', 'D/limit-windows: token buckets', limited(tokenBucket), FILLS],
  ['windows-shared', 'D/limit-windows: limits for the whole service', limited(slidingWindow), FILLS],
  ['windows-literal', 'D/limit-scopes: the literal paths only', limited(slidingWindow, literalPaths), FILLS],
]);

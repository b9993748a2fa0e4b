/** proof/judge/quirks/limits: request windows of other kinds, and other responses to throttled requests (section 8). */
import type { LimitScopeId } from '../../../spec/limits.ts';
import type { Route } from '../../../spec/route.ts';
import { headerOf, type Response } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { quirks, type Wrap } from '../variant.ts';
import { replies } from '../wrappers/responses.ts';
import { fixedWindow, limited, slidingWindow, tokenBucket } from '../wrappers/windows.ts';

const isThrottled = ({ status }: Response): boolean => status === 429;

const PAGE = '<!doctype html><title>429</title><h1>Too many requests</h1>';

const html = replies((response) => {
  if (!isThrottled(response)) return response;
  return { ...response, headers: { ...response.headers, 'content-type': 'text/html' }, body: PAGE };
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
    return { ...response, headers: { ...response.headers, date: new Date(date).toUTCString() } };
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

const unlimited = { limits: 'off' } as const;

export const limitQuirks = quirks([
  ['throttled-queue', 'D/throttled-answer: the request waits in a queue', queued, { fillsWindows: true }],
  ['throttled-html', 'D/throttled-answer: an HTML page', html, { fillsWindows: true }],
  [
    'windows-fixed',
    'D/limit-windows: fixed windows',
    { world: unlimited, wrap: limited(fixedWindow) },
    { fillsWindows: true },
  ],
  [
    'windows-buckets',
    'D/limit-windows: token buckets',
    { world: unlimited, wrap: limited(tokenBucket) },
    { fillsWindows: true },
  ],
  [
    'windows-shared',
    'D/limit-windows: limits for the whole service',
    { world: unlimited, wrap: limited(slidingWindow) },
    { fillsWindows: true },
  ],
  [
    'windows-literal',
    'D/limit-scopes: the literal paths only',
    { world: unlimited, wrap: limited(slidingWindow, literalPaths) },
    { fillsWindows: true },
  ],
]);

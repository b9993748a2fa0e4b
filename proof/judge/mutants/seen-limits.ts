/** proof/judge/mutants/seen-limits: request windows that are too wide, too narrow, or of another kind. */

import { ROUTES } from '../../../spec/routes.ts';
import { get, type Handler, type Request, type Response } from '../../../wire/message.ts';
import { family, on, seen, type Wrap } from '../variant.ts';
import { jsonOf, otherStatus, refusalsThat, withBody, withHeaders, withoutHeader } from '../wrappers/responses.ts';

/** A window may count requests of any route. */
const anywhere = (wrap: Wrap) =>
  on(
    ROUTES.map(({ id }) => id),
    wrap,
  );

const isThrottled = ({ status }: Response) => status === 429;

const tooMany = (seconds: number): Response => ({
  status: 429,
  headers: { 'content-type': 'application/json', 'retry-after': String(seconds) },
  body: '{"type":"throttled","error":"too many"}',
});

export const throttling = (change: (response: Response) => Response): Wrap => refusalsThat(isThrottled, change);

let callers = 0;

/** The request from an address that was never seen, so that no window of reads ever fills. */
function fromAnywhere(request: Request): Request {
  callers += 1;
  return { ...request, client: `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}` };
}

const unlimited: Wrap = (handle) => (request) => handle(fromAnywhere(request));

export const double: Wrap = (handle) => (request) => {
  handle(request);
  return handle(request);
};

const unforgiving: Wrap = (handle) => {
  let isShut = false;
  return (request) => {
    if (isShut && request.path === '/books') return tooMany(10);
    const response = handle(request);
    isShut ||= isThrottled(response);
    return response;
  };
};

/** A window of another kind on `POST /prices`: the result of `open` decides each request of one service. */
function windowed(open: () => (seconds: number) => boolean): Wrap {
  return (handle) => {
    const admit = open();
    return (request) => {
      if (request.path !== '/prices') return handle(request);
      return admit(secondsAt(handle)) ? handle(fromAnywhere(request)) : tooMany(5);
    };
  };
}

function secondsAt(handle: Handler): number {
  const answer = handle(fromAnywhere(get('/events/creators', { limit: '1' })));
  return Math.floor(Date.parse(answer.headers['date'] ?? '') / 1_000);
}

const fixedWindow = windowed(() => {
  let [start, used] = [0, 0];
  return (seconds) => {
    if (seconds - start >= 10) [start, used] = [seconds, 0];
    used += 1;
    return used <= 80;
  };
});

/** A sliding window in which refused requests count as well. */
const punishing = (max: number): Wrap =>
  windowed(() => {
    const moments: number[] = [];
    return (seconds) => {
      moments.push(seconds);
      return moments.filter((moment) => moment > seconds - 10).length <= max;
    };
  });

const narrowCombined: Wrap = (handle) => {
  let used = 0;
  return (request) => {
    if (!/^\/(markets|events)/.test(request.path)) return handle(request);
    const isSample = request.query === 'limit=1';
    used = isSample ? used + 1 : 0;
    return used > 700 ? tooMany(10) : handle(request);
  };
};

export const seenInLimits = seen({
  books: [
    ['limits.book-books', '8.2/book-books', 'no window', anywhere(unlimited)],
    ['limits.book-books', '8/recovers', 'a window that never empties', anywhere(unforgiving)],
    ['limits.book-books', 'D/throttled-answer.status', 'status 503', otherStatus(429, 503)],
  ],
  prices: [
    ['limits.book-prices', '8/below', 'half the window', anywhere(double)],
    ['limits.book-prices', '8/edge', 'a window of a hundred', punishing(100)],
    ['limits.sliding', 'D/limit-windows.sliding', 'a window that restarts', fixedWindow],
    ['limits.throttled-is-free', 'D/throttled-answer.consumes-nothing', 'throttled requests count', punishing(80)],
  ],
  markets: [
    ['limits.catalog-markets', '8/edge', 'no window', anywhere(unlimited)],
    ['limits.catalog-listings', '8/below', 'a combined window of 700', anywhere(narrowCombined)],
  ],
});

const { table } = family('limits');

const uncounted: Wrap = (handle) => {
  let address = 0;
  return (request) => {
    const response = handle({ ...request, client: `client-${address}` });
    if (!isThrottled(response)) return response;
    address += 1;
    return handle({ ...request, client: `client-${address}` });
  };
};

function narrow(max: number): Wrap {
  return (handle, { now }) => {
    let recent: number[] = [];
    return (request) => {
      recent = recent.filter((moment) => moment > now() - 10_000);
      const response = handle(request);
      if (recent.length >= max) return throttled(response);
      recent.push(now());
      return response;
    };
  };
}

function throttled(response: Response): Response {
  return withHeaders(withBody(response, { error: 'too many requests' }, 429), { 'retry-after': '1' });
}

const grudging: Wrap = (handle, { now }) => {
  let until = 0;
  return (request) => {
    const response = handle(request);
    if (isThrottled(response) && now() >= until) until = now() + 120_000;
    return now() < until ? throttled(response) : response;
  };
};

const withoutRetryAfter = throttling((response) => withoutHeader(response, 'retry-after'));
const untyped = throttling((response) => withBody(response, { error: jsonOf(response)['error'] }));

export const limitMutants = table({
  markets: [
    ['unlimited', '8.1/catalog-markets', 'requests are not counted', uncounted],
    ['throttled-untyped', 'D/throttled-answer.family', 'throttled responses have no type', untyped],
  ],
  'event-creators': [['narrow', 'D/limit-scopes.events', 'a window holds 499 requests', narrow(499)]],
  books: [
    ['unlimited', '8/edge', 'requests are not counted', uncounted],
    ['narrow', '8/below', 'a window holds 79 requests', narrow(79)],
  ],
  prices: [
    ['unlimited', '8.2/book-prices', 'requests are not counted', uncounted],
    ['grudging', '8/recovers', 'a throttled client stays throttled for two minutes', grudging],
    ['throttled-silent', 'D/throttled-answer.retry-after', 'no response has Retry-After', withoutRetryAfter],
  ],
  'trading-settings': [['unlimited', '8.2/book-all', 'requests are not counted', uncounted]],
  'place-order': [['narrow', '8.3/write-order.burst', 'a window holds 2399 orders', narrow(2_399)]],
  'cancel-order': [['narrow', '8.3/write-cancel.burst', 'a window holds 2399 cancels', narrow(2_399)]],
});

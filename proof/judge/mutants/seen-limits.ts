/** proof/judge/mutants/seen-limits: request windows that are too wide, too narrow, or of another kind. */
import { ROUTES } from '../../../spec/routes.ts';
import { get, type Handler, type Request, type Response } from '../../../wire/message.ts';
import { on, seen, type Wrap } from '../variant.ts';
import { replies } from '../wrappers/responses.ts';

/** A window may count requests of any route. */
const anywhere = (wrap: Wrap): Wrap =>
  on(
    ROUTES.map(({ id }) => id),
    wrap,
  );

export const isThrottled = ({ status }: Response): boolean => status === 429;

const tooMany = (seconds: number): Response => ({
  status: 429,
  headers: { 'content-type': 'application/json', 'retry-after': String(seconds) },
  body: '{"type":"throttled","error":"too many"}',
});

export const throttling = (change: (response: Response) => Response): Wrap => {
  return replies((response) => (isThrottled(response) ? change(response) : response));
};

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

const punishing = windowed(() => {
  const moments: number[] = [];
  return (seconds) => {
    const isAdmitted = moments.filter((moment) => moment > seconds - 10).length < 80;
    moments.push(seconds);
    return isAdmitted;
  };
});

const wide = windowed(() => {
  const moments: number[] = [];
  return (seconds) => {
    moments.push(seconds);
    return moments.filter((moment) => moment > seconds - 10).length <= 100;
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
    [
      'limits.book-books',
      'D/throttled-answer.status',
      'status 503',
      throttling((response) => ({ ...response, status: 503 })),
    ],
  ],
  prices: [
    ['limits.book-prices', '8/below', 'half the window', anywhere(double)],
    ['limits.book-prices', '8/edge', 'a window of a hundred', wide],
    ['limits.sliding', 'D/limit-windows.sliding', 'a window that restarts', fixedWindow],
    ['limits.throttled-is-free', 'D/throttled-answer.consumes-nothing', 'throttled requests count', punishing],
  ],
  markets: [
    ['limits.catalog-markets', '8/edge', 'no window', anywhere(unlimited)],
    ['limits.catalog-listings', '8/below', 'a combined window of 700', anywhere(narrowCombined)],
  ],
});

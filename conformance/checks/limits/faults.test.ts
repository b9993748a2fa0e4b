/** conformance/checks/limits/faults tests: the checks of request windows notice windows that are too wide, too narrow or wrong. */
import { describe, expect, it } from 'vitest';
import { inProcessTarget } from '../../../sim/in-process-target.ts';
import { createSimulator } from '../../../sim/simulator.ts';
import { loadRegister } from '../../../spec/clauses/register.ts';
import type { Handler, Request, Response } from '../../../wire/message.ts';
import { brokenClauses, type Fault, type Plant, sound } from '../../fixtures/planted.ts';
import { runChecks } from '../../run.ts';
import { allChecks } from '../../suite.ts';

const isThrottled = ({ status }: Response): boolean => status === 429;

const tooMany = (seconds: number): Response => ({
  status: 429,
  headers: { 'content-type': 'application/json', 'retry-after': String(seconds) },
  body: '{"type":"throttled","error":"too many"}',
});

/** Changes throttled answers. */
const throttling = (change: (response: Response) => Response): Plant => {
  return (handle) => (request) => {
    const response = handle(request);
    return isThrottled(response) ? change(response) : response;
  };
};

let callers = 0;

/** The request from an address that was never seen, so that no window of reads is ever full. */
function fromAnywhere(request: Request): Request {
  callers += 1;
  return { ...request, client: `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}` };
}

const unlimited: Plant = (handle) => (request) => handle(fromAnywhere(request));

/** Each request counts twice. */
const double: Plant = (handle) => (request) => {
  handle(request);
  return handle(request);
};

/** Who was throttled once is shut out for good. */
function unforgiving(): Plant {
  let isShut = false;
  return (handle) => (request) => {
    if (isShut && request.path === '/books') return tooMany(10);
    const response = handle(request);
    isShut ||= isThrottled(response);
    return response;
  };
}

/** Who may send no more books may send no more prices. */
function shared(): Plant {
  let isFull = false;
  return (handle) => (request) => {
    if (isFull && request.path === '/prices') return tooMany(10);
    const response = handle(request);
    isFull ||= isThrottled(response) && request.path === '/books';
    return response;
  };
}

/** A window of another kind on `POST /prices` in place of the right one: `admit` is asked at each request. */
function windowed(admit: (seconds: number) => boolean): Plant {
  return (handle) => (request) => {
    if (request.path !== '/prices') return handle(request);
    return admit(secondsAt(handle)) ? handle(fromAnywhere(request)) : tooMany(5);
  };
}

function secondsAt(handle: Handler): number {
  const answer = handle(fromAnywhere({ method: 'GET', path: '/events/creators', query: 'limit=1', headers: {} }));
  return Math.floor(Date.parse(answer.headers['date'] ?? '') / 1_000);
}

/** Eighty in each stretch of ten seconds from the first request on. */
function fixedWindow(): Plant {
  let start = 0;
  let used = 0;
  return windowed((seconds) => {
    if (seconds - start >= 10) {
      start = seconds;
      used = 0;
    }
    used += 1;
    return used <= 80;
  });
}

/** Throttled requests keep the window full. */
function punishing(): Plant {
  const moments: number[] = [];
  return windowed((seconds) => {
    const isAdmitted = moments.filter((moment) => moment > seconds - 10).length < 80;
    moments.push(seconds);
    return isAdmitted;
  });
}

/** A window of a hundred requests, where eighty are allowed. */
function wide(): Plant {
  const moments: number[] = [];
  return windowed((seconds) => {
    moments.push(seconds);
    return moments.filter((moment) => moment > seconds - 10).length <= 100;
  });
}

/** Seven hundred market and event requests together, where nine hundred are allowed. */
function narrowCombined(): Plant {
  let used = 0;
  return (handle) => (request) => {
    if (!/^\/(markets|events)/.test(request.path)) return handle(request);
    const isSample = request.query === 'limit=1';
    used = isSample ? used + 1 : 0;
    return used > 700 ? tooMany(10) : handle(request);
  };
}

const faults: readonly Fault[] = [
  ['limits.book-books', '8.2/book-books', 'no window', unlimited],
  ['limits.catalog-markets', '8/edge', 'no window', unlimited],
  ['limits.catalog-events', 'D/limit-scopes.events', 'half the window', double],
  ['limits.book-prices', '8/below', 'half the window', double],
  ['limits.book-prices', '8/edge', 'a window of a hundred', wide()],
  ['limits.book-books', '8/recovers', 'a window that never empties', unforgiving()],
  ['limits.book-books', '8/below', 'a window that other routes share', shared()],
  ['limits.catalog-listings', '8/below', 'a combined window of 700', narrowCombined()],
  ['limits.write-order', '8.3/write-order.burst', 'no window', throttling((answer) => ({ ...answer, status: 400 }))],
  [
    'limits.book-books',
    'D/throttled-answer.status',
    'status 503',
    throttling((answer) => ({ ...answer, status: 503 })),
  ],
  [
    'limits.catalog-markets',
    'D/throttled-answer.family',
    'a page for people',
    throttling((answer) => ({ ...answer, body: '<h1>Slow down</h1>' })),
  ],
  [
    'limits.book-prices',
    'D/throttled-answer.retry-after',
    'no Retry-After',
    throttling(({ headers: { 'retry-after': _, ...headers }, ...answer }) => ({ ...answer, headers })),
  ],
  ['limits.sliding', 'D/limit-windows.sliding', 'a window that starts anew', fixedWindow()],
  ['limits.throttled-is-free', 'D/throttled-answer.consumes-nothing', 'throttled requests count', punishing()],
];

describe('checks of limits', () => {
  it.each(faults)('%s: %s breaks with %s', async (id, clause, _what, plant) => {
    expect(await brokenClauses([id], plant, true)).toContain(clause);
  });

  it('find nothing in the service as it is', async () => {
    expect(
      await brokenClauses(
        faults.map(([id]) => id),
        sound,
        true,
      ),
    ).toEqual([]);
  });
});

describe('the windows of ten minutes', () => {
  const simulator = createSimulator();
  const judge = (plant: Plant, thorough: boolean) =>
    runChecks({
      target: inProcessTarget({ ...simulator, handle: plant(simulator.handle) }),
      checks: allChecks(),
      register: loadRegister(),
      only: ['limits.write-cancel-sustained'],
      credentials: simulator.credentials,
      allowWrites: true,
      thorough,
    }).then(({ checks }) => checks.find(({ id }) => id === 'limits.write-cancel-sustained'));

  it('are left alone where nobody asked for them', async () => {
    expect((await judge(sound, false))?.verdict).toBe('not-applicable');
  });

  it('are filled where somebody did', async () => {
    expect((await judge(sound, true))?.verdict).toBe('pass');
  });

  it('are missed where bursts alone are limited', async () => {
    const nothing = { status: 200, body: '{"canceled":[],"not_canceled":{}}' };
    const report = await judge(
      throttling((answer) => ({ ...answer, ...nothing })),
      true,
    );
    expect(report?.findings.map(({ clause }) => clause)).toContain('8.3/both');
  });
});

/** sim/handler.test: the handler around stub route functions: matching, families, limits, authentication, bugs. */
import { describe, expect, it } from 'vitest';
import { errorSchemas } from '../spec/errors.ts';
import { loadProfile } from '../spec/profile.ts';
import type { Route, RouteId } from '../spec/route.ts';
import { ROUTES, routeById } from '../spec/routes.ts';
import { type FaultSwitch, get, type Request, type Response, withJson } from '../wire/message.ts';
import { signed } from '../wire/signer.ts';
import { createAuthenticator, keysOf } from './auth.ts';
import { createHandler, type HandlerParts } from './handler.ts';
import { createLimiter } from './limiter.ts';
import { type Call, okJson, type RouteFunction } from './routes/call.ts';
import type { Service } from './service.ts';
import type { WorldAccount } from './world/world.ts';

const NOW = Date.UTC(2026, 2, 11, 12, 0, 0);
const key = {
  apiKey: '2f1c9a54-7be0-4f1e-9d0a-3c5b8a6d7e01',
  passphrase: 'ab'.repeat(32),
  secret: Buffer.from('a secret of thirty-two bytes, yes').toString('base64'),
};
const ADDRESS = `0x${'5aAe'.repeat(10)}`;
const account: WorldAccount = { index: 3, address: ADDRESS, profile: undefined, key };
const wallet = { address: ADDRESS, ...key };

function serve(overrides: Partial<HandlerParts> & { run?: RouteFunction } = {}) {
  const calls: Call[] = [];
  const bugs: unknown[] = [];
  const run: RouteFunction =
    overrides.run ??
    ((_service, call) => {
      calls.push(call);
      return okJson('{"stub":true}');
    });
  const profile = loadProfile('document');
  const handle = createHandler({
    service: { profile } as Service,
    entries: ROUTES.map((route) => ({ route, run })),
    authenticate: createAuthenticator(keysOf([account]), profile.auth),
    limiter: undefined,
    allowlist: undefined,
    fault: () => 'none',
    outage: () => undefined,
    now: () => NOW,
    lastNow: () => NOW,
    onBug: (bug) => bugs.push(bug),
    ...overrides,
  });
  return { handle, calls, bugs };
}

const WALLET_QUERY: Readonly<Record<string, string>> = { user: ADDRESS, market: `0x${'01'.repeat(32)}` };

function rightRequest(route: Route): Request {
  const path = route.path.replace(/\{.*\}/, route.pathParam?.type === 'address' ? ADDRESS : '12');
  const query = Object.fromEntries(
    route.query.flatMap(({ name, required }) => (required ? [[name, WALLET_QUERY[name] ?? '']] : [])),
  );
  const plain =
    route.body === 'none' || route.method === 'GET'
      ? { ...get(path, query), method: route.method }
      : withJson(route.method, path, {});
  return route.auth === 'none' ? plain : signed(wallet, plain, NOW / 1_000);
}

const errorOf = (response: Response): string => (JSON.parse(response.body) as { error: string }).error;

describe('every route of the table', () => {
  it.each(ROUTES)('$id responds 200 with the headers of a JSON service', (route) => {
    const { handle, calls } = serve();
    const response = handle(rightRequest(route));
    expect(response).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', date: 'Wed, 11 Mar 2026 12:00:00 GMT' },
      body: '{"stub":true}',
    });
    expect(calls.map((call) => call.route.id)).toEqual([route.id]);
    expect(calls[0]?.caller).toBe(route.auth === 'none' ? undefined : account);
  });

  it.each(ROUTES)('$id turns a thrown error into an internal error of its family and reports the bug', (route) => {
    const { handle, bugs } = serve({
      run: () => {
        throw new Error('planted');
      },
    });
    const response = handle(rightRequest(route));
    expect(response.status).toBe(500);
    expect(errorSchemas[route.family].safeParse(JSON.parse(response.body)).error).toBeUndefined();
    expect(bugs).toHaveLength(1);
  });

  it.each(ROUTES)('$id has the internal-error fault in its family', (route) => {
    const { handle } = serve({ fault: (): FaultSwitch => 'internal-error' });
    const response = handle(rightRequest(route));
    expect(response.status).toBe(500);
    expect(errorSchemas[route.family].safeParse(JSON.parse(response.body)).error).toBeUndefined();
    if (route.family === 'wallet') expect(errorOf(response)).toBe('internal_error: unexpected database failure');
  });

  it.each(ROUTES)('$id responds to another method with 405 and Allow, in its family', (route) => {
    const { handle } = serve();
    const response = handle({ ...rightRequest(route), method: 'PATCH' });
    expect(response.status).toBe(405);
    expect(response.headers['allow']?.split(', ')).toContain(route.method);
    expect(errorSchemas[route.family].safeParse(JSON.parse(response.body)).error).toBeUndefined();
  });

  it.each(ROUTES.filter((route) => route.auth !== 'none'))('$id refuses a request without headers', (route) => {
    const { handle, calls } = serve();
    const response = handle({ ...rightRequest(route), headers: {} });
    expect([response.status, JSON.parse(response.body)]).toEqual([401, { error: 'the header SVC_ADDRESS is missing' }]);
    expect(calls).toHaveLength(0);
  });

  it.each(ROUTES.filter((route) => route.pathParam))('$id refuses bad percent-encoding in its family', (route) => {
    const { handle } = serve();
    for (const value of ['%', '%zz', '%ff', '%c3%28']) {
      const response = handle(get(route.path.replace(/\{.*\}/, value)));
      expect(response.status, value).toBe(400);
      expect(errorSchemas[route.family].safeParse(JSON.parse(response.body)).error).toBeUndefined();
    }
  });
});

describe('an invalid request record', () => {
  const whole = { method: 'GET', path: '/markets', query: '', headers: {} };
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'GET /markets'],
    ['no path', { ...whole, path: undefined }],
    ['no method', { ...whole, method: 7 }],
    ['no query', { ...whole, query: undefined }],
    ['a query that is no text', { ...whole, query: { limit: '1' } }],
    ['no headers', { ...whole, headers: null }],
  ])('is refused and no bug: %s', (_, request) => {
    const { handle, bugs } = serve();
    expect(handle(whole).status).toBe(200);
    const { status, body } = handle(request as Request);
    expect([status, JSON.parse(body), bugs]).toEqual([
      400,
      { error: 'a request has a method, a path and a query, each a text, and headers' },
      [],
    ]);
  });
});

describe('due work', () => {
  it('is a bug if it throws', () => {
    let isFirst = true;
    const { handle, bugs } = serve({
      now: () => {
        if (!isFirst) return NOW;
        isFirst = false;
        throw new Error('planted');
      },
    });
    expect(handle(get('/markets')).status).toBe(500);
    expect(handle(get('/markets')).status).toBe(200);
    expect(bugs).toHaveLength(1);
  });
});

describe('paths', () => {
  it.each([
    '/nothing',
    '',
    '/',
    '//markets',
    '/MARKETS',
    '/__proto__',
    '/constructor',
    '/positionss',
    '/bookss',
    '/order/',
    '/books/a',
    '/markets/',
    '/markets/slug%2Fa/b',
    '/clob-markets/',
  ])('%j is no route and gets a plain error', (path) => {
    const response = serve().handle(get(path));
    expect([response.status, JSON.parse(response.body)]).toEqual([404, { error: 'no such route' }]);
  });

  it.each([
    '/events/creators/',
    '/markets/slug/',
    '/markets/slug/a/b',
    '/comments/',
    '/events/1/2',
    '/profiles/user_address/',
    '/events',
    '/comments',
    '/profiles',
    '/profiles/user_address',
    '/profiles/x/y',
  ])('%j is no route and gets an error like those of the catalog routes beside it', (path) => {
    const response = serve().handle(get(path));
    expect(response.status).toBe(404);
    expect(JSON.parse(response.body)).toEqual({ type: 'not found error', error: 'no such route' });
  });

  it('/positions/ is no route and gets an error like those of wallet data', () => {
    expect(errorOf(serve().handle(get('/positions/')))).toBe('not_found: no such route');
  });

  it.each<[string, RouteId, string]>([
    ['/events/creators', 'event-creators', ''],
    ['/events/%63reators', 'event-creators', ''],
    ['/events/slug/creators', 'event-by-slug', 'creators'],
    ['/markets/slug/a%2Fb', 'market-by-slug', 'a/b'],
    ['/markets/slug/caf%C3%A9', 'market-by-slug', 'café'],
    ['/markets/slug', 'trading-market', 'slug'],
    ['/markets/__proto__', 'trading-market', '__proto__'],
    ['/%6Darkets/slug/x', 'market-by-slug', 'x'],
    ['/comments/+1', 'comment-replies', '+1'],
  ])('%j is %s with the value %j', (path, id, value) => {
    const { handle, calls } = serve();
    expect(handle(get(path)).status).toBe(200);
    expect(calls.map((call) => [call.route.id, call.pathValue])).toEqual([[id, value]]);
  });

  it('responds to HEAD as to GET, and lists it in Allow', () => {
    const { handle } = serve();
    expect(handle({ ...get('/markets'), method: 'HEAD' }).status).toBe(200);
    expect(handle({ ...get('/markets'), method: 'POST' }).headers['allow']).toBe('GET, HEAD');
    expect(handle({ ...get('/order') }).headers['allow']).toBe('POST, DELETE');
  });

  it.each(['-1', '007'])('/events/%s is looked up: 4.20 states no bound of the integer', (id) => {
    const { handle, calls } = serve();
    expect(handle(get(`/events/${id}`)).status).toBe(200);
    expect(calls.map(({ pathValue }) => pathValue)).toEqual([id]);
  });

  it.each([
    ['/events/abc', 'parameter id must be an integer'],
    ['/events/1.0', 'parameter id must be an integer'],
    ['/events/1e3', 'parameter id must be an integer'],
    ['/profiles/user_address/0x12', 'parameter user_address must be a wallet address: 0x and 40 hexadecimal digits'],
  ])('%s is a bad request', (path, text) => {
    const response = serve().handle(get(path));
    expect([response.status, JSON.parse(response.body)]).toEqual([400, { type: 'bad request', error: text }]);
  });
});

describe('bodies', () => {
  const post = (body: Request['body']): Response => {
    const request: Request = { method: 'POST', path: '/books', query: '', headers: {} };
    return serve().handle(body === undefined ? request : { ...request, body });
  };

  it.each([undefined, '', '{', '[1,]', '\u{feff}[]', 'null null', "{'a':1}", '['.repeat(100_000)])(
    'refuses a body that is not JSON (%#)',
    (body) => {
      expect(post(body).status).toBe(400);
      expect(errorSchemas.plain.safeParse(JSON.parse(post(body).body)).success).toBe(true);
    },
  );

  it('responds to a body of the wrong encoding with 400 and to one that is too long with 413', () => {
    expect(post({ unreadable: 'not-utf8' }).status).toBe(400);
    expect(post({ unreadable: 'too-large' }).status).toBe(413);
  });

  it('passes __proto__ on as plain data', () => {
    const { handle, calls } = serve();
    handle({ ...withJson('POST', '/books', {}), body: '{"__proto__":{"polluted":true}}' });
    expect(Object.hasOwn(calls[0]?.body as object, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('limits a body to a mebibyte of UTF-8', () => {
    const filled = (count: number, unit: string) => JSON.stringify(unit.repeat(count));
    expect(post(filled(2 ** 20 - 2, 'x')).status).toBe(200);
    expect(post(filled(2 ** 20 - 1, 'x')).status).toBe(413);
    expect(post(filled(2 ** 19 - 1, 'é')).status).toBe(200);
    expect(post(filled(2 ** 19, 'é')).status).toBe(413);
  });

  it('accepts nesting up to the length of the body', () => {
    const depth = 500_000;
    expect(post('['.repeat(depth) + ']'.repeat(depth)).status).toBe(200);
  });
});

describe('8 limits', () => {
  it('refuses a throttled request in the family of the route with Retry-After, and does not count it', () => {
    let now = NOW;
    const { handle, calls } = serve({ limiter: createLimiter(), now: () => now });
    for (let sent = 0; sent < 300; sent += 1) expect(handle(get('/markets')).status).toBe(200);
    const throttled = handle(get('/markets/slug/a'));
    expect([throttled.status, throttled.headers['retry-after']]).toEqual([429, '10']);
    expect(JSON.parse(throttled.body)).toEqual({
      type: 'rate limit error',
      error: 'too many requests, try again in 10 s',
    });
    expect(calls).toHaveLength(300);
    expect(handle({ ...get('/markets'), client: '10.0.0.9' }).status).toBe(200);
    now += 9_999;
    expect(handle(get('/markets')).headers['retry-after']).toBe('1');
    now += 1;
    expect(handle(get('/markets')).status).toBe(200);
  });

  it('8.3 counts writes per API key, and only those with a valid signature', () => {
    const { handle } = serve({ limiter: createLimiter() });
    const right = rightRequest(routeById('cancel-order'));
    const forged = { ...right, headers: { ...right.headers, svc_signature: '0'.repeat(64) } };
    for (let sent = 0; sent < 2_400; sent += 1) expect(handle(forged).status).toBe(401);
    for (let sent = 0; sent < 2_400; sent += 1) expect(handle(right).status).toBe(200);
    expect(handle({ ...right, client: '10.0.0.9' }).status).toBe(429);
    expect(handle(rightRequest(routeById('place-order'))).status).toBe(200);
  });
});

describe('5 rule 5, the allowlist', () => {
  it.each(ROUTES.filter((route) => route.family === 'wallet'))('$id refuses other addresses', (route) => {
    const { handle } = serve({ allowlist: new Set(['10.0.0.1']) });
    const refused = handle({ ...rightRequest(route), client: '10.0.0.2' });
    expect([refused.status, JSON.parse(refused.body)]).toEqual([401, { error: 'unauthorized: ip_not_allowlisted' }]);
    expect(handle({ ...rightRequest(route), client: '10.0.0.1' }).status).toBe(200);
  });

  it('concerns only wallet data', () => {
    const { handle } = serve({ allowlist: new Set() });
    expect(handle(get('/markets')).status).toBe(200);
    expect(handle(get('/positions', { user: ADDRESS })).status).toBe(401);
  });

  it('is provoked by its fault only on wallet data', () => {
    const { handle } = serve({ fault: (): FaultSwitch => 'not-allowlisted' });
    expect(errorOf(handle(get('/holders', { market: '0x1' })))).toBe('unauthorized: ip_not_allowlisted');
    expect(handle(get('/markets')).status).toBe(200);
  });
});

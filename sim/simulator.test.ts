/** sim/simulator.test: the whole service of the small world: clocks, reset, faults, shells around it, its factory. */

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetch } from 'undici';
import { describe, expect, it } from 'vitest';
import { invariant } from '../base/result.ts';
import { AUTH_HEADER_KEYS } from '../spec/auth.ts';
import { testFolder } from '../spec/fixtures/test-folder.ts';
import { BODY_EXAMPLES, parameterExample } from '../spec/openapi/examples.ts';
import type { Param, Route } from '../spec/route.ts';
import { ROUTES } from '../spec/routes.ts';
import { Credentials } from '../wire/credentials.ts';
import { withControl } from '../wire/http-control.ts';
import { httpTarget } from '../wire/http-target.ts';
import { bare, get, type Request, withJson } from '../wire/message.ts';
import { signed } from '../wire/signer.ts';
import { simulatorDispatcher } from './dispatcher.ts';
import { startServer } from './http/server.ts';
import { inProcessTarget } from './in-process-target.ts';
import { createSimulator, type Simulator, simulatorFactory } from './simulator.ts';

const seconds = (simulator: Simulator): number => Math.floor(simulator.now() / 1_000);

function walletOf({ credentials }: Simulator) {
  const [wallet] = credentials.wallets;
  invariant(wallet !== undefined, 'the world has credentials');
  return wallet;
}

/** A request for each route that finds something in the small world, from the examples of the OpenAPI document. */
function fruitful(simulator: Simulator, route: Route): Request {
  const exampleOf = (param: Param): string => String(parameterExample(route, param));
  const required = route.query.filter((param) => param.required);
  const query = Object.fromEntries(required.map((param) => [param.name, exampleOf(param)]));
  const { pathParam } = route;
  const path =
    pathParam === undefined ? route.path : route.path.replace(/\{.*\}/, encodeURIComponent(exampleOf(pathParam)));
  const bodies: Partial<Record<Route['body'], unknown>> = {
    heartbeat: {},
    cancel: { orderId: 'none' },
    tokens: BODY_EXAMPLES.tokens,
    order: {},
  };
  const body = bodies[route.body];
  const plain =
    body === undefined || route.method === 'GET'
      ? { ...get(path, query), method: route.method }
      : withJson(route.method, path, body);
  return route.auth === 'none' ? plain : signed(walletOf(simulator), plain, seconds(simulator));
}

describe('every route', () => {
  const simulator = createSimulator();

  it.each(ROUTES)('$id serves data of the world, by the route table', (route) => {
    const response = simulator.handle(fruitful(simulator, route));
    // An empty order is refused; other tests place valid orders.
    expect(response.status).toBe(route.id === 'place-order' ? 400 : 200);
    if (response.status === 200) expect(route.ok.safeParse(JSON.parse(response.body)).error).toBeUndefined();
    expect(simulator.bugs).toEqual([]);
  });

  it.each(ROUTES)(
    '$id has the same response over HTTP, through the dispatcher and through the target',
    async (route) => {
      const one = createSimulator();
      const request = fruitful(one, route);
      const response = one.handle(request);
      const target = inProcessTarget(createSimulator());
      expect(await target.send(request)).toEqual({ kind: 'response', response });

      const body = typeof request.body === 'string' ? request.body : null;
      const dispatcher = simulatorDispatcher(createSimulator());
      const url = `http://anywhere.invalid${request.path}?${request.query}`;
      const fetched = await fetch(url, { dispatcher, method: request.method, headers: request.headers, body });
      expect([fetched.status, await fetched.text()]).toEqual([response.status, response.body]);

      const server = await startServer(createSimulator().handle);
      const overHttp = httpTarget(new URL(server.url));
      expect(await overHttp.send(request)).toMatchObject({
        response: { status: response.status, body: response.body },
      });
      await overHttp.close();
      await server.close();
    },
  );
});

describe('the virtual clock', () => {
  it('moves only by advance, and shows in Date', () => {
    const simulator = createSimulator();
    const start = simulator.now();
    const dateOf = () => Date.parse(simulator.handle(get('/markets')).headers['date'] ?? '');
    expect(dateOf()).toBe(start);
    simulator.advance(1_999);
    expect(simulator.now()).toBe(start + 1_999);
    expect(dateOf()).toBe(start + 1_000);
    for (const ms of [-1, 0.5, Number.NaN, Infinity]) expect(() => simulator.advance(ms)).toThrow(/whole/);
    expect(simulator.now()).toBe(start + 1_999);
  });

  it('reaches the last date, and serves there', () => {
    const simulator = createSimulator();
    const left = 8_640_000_000_000_000 - simulator.now();
    const before = simulator.hash();
    const { length } = simulator.log;
    for (const ms of [left + 1, Number.MAX_SAFE_INTEGER])
      expect(() => simulator.advance(ms)).toThrow(`advance by ${ms}: the clock ends at 8640000000000000`);
    expect([simulator.hash(), simulator.log.length, simulator.now()]).toEqual([before, length, 864e13 - left]);
    simulator.advance(left);
    expect(simulator.now()).toBe(864e13);
    expect(() => simulator.advance(1)).toThrow(/the clock ends/);
    expect(Date.parse(simulator.handle(get('/markets')).headers['date'] ?? '')).toBe(864e13);
    // Signed requests end earlier: SVC_TIMESTAMP has twelve digits.
    for (const route of ROUTES.filter(({ auth }) => auth === 'none'))
      expect(simulator.handle(fruitful(simulator, route)).status).toBe(200);
    expect(simulator.bugs).toEqual([]);
  });

  it('does the work that falls due on the way', () => {
    const simulator = createSimulator();
    const wallet = walletOf(simulator);
    simulator.handle(signed(wallet, { ...get('/heartbeats'), method: 'POST' }, seconds(simulator)));
    const kinds = () => simulator.log.map(({ kind }) => kind);
    simulator.advance(9_999);
    expect(kinds()).not.toContain('heartbeat-lost');
    simulator.advance(1);
    expect(kinds()).toContain('heartbeat-lost');
  });
});

describe('a real clock', () => {
  it('is followed, added to by advance, and never goes back', () => {
    let wall = Date.UTC(2030, 0, 1);
    const simulator = createSimulator({ clock: () => wall });
    expect(simulator.now()).toBe(wall);
    simulator.advance(500);
    wall += 1_000;
    expect(simulator.now()).toBe(Date.UTC(2030, 0, 1, 0, 0, 1, 500));
    wall -= 60_000;
    expect(simulator.now()).toBe(Date.UTC(2030, 0, 1, 0, 0, 1, 500));
    expect(simulator.handle(get('/markets')).headers['date']).toBe('Tue, 01 Jan 2030 00:00:01 GMT');
  });

  it('counts whole milliseconds', () => {
    const simulator = createSimulator({ clock: () => Date.UTC(2030, 0, 1) + 0.75 });
    expect(simulator.handle(get('/markets')).status).toBe(200);
    expect(simulator.now()).toBe(Date.UTC(2030, 0, 1));
  });

  it('serves requests, also if the listener of bugs throws', () => {
    const onBug = (): void => {
      throw new Error('deaf');
    };
    const simulator = createSimulator({ clock: () => Number.NaN, onBug });
    expect(simulator.handle(get('/markets')).status).toBe(500);
    expect(simulator.bugs.map(({ error }) => (error as Error).message)).toEqual([
      expect.stringContaining('returned NaN'),
      'deaf',
    ]);
  });

  it.each<[string, () => number, RegExp]>([
    ['no number', () => Number.NaN, /^the option clock returned NaN: the clock counts whole milliseconds up to 864/],
    ['no date', () => 9e15, /^the option clock returned 9000000000000000: /],
    ['a text', () => 'soon' as never, /^the option clock returned soon: /],
    [
      'nothing but an error',
      () =>
        ['out of time'].map((why) => {
          throw new Error(why);
        })[0] as never,
      /^out of time$/,
    ],
  ])('that returns %s is reported, requests get errors, and the service recovers with a valid one', (_, clock, why) => {
    let wall: () => number = () => Date.UTC(2030, 0, 1);
    const simulator = createSimulator({ clock: () => wall() });
    simulator.handle(get('/markets'));
    const before = simulator.hash();
    wall = clock;
    const { status, headers } = simulator.handle(get('/markets'));
    expect([status, headers['date']]).toEqual([500, 'Tue, 01 Jan 2030 00:00:00 GMT']);
    expect(simulator.bugs.map(({ error }) => (error as Error).message)).toEqual([expect.stringMatching(why)]);
    expect(simulator.hash()).toBe(before);
    wall = () => Date.UTC(2030, 0, 2);
    expect(simulator.handle(get('/markets')).status).toBe(200);
  });
});

describe('same seed and requests', () => {
  it('same bytes, same hash; another seed, another world', () => {
    const [one, two, other] = [
      createSimulator({ seed: 7 }),
      createSimulator({ seed: '7' }),
      createSimulator({ seed: 8 }),
    ];
    const run = (simulator: Simulator) => {
      const wallet = walletOf(simulator);
      simulator.handle(signed(wallet, { ...get('/heartbeats'), method: 'POST' }, seconds(simulator)));
      simulator.advance(12_000);
      return [simulator.hash(), simulator.handle(get('/markets')).body];
    };
    expect(run(one)).toEqual(run(two));
    expect(run(one)).not.toEqual(run(other));
  });
});

describe('reset', () => {
  it('resets world, clock, limits and faults', () => {
    const simulator = createSimulator();
    const fresh = [simulator.now(), simulator.hash(), simulator.log.length, simulator.credentials];
    const beat = signed(walletOf(simulator), { ...get('/heartbeats'), method: 'POST' }, seconds(simulator));
    simulator.handle(beat);
    simulator.advance(60_000);
    for (let sent = 0; sent < 301; sent += 1) simulator.handle(get('/markets'));
    expect(simulator.handle(get('/markets')).status).toBe(429);
    simulator.fault('internal-error');
    simulator.reset();
    expect([simulator.now(), simulator.hash(), simulator.log.length, simulator.credentials]).toEqual(fresh);
    expect(simulator.handle(get('/markets')).status).toBe(200);
    expect(simulator.handle(beat).status).toBe(200);
  });

  it('resets limits and faults also if nothing else has changed', () => {
    const simulator = createSimulator();
    const hash = simulator.hash();
    for (let sent = 0; sent < 301; sent += 1) simulator.handle(get('/markets'));
    simulator.fault('internal-error');
    simulator.reset();
    expect(simulator.handle(get('/markets')).status).toBe(200);
    simulator.handle(signed(walletOf(simulator), { ...get('/heartbeats'), method: 'POST' }, seconds(simulator)));
    expect(simulator.hash()).not.toBe(hash);
    simulator.reset();
    expect(simulator.hash()).toBe(hash);
  });
});

describe('options', () => {
  it('limits off throttles nothing', () => {
    const simulator = createSimulator({ limits: 'off' });
    for (let sent = 0; sent < 400; sent += 1) expect(simulator.handle(get('/markets')).status).toBe(200);
  });

  it('callers in process have the address 127.0.0.1 for an allowlist', () => {
    const user = { user: `0x${'1'.repeat(40)}` };
    const local = createSimulator({ allowlist: ['127.0.0.1'] });
    expect(local.handle(get('/positions', user)).status).toBe(200);
    expect(local.handle({ ...get('/positions', user), client: '10.0.0.1' }).status).toBe(401);
    expect(createSimulator({ allowlist: ['10.0.0.1'] }).handle(get('/positions', user)).status).toBe(401);
  });

  it('unknown worlds and profiles are named in one line', () => {
    expect(() => createSimulator({ world: 'huge' })).toThrow(/huge/);
    expect(() => createSimulator({ profile: 'strict' })).toThrow(/unknown profile "strict"; known profiles: document/);
  });
});

describe('credentials', () => {
  it('have the form of a credentials file, with at least two wallets and markets set aside', () => {
    const { credentials } = createSimulator();
    expect(Credentials.parse(credentials)).toEqual(credentials);
    expect(credentials.wallets.length).toBeGreaterThanOrEqual(2);
    expect(credentials.markets?.length).toBeGreaterThan(0);
  });
});

describe('control', () => {
  it('works in process and over HTTP alike', async () => {
    const remote = createSimulator();
    const server = await startServer(remote.handle, { control: remote });
    const targets = [inProcessTarget(createSimulator()), await withControl(httpTarget(new URL(server.url)))];
    for (const { control, send } of targets) {
      invariant(control !== undefined, 'there is control');
      const [start, hash] = [await control.now(), await control.hash()];
      expect(await control.advance(2_500)).toBe(true);
      expect(await control.now()).toBe((start ?? 0) + 2_500);
      expect(await control.faults('internal-error')).toBe(true);
      expect(await send(get('/markets'))).toMatchObject({ response: { status: 500 } });
      expect(await control.reset()).toBe(true);
      expect([await control.now(), await control.hash()]).toEqual([start, hash]);
      expect(await send(get('/markets'))).toMatchObject({ response: { status: 200 } });
    }
    await Promise.all(targets.map((target) => target.close()));
    await server.close();
  });
});

describe('signatures', () => {
  it('are valid over HTTP, with underscores in header names', async () => {
    const simulator = createSimulator();
    const server = await startServer(simulator.handle);
    const target = httpTarget(new URL(server.url));
    const request = signed(walletOf(simulator), get('/data/orders', { market: '0x1' }), seconds(simulator));
    expect(Object.keys(request.headers)).toEqual(expect.arrayContaining([...AUTH_HEADER_KEYS]));
    expect(await target.send(request)).toMatchObject({ response: { status: 200 } });
    await target.close();
    await server.close();
  });
});

const { newFolder } = testFolder('simulator');

const make = simulatorFactory({ seed: 5 });

function positionsIn(simulator: Simulator): string {
  const user = Object.values(simulator.named.wallets)[0]?.address ?? '';
  return simulator.handle(get('/positions', { user })).body;
}

describe('simulators of one factory', () => {
  it('begin like a separate simulator, after any use of earlier ones', () => {
    const alone = createSimulator({ seed: 5 });
    const first = make();
    first.advance(3_600_000);
    const second = make();
    expect([second.hash(), second.now()]).toEqual([alone.hash(), alone.now()]);
    expect(positionsIn(second)).toBe(positionsIn(alone));
    expect(first.now()).not.toBe(second.now());
  });

  it('have separate limits', () => {
    const [strict, free] = [make(), make({ limits: 'off' })];
    const last = (simulator: Simulator): number => {
      const statuses = Array.from({ length: 400 }, () => simulator.handle(get('/markets', { limit: '1' })).status);
      return statuses.at(-1) ?? 0;
    };
    expect([last(strict), last(free)]).toEqual([429, 200]);
  });

  it('leave no lock if their world cannot be built', () => {
    const directory = newFolder();
    const world = join(newFolder(), 'bad.json');
    writeFileSync(world, '[{"id": "1"}]');
    expect(() => createSimulator({ world, journal: { directory } })).toThrow('bad.json');
    expect(readdirSync(directory)).toEqual([]);
  });

  it('resume from separate journals', () => {
    const directory = newFolder();
    const first = make({ journal: { directory } });
    first.advance(86_400_000);
    const [hash, now] = [first.hash(), first.now()];
    first.close();
    const again = make({ journal: { directory } });
    expect([again.hash(), again.now(), again.journal?.recovered]).toEqual([hash, now, 1]);
    again.close();
    expect(make().now()).toBeLessThan(now);
  });
});

it('in process header names may have any letter case, as on the wire', async () => {
  const simulator = make();
  const [wallet] = simulator.credentials.wallets;
  invariant(wallet !== undefined, 'the world has credentials');
  const request = signed(wallet, bare('GET', '/data/orders'), Math.floor(simulator.now() / 1_000));
  const headers = Object.entries(request.headers).map(([name, value]) => [name.toUpperCase(), value] as const);
  const sent = await inProcessTarget(simulator).send({ ...request, headers: Object.fromEntries(headers) });
  expect(sent).toMatchObject({ kind: 'response', response: { status: 200 } });
});

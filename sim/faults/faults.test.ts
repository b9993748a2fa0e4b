/** sim/faults/faults.test: failures as clients see them, in process and on a socket, and the log. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { get, type Request, withJson } from '../../wire/message.ts';
import { signed } from '../../wire/signer.ts';
import { fetchHandler } from '../fetch-handler.ts';
import { withOrder } from '../fixtures/order-bodies.ts';
import { startServer } from '../http/server.ts';
import { createSimulator, type Simulator } from '../simulator.ts';
import type { FaultRule } from './rule.ts';

const POST = 'POST /order';
const MARKETS = 'GET /markets';

function order(simulator: Simulator, salt: string, name = 'alice'): Request {
  const wallet = simulator.named.wallets[name];
  const market = simulator.named.markets['market'];
  if (wallet === undefined || market === undefined) throw new Error(`no ${name}`);
  const now = simulator.now();
  const { conditionId, yes: tokenId } = market;
  const people = { maker: wallet.address, signer: wallet.address };
  const given = withOrder({ tokenId, conditionId, ...people, salt, timestamp: String(now) }, { price: 100 }) as object;
  const request = withJson('POST', '/order', { ...given, owner: wallet.apiKey });
  return signed(wallet, request, Math.floor(now / 1_000));
}

const place = (simulator: Simulator, salt = '1', name?: string) => simulator.handle(order(simulator, salt, name));
const accepted = (simulator: Simulator) => simulator.log.filter(({ kind }) => kind === 'order-accepted').length;
const faulty = (...faults: FaultRule[]) => createSimulator({ faults });
const read = get('/markets', { limit: '2' });

describe('kinds', () => {
  it.each([
    ['request-lost', 0],
    ['response-lost', 1],
  ] as const)('%s has no response; orders that take effect: %i', (kind, effects) => {
    const simulator = faulty({ route: POST, nth: 1, kind });
    const before = accepted(simulator);
    expect(place(simulator)).toEqual({ status: 0, headers: {}, body: '', delivery: { end: 'lost' } });
    expect(accepted(simulator) - before).toBe(effects);
    expect(place(simulator, '2').status).toBe(200);
  });

  it('duplicate: the service sees the order twice, the client its second response', () => {
    const simulator = faulty({ route: POST, nth: 1, kind: 'duplicate' });
    expect(place(simulator).body).toContain('uplicate');
    expect(simulator.exchanges.length).toBe(1);
  });

  it.each<[Pick<FaultRule, 'kind' | 'status' | 'retryAfter'>, number, string | undefined]>([
    [{ kind: 'throttled' }, 429, undefined],
    [{ kind: 'throttled', retryAfter: 3 }, 429, '3'],
    [{ kind: 'error' }, 500, undefined],
    [{ kind: 'error', status: 503 }, 503, undefined],
  ])('%j has status %i, Retry-After %s and the date of the service', (rule, status, wait) => {
    const simulator = faulty({ route: MARKETS, every: 1, ...rule });
    const { headers, ...response } = simulator.handle(read);
    expect([response.status, headers['retry-after']]).toEqual([status, wait]);
    expect(Date.parse(headers['date'] ?? ''), 'the clock by which a client signs').toBe(simulator.now());
  });

  it('truncated: a whole response whose JSON is not', () => {
    const { status, body, delivery } = faulty({ route: MARKETS, every: 1, kind: 'truncated' }).handle(read);
    expect([status, delivery]).toEqual([200, undefined]);
    expect(() => JSON.parse(body)).toThrow();
  });

  it('stale: the response as it was before the last change, or as long ago', () => {
    const rule = { route: MARKETS, nth: 2, times: 2, kind: 'stale' } as const;
    const simulator = faulty(rule, { route: MARKETS, nth: 4, kind: 'stale', ms: 5_000 });
    simulator.handle(read);
    const second = simulator.handle(read);
    expect(simulator.faults()[0]).toMatchObject({ seen: 2, fired: 0 });
    place(simulator);
    expect(simulator.handle(read)).toBe(second);
    simulator.advance(5_000);
    expect([simulator.handle(read).status, simulator.faults()[0]?.fired]).toEqual([200, 2]);
  });
});

describe('slow-settlement', () => {
  const WORLD = { markets: { rain: {} }, wallets: { ada: { cash: 100, tokens: { rain: 50 } }, ben: { cash: 100 } } };
  const SLOW = { route: POST, nth: 1, wallet: 'ben', kind: 'slow-settlement', ms: 60_000 } as const;
  const terms = { market: 'rain', price: 0.4, size: 10 };

  /** Two purchases of ben from ada; their states, with milliseconds since the trade. */
  function traded(act: (simulator: Simulator) => void, clock?: () => number) {
    const simulator = createSimulator({ world: WORLD, faults: [SLOW], ...(clock && { clock }) });
    const start = simulator.now();
    for (const _ of [0, 1]) {
      simulator.order({ ...terms, wallet: 'ada', side: 'SELL' });
      expect(simulator.handle(simulator.orderRequest({ ...terms, wallet: 'ben', side: 'BUY' })).status).toBe(200);
    }
    act(simulator);
    const states = (number: number) =>
      simulator.log.flatMap((event) =>
        event.kind === 'trade-status' && event.trade === number ? [`${event.status} ${event.at - start}`] : [],
      );
    return [states(0), states(1)];
  }

  const LATE = ['HELD 0', 'RETRYING 60000', 'MINED 62000', 'CONFIRMED 67000'];
  const USUAL = ['MINED 2000', 'CONFIRMED 7000'];

  it('settles the trades of one order later, each step at its moment, however the clock moves', () => {
    expect(traded((simulator) => simulator.advance(100_000))).toEqual([LATE, USUAL]);
    const byEvent = (simulator: Simulator) => {
      for (let due = simulator.nextDue(); due !== undefined; due = simulator.nextDue())
        simulator.advance(due - simulator.now());
    };
    expect(traded(byEvent)).toEqual([LATE, USUAL]);
    let now = 1_800_000_000_000;
    const tick = (simulator: Simulator) => {
      now += 100_000;
      simulator.handle(read);
    };
    expect(traded(tick, () => now)).toEqual([LATE, USUAL]);
  });

  it('shows clients a matched trade meanwhile, and leaves one alone that has failed', () => {
    const statusAfter = (ms: number) => {
      const seen: unknown[] = [];
      traded((simulator) => {
        simulator.advance(ms);
        const { body } = simulator.handle(get('/builder/trades'));
        seen.push(...(JSON.parse(body) as { status: string }[]).map(({ status }) => status));
      });
      return seen;
    };
    expect(statusAfter(30_000)).toEqual(['CONFIRMED', 'MATCHED']);
    const failed = traded((simulator) => {
      simulator.command({ settlement: { trade: 1, outcome: 'fail' } });
      simulator.advance(100_000);
    });
    expect(failed).toEqual([['HELD 0', 'FAILED 0'], USUAL]);
  });
});

describe('rules', () => {
  const outcomes = (rule: Omit<FaultRule, 'route' | 'kind'>, seed = 1, count = 8) => {
    const simulator = createSimulator({ seed, faults: [{ route: MARKETS, kind: 'error', ...rule }] });
    return Array.from({ length: count }, () => (simulator.handle(read).status === 500 ? 'x' : '.')).join('');
  };

  it.each([
    [{ nth: 3 }, '..x.....'],
    [{ nth: 2, times: 3 }, '.xxx....'],
    [{ every: 3 }, '..x..x..'],
    [{ every: 2, times: 2 }, '.x.x....'],
    [{ chance: 1 }, 'xxxxxxxx'],
  ])('%j fires at %s', (rule, expected) => {
    expect(outcomes(rule)).toBe(expected);
  });

  it('chance follows from the seed', () => {
    expect(outcomes({ chance: 0.5 }, 1, 60)).toBe(outcomes({ chance: 0.5 }, 1, 60));
    expect(outcomes({ chance: 0.5 }, 1, 60)).not.toBe(outcomes({ chance: 0.5 }, 2, 60));
  });

  it('a rule for a wallet leaves the others alone; counts, hash and reset', () => {
    const simulator = faulty({ route: POST, every: 1, wallet: 'alice', kind: 'request-lost' });
    const hash = simulator.hash();
    expect(place(simulator).status).toBe(0);
    expect(simulator.hash()).toBe(hash);
    expect(place(simulator, '2', 'bob').status).toBe(200);
    expect(simulator.faults()).toEqual([
      { route: POST, every: 1, wallet: 'alice', kind: 'request-lost', seen: 1, fired: 1 },
    ]);
    simulator.faults([]);
    expect([place(simulator).status, simulator.faults()]).toEqual([200, []]);
    simulator.reset();
    expect(place(simulator).status).toBe(0);
  });

  const good = { route: POST, nth: 1, kind: 'error' };
  it.each<[unknown, string]>([
    [{}, 'faults must be a list of rules, [] for none'],
    [[{ ...good, every: 2 }], 'faults[0] takes exactly one of nth, every and chance, not nth and every'],
    [[good, { route: POST, kind: 'error' }], 'faults[1] takes exactly one of nth, every and chance, not none'],
    [[{ ...good, route: 'POST /ordr' }], 'faults[0]: there is no route "POST /ordr"; did you mean "POST /order"?'],
    [[{ ...good, status: 200 }], 'faults[0].status must be 500 to 599'],
    [[{ ...good, kind: 'reset', status: 502 }], 'faults[0]: status belongs to error, not to reset'],
    [[{ ...good, kind: 'latency' }], 'faults[0]: latency takes ms, the delay in milliseconds'],
    [[{ ...good, kind: 'slow-settlement' }], 'faults[0]: slow-settlement takes ms, the delay in milliseconds'],
    [
      [{ ...good, route: 'DELETE /order', kind: 'slow-settlement', ms: 1 }],
      'faults[0]: slow-settlement is for POST /order, whose orders trade, not for DELETE /order',
    ],
    [[{ ...good, kind: 'stale' }], 'faults[0]: stale is for reads, and POST /order writes'],
    [[{ ...good, chanse: 1 }], 'faults[0] has no field "chanse"; did you mean "chance"?'],
    [[{ ...good, wallet: 'zoe' }], 'faults[0]: there is no wallet "zoe": there are alice, bob, carol, dave'],
  ])('%j is refused, and nothing changes', (rules, message) => {
    const simulator = faulty({ route: MARKETS, every: 1, kind: 'error' });
    expect(() => simulator.faults(rules as FaultRule[])).toThrow(new Error(message));
    expect(simulator.faults()).toHaveLength(1);
  });
});

describe('adapters', () => {
  afterEach(() => vi.useRealTimers());
  const rules = (kind: FaultRule['kind']): FaultRule[] => [
    { route: MARKETS, nth: 1, kind, ...(kind === 'latency' && { ms: 60 }) },
  ];

  async function attempts(simulator: Simulator, send: () => Promise<Response>): Promise<unknown> {
    const whole = async () => (await (await send()).json()) as unknown[];
    const first = await whole().catch((error: unknown) => (error as Error).name);
    return [first, (await whole()).length, simulator.exchanges.length];
  }

  it.each(['request-lost', 'response-lost', 'reset'] as const)(
    '%s fails fetch, in process and on a socket',
    async (kind) => {
      const simulator = faulty(...rules(kind));
      const local = fetchHandler(simulator);
      expect(await attempts(simulator, () => local('/markets?limit=2'))).toEqual(['TypeError', 2, 2]);
      simulator.reset();
      const server = await startServer(simulator.handle);
      expect(await attempts(simulator, () => fetch(`${server.url}/markets?limit=2`))).toEqual(['TypeError', 2, 2]);
      await server.close();
    },
  );

  it.each<[string, () => Promise<never>, string]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
      'the handler threw: broken',
    ],
    ['rejects', () => Promise.reject(new Error('broken')), 'the handler rejected: broken'],
    ['never ends', () => new Promise(() => undefined), 'the handler did not end within 30 ms'],
  ])('a handler that %s is a 500', async (_, handle, error) => {
    const server = await startServer(handle, { requestTimeoutMs: 30, headersTimeoutMs: 30 });
    const response = await fetch(`${server.url}/markets`);
    expect([response.status, await response.json()]).toEqual([500, { error }]);
    await server.close();
  });

  it('latency waits on a timer, which fake timers move and an aborted signal ends', async () => {
    vi.useFakeTimers();
    const local = fetchHandler(faulty({ route: MARKETS, every: 1, kind: 'latency', ms: 60_000 }));
    let isDone = false;
    const pending = local('/markets?limit=2').finally(() => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(59_999);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect((await pending).status).toBe(200);
    const abort = new AbortController();
    const aborted = expect(local('/markets', { signal: abort.signal })).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(10);
    abort.abort(new Error('enough'));
    await aborted;
  });
});

describe('exchanges', () => {
  it('hold what the client did: refused and faulted requests too', () => {
    const simulator = createSimulator({
      clock: () => clock,
      faults: [{ route: POST, nth: 1, times: 2, kind: 'error' }],
    });
    const start = 1_800_000_000_000;
    let clock = start;
    for (const wait of [0, 100, 200]) {
      clock += wait;
      place(simulator, '7');
    }
    simulator.handle(get('/nowhere'));
    const orders = simulator.exchanges.of(POST).by('alice');
    expect(orders.all.map(({ status, fault }) => [status, fault])).toEqual([
      [500, 'error'],
      [500, 'error'],
      [200, undefined],
    ]);
    expect(orders.gaps()).toEqual([100, 200]);
    expect(orders.last()).toMatchObject({ route: POST, wallet: 'alice', body: { order: { salt: '7' } }, time: clock });
    expect(simulator.exchanges.last()).toMatchObject({ route: undefined, path: '/nowhere', status: 404 });
    expect(simulator.exchanges.by('bob').length).toBe(0);
    simulator.reset();
    expect(simulator.exchanges.length).toBe(0);
  });

  it('keep the latest ones alone, in order', () => {
    const simulator = createSimulator({ exchangesMax: 3 });
    for (const limit of ['1', '2', '3', '4', '5']) simulator.handle(get('/markets', { limit }));
    expect(simulator.exchanges.all.map(({ query }) => query)).toEqual(['limit=3', 'limit=4', 'limit=5']);
    expect([simulator.exchanges.length, simulator.exchanges.dropped]).toEqual([3, 2]);
  });
});

describe('own limits', () => {
  it('replace those of one route', () => {
    const simulator = createSimulator({ limits: { 'POST /prices': 2 } });
    const prices = () => simulator.handle(withJson('POST', '/prices', [])).status;
    expect([prices(), prices(), prices(), simulator.handle(read).status]).toEqual([200, 200, 429, 200]);
    simulator.advance(10_000);
    expect(prices()).toBe(200);
  });

  it.each<[Record<string, number>, string]>([
    [{ 'POST /price': 2 }, 'limits: there is no route "POST /price"; did you mean "POST /prices"?'],
    [{ 'POST /prices': 0 }, 'limits: POST /prices takes a whole number, 1 or more'],
  ])('%j is refused', (limits, message) => {
    expect(() => createSimulator({ limits })).toThrow(new Error(`createSimulator: ${message}`));
  });
});

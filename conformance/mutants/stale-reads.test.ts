/**
 * conformance/mutants/stale-reads tests: the table of routes and changes matches the simulator, and every cell of it is closed.
 * A sample of cells drawn from a seed is judged here, all of them by `touchstone mutants --stale`. `STALE_SEED=N` draws the
 * same sample again.
 */
import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSimulator } from '../../sim/simulator.ts';
import { createRng } from '../../sim/world/rng.ts';
import { textAt } from '../../spec/json.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { bare, get, type Request, type Response, withJson } from '../../wire/message.ts';
import { allChecks } from '../suite.ts';
import { type ChangeKind, watchChanges } from './changes.ts';
import { STALE_CLAUSES, staleCells } from './families/stale-reads.ts';
import { killMatrix } from './kill-matrix.ts';
import type { Wrap } from './mutant.ts';
import { internalsOf, mutated } from './mutated.ts';
import { jsonOf } from './orders.ts';
import { signedBy } from './resign.ts';
import { type Mode, stale } from './stale.ts';
import { staleTable } from './stale-table.ts';

type Order = {
  readonly side?: 'BUY' | 'SELL';
  readonly type?: string;
  readonly size?: number;
  readonly price?: number;
  readonly expiration?: number;
};

/** A simulator with two wallets in a market that never traded, and one request for each route about it. */
function stage(wrap: Wrap = (handle) => handle) {
  const simulator = createSimulator();
  const internals = internalsOf(simulator);
  const [alice, bob] = simulator.credentials.wallets as [Wallet, Wallet];
  const [market = ''] = simulator.credentials.markets ?? [];
  const { handle } = mutated(simulator, wrap);
  const changes = watchChanges(simulator.handle, internals);
  const tokens = (jsonOf(handle(get(`/markets/${market}`)))['tokens'] as { token_id: string }[]).map((t) => t.token_id);
  const catalog = JSON.parse(handle(get('/markets', { conditionId: market })).body)[0];
  const send = (request: Request, as: Wallet): Response => handle(signedBy(as, request, internals));
  let salt = 0;
  const place = (
    as: Wallet,
    { side = 'SELL', type = 'GTC', size = 20, price = 0.49, expiration }: Order = {},
  ): string => {
    salt += 1;
    const shares = String(size * 1e6);
    const cash = String(Math.round(size * price * 1e6));
    const order = {
      tokenId: tokens[0],
      conditionId: market,
      maker: as.address,
      signer: as.address,
      makerAmount: side === 'BUY' ? cash : shares,
      takerAmount: side === 'BUY' ? shares : cash,
      side,
      metadata: '0x00',
      salt: String(salt),
      signatureType: 3,
      signature: '0xabcd',
      timestamp: String(simulator.now()),
      builder: '0x00',
      ...(expiration === undefined ? {} : { expiration: String(expiration) }),
    };
    return (
      textAt(jsonOf(send(withJson('POST', '/order', { order, orderType: type, owner: as.apiKey }), as)), 'orderID') ??
      ''
    );
  };
  const cancel = (as: Wallet, orderId: string): Response => send(withJson('DELETE', '/order', { orderId }), as);
  const body = tokens.map((token) => ({ token_id: token }));
  const wallets = (path: string, query: Record<string, string> = {}): readonly Response[] =>
    [alice, bob].map(({ address }) => handle(get(path, { user: address, market, ...query })));
  const asks: Readonly<Record<keyof typeof STALE_CLAUSES, () => readonly Response[]>> = {
    'heartbeat-v1': () => [],
    heartbeat: () => [],
    'live-orders': () => [alice, bob].map((wallet) => send(get('/data/orders', { market }), wallet)),
    'builder-trades': () => [handle(get('/builder/trades', { market }))],
    'closed-positions': () => wallets('/closed-positions'),
    positions: () => wallets('/positions', { sizeThreshold: '0' }),
    activity: () => [alice, bob].map(({ address }) => handle(get('/activity', { user: address }))),
    holders: () => [handle(get('/holders', { market, minBalance: '0' }))],
    markets: () => [handle(get('/markets', { conditionId: market }))],
    'market-by-slug': () => [handle(get(`/markets/slug/${catalog.slug}`))],
    'trading-market': () => [handle(get(`/markets/${market}`))],
    'trading-settings': () => [handle(get(`/clob-markets/${market}`))],
    'sampling-markets': () => [handle(get('/sampling-markets'))],
    'sampling-simplified-markets': () => [handle(get('/sampling-simplified-markets'))],
    'simplified-markets': () => [handle(get('/simplified-markets'))],
    books: () => [handle(withJson('POST', '/books', body))],
    prices: () => [handle(withJson('POST', '/prices', body))],
    event: () => [handle(get(`/events/${catalog.events[0].id}`))],
    'event-by-slug': () => [handle(get(`/events/slug/${catalog.events[0].slug}`))],
  };
  const bodies = () =>
    new Map(
      Object.entries(asks).map(([route, ask]) => [
        route,
        ask()
          .map((answer) => answer.body)
          .join(),
      ]),
    );
  /** The kinds of changes that `act` causes, and the routes whose responses differ after it. */
  const effectOf = (act: () => unknown) => {
    changes();
    const before = bodies();
    act();
    const kinds = new Set(changes().map(({ kind }) => kind));
    const routes = [...bodies()].filter(([route, text]) => before.get(route) !== text).map(([route]) => route);
    return { kinds, routes: routes as readonly (keyof typeof STALE_CLAUSES)[] };
  };
  return { simulator, alice, bob, place, cancel, send, asks, effectOf };
}

/** Every kind of change once, alone if it can occur alone. */
function story() {
  const { simulator, alice, bob, place, cancel, send, effectOf } = stage();
  let id = '';
  const later = (ms: number) => () => simulator.advance(ms);
  const seconds = (): number => Math.floor(simulator.now() / 1_000);
  const beat = () => send(bare('POST', '/heartbeats'), alice);
  const take =
    (size: number, price = 0.49) =>
    () =>
      place(bob, { side: 'BUY', type: 'FOK', size, price });
  return [
    effectOf(() => {
      id = place(alice);
    }),
    effectOf(() => cancel(alice, id)),
    effectOf(() => place(alice, { type: 'GTD', expiration: seconds() + 120 })),
    effectOf(later(180_000)),
    effectOf(beat),
    effectOf(() => place(alice)),
    effectOf(later(60_000)),
    effectOf(() => place(alice)),
    effectOf(take(40)),
    effectOf(take(10)),
    effectOf(take(10)),
    effectOf(later(60_000)),
    effectOf(() => place(alice, { size: 4_980, price: 0.5 })),
    effectOf(take(4_980, 0.5)),
    effectOf(() => place(alice, { side: 'BUY', size: 40 })),
    effectOf(() => place(bob, { type: 'FOK' })),
    effectOf(() => place(bob, { price: 0.51 })),
    effectOf(() => place(alice, { side: 'BUY', type: 'FAK', price: 0.51, size: 40 })),
  ];
}

const clausesOf = (route: keyof typeof STALE_CLAUSES): Readonly<Partial<Record<ChangeKind, string>>> =>
  STALE_CLAUSES[route];

describe('the table of routes and changes', () => {
  const effects = story();

  it('is shown by a story that has every change', () => {
    const seen = new Set(effects.flatMap(({ kinds }) => [...kinds]));
    expect([...seen].sort()).toEqual([
      'beat',
      'cancelled',
      'expired',
      'filled',
      'fok-killed',
      'lapsed',
      'part-filled',
      'rested',
      'settled',
      'sold-out',
      'taken',
    ]);
  });

  it('has a clause for a change of every step after which a route answers otherwise', () => {
    const missing = effects.flatMap(({ kinds, routes }) =>
      routes
        .filter((route) => ![...kinds].some((kind) => clausesOf(route)[kind] !== undefined))
        .map((route) => [route, [...kinds]]),
    );
    expect(missing).toEqual([]);
  });

  it('has a clause for no change that leaves the answers as they are', () => {
    const idle = staleCells.filter(
      ({ route, change }) =>
        change !== 'beat' &&
        !effects.some(({ kinds, routes }) => kinds.has(change) && routes.some((other) => other === route)),
    );
    expect(idle.map(({ route, change }) => `${route} ${change}`)).toEqual([]);
  });

  it('leaves every answer as it is when a FOK order is killed', () => {
    const { place, bob, effectOf } = stage();
    expect(effectOf(() => place(bob, { side: 'BUY', type: 'FOK', size: 40 }))).toEqual({
      kinds: new Set(),
      routes: [],
    });
  });
});

/** The live orders of alice: after she placed one, placed another, cancelled the first, and placed a third. */
function countsWith(change: ChangeKind, mode: Mode): readonly number[] {
  const onOrders: Wrap = (handle, internals) => {
    const changed = stale(change, mode)(handle, internals);
    return (request) => (request.path === '/data/orders' ? changed(request) : handle(request));
  };
  const { alice, place, cancel, asks } = stage(onOrders);
  const count = (): number => (jsonOf(asks['live-orders']()[0] as Response)['data'] as unknown[]).length;
  const counts = [count()];
  const first = place(alice);
  counts.push(count());
  place(alice);
  counts.push(count());
  cancel(alice, first);
  counts.push(count());
  place(alice);
  return [...counts, count()];
}

describe('stale answers', () => {
  it.each<[ChangeKind, Mode, readonly number[]]>([
    ['rested', 'frozen', [0, 0, 0, 0, 0]],
    ['rested', 'late', [0, 0, 1, 1, 1]],
    ['cancelled', 'frozen', [0, 1, 2, 2, 2]],
    ['cancelled', 'late', [0, 1, 2, 2, 2]],
    ['filled', 'frozen', [0, 1, 2, 1, 2]],
  ])('that miss %s, %s', (change, mode, counts) => {
    expect(countsWith(change, mode)).toEqual(counts);
  });
});

const SAMPLE = 4;
const seed = process.env['STALE_SEED'] ?? String(randomInt(1, 1_000));

describe('stale reads', () => {
  it(`leave no open cell, in the sample with seed ${seed}`, { timeout: 120_000 }, async () => {
    const table = await staleTable(createRng(seed).sample(staleCells, SAMPLE));
    expect(table.filter(({ outcome }) => outcome.kind === 'open')).toEqual([]);
    expect(table.filter(({ outcome }) => outcome.kind === 'killed')).toHaveLength(SAMPLE);
  });

  it('leave a cell open whose mutants break nothing', { timeout: 120_000 }, async () => {
    const [cell] = staleCells.filter(({ route, change }) => route === 'prices' && change === 'filled');
    const harmless = cell?.mutants.map((mutant) => ({ ...mutant, wrap: ((handle) => handle) as Wrap })) ?? [];
    const checks = allChecks().filter((check) => check.route === 'prices');
    const table = await staleTable(cell === undefined ? [] : [{ ...cell, mutants: harmless }], {
      matrix: (options) => killMatrix({ ...options, checks }),
    });
    expect(table.filter(({ outcome }) => outcome.kind === 'open')).toMatchObject([
      { route: 'prices', change: 'filled', outcome: { survivors: ['prices.frozen.filled', 'prices.late.filled'] } },
    ]);
  });
});

/** proof/judge/stale-reads tests: the table fits the simulator; `STALE_SEED=N` repeats a sample of cells. */

import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { textAt } from '../../base/json.ts';
import { createRng } from '../../base/rng.ts';
import { allChecks } from '../../conformance/suite.ts';
import type { NamedMarket } from '../../sim/named.ts';
import { createSimulator } from '../../sim/simulator.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { bare, get, type Handler, type Query, type Request, type Response, withJson } from '../../wire/message.ts';
import { type OrderTerms, orderBody } from '../../wire/order-body.ts';
import { killMatrix } from './campaign.ts';
import { STALE_CLAUSES, staleCells } from './mutants/stale-reads.ts';
import { internalsOf, mutated } from './mutated.ts';
import { staleTable } from './stale-table.ts';
import type { Wrap } from './variant.ts';
import { CHANGES, type ChangeKind, type Mode, stale, watchChanges } from './wrappers/changes.ts';
import { jsonOf } from './wrappers/responses.ts';
import { signedBy } from './wrappers/signatures.ts';

type Route = keyof typeof STALE_CLAUSES;
type Requests = Readonly<Record<Route, () => readonly Response[]>>;
type Send = (request: Request, as: Wallet) => Response;

/** A simulator with two wallets that trade in a market that never traded, and the requests for each route about it. */
function stage(wrap: Wrap = (handle) => handle) {
  const simulator = createSimulator();
  const internals = internalsOf(simulator);
  const [alice, bob] = simulator.credentials.wallets as [Wallet, Wallet];
  const market = simulator.named.markets['market'] as NamedMarket;
  const { handle } = mutated(simulator, wrap);
  const changes = watchChanges(simulator.handle, internals);
  const send: Send = (request, as) => handle(signedBy(as, request, internals));
  let salt = 0;
  const place = (wallet: Wallet, terms: Partial<OrderTerms> = {}): string => {
    salt += 1;
    const usual = { market, wallet, outcome: 'yes', side: 'SELL', type: 'GTC', size: 20, price: 0.49 } as const;
    const body = orderBody({ ...usual, salt: String(salt), now: simulator.now(), ...terms });
    return textAt(jsonOf(send(withJson('POST', '/order', body), wallet)), 'orderID') ?? '';
  };
  const cancel = (as: Wallet, orderId: string): Response => send(withJson('DELETE', '/order', { orderId }), as);
  const reads = requestsAbout(market, [alice, bob], handle, send);
  const textOf = (read: () => readonly Response[]): string =>
    read()
      .map(({ body }) => body)
      .join();
  const bodies = () => new Map(Object.entries(reads).map(([route, read]) => [route, textOf(read)]));
  /** The kinds of changes that `act` causes, and the routes whose responses differ after it. */
  const effectOf = (act: () => unknown) => {
    changes();
    const before = bodies();
    act();
    const kinds = new Set(changes().map(({ kind }) => kind));
    const routes = [...bodies()].filter(([route, text]) => before.get(route) !== text).map(([route]) => route);
    return { kinds, routes: routes as readonly Route[] };
  };
  return { simulator, alice, bob, place, cancel, send, reads, effectOf };
}

/** The requests for each route about one market, for the wallets that trade in it. */
function requestsAbout(named: NamedMarket, wallets: readonly Wallet[], handle: Handler, send: Send): Requests {
  const { conditionId: market, slug } = named;
  const tokens = [named.yes, named.no].map((token) => ({ token_id: token }));
  const one = (path: string, query?: Query) => () => [handle(get(path, query))];
  const forEachWallet = (path: string, query: Query) => () =>
    wallets.map(({ address }) => handle(get(path, { user: address, ...query })));
  return {
    'heartbeat-v1': () => [],
    heartbeat: () => [],
    'live-orders': () => wallets.map((wallet) => send(get('/data/orders', { market }), wallet)),
    'builder-trades': one('/builder/trades', { market }),
    'closed-positions': forEachWallet('/closed-positions', { market }),
    positions: forEachWallet('/positions', { market, sizeThreshold: '0' }),
    activity: forEachWallet('/activity', {}),
    holders: one('/holders', { market, minBalance: '0' }),
    markets: one('/markets', { conditionId: market }),
    'market-by-slug': one(`/markets/slug/${slug}`),
    'trading-market': one(`/markets/${market}`),
    'trading-settings': one(`/clob-markets/${market}`),
    'sampling-markets': one('/sampling-markets'),
    'sampling-simplified-markets': one('/sampling-simplified-markets'),
    'simplified-markets': one('/simplified-markets'),
    books: () => [handle(withJson('POST', '/books', tokens))],
    prices: () => [handle(withJson('POST', '/prices', tokens))],
    event: one(`/events/${named.eventId}`),
    'event-by-slug': one(`/events/slug/${named.eventSlug}`),
  };
}

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

const clausesOf = (route: Route): Readonly<Partial<Record<ChangeKind, string>>> => STALE_CLAUSES[route];

describe('the table of routes and changes', () => {
  const effects = story();

  it('is shown by a story that has every change', () => {
    expect(new Set(effects.flatMap(({ kinds }) => [...kinds]))).toEqual(new Set(Object.keys(CHANGES)));
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
  const { alice, place, cancel, reads } = stage(onOrders);
  const count = (): number => (jsonOf(reads['live-orders']()[0] as Response)['data'] as unknown[]).length;
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

const SAMPLE = 2;
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

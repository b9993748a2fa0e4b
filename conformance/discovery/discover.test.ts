import { describe, expect, it } from 'vitest';
import { flagAt, listAt, parseJson } from '../../base/json.ts';
import { createSimulator, type Simulator } from '../../sim/simulator.ts';
import { type Request, type Response, withJson } from '../../wire/message.ts';
import type { Bindings, Role } from '../check.ts';
import { json } from '../fixtures/fake-target.ts';
import { unboundRole } from '../roles.ts';
import { type DiscoveryOptions, discover } from './discover.ts';
import { byMost, createReader, spread } from './reader.ts';

const options: DiscoveryOptions = {
  named: {},
  credentialed: [],
  writeMarkets: [],
  isWalletOpen: true,
  isWriting: false,
};

function discoverIn(handle: (request: Request) => Response, parts: Partial<DiscoveryOptions> = {}): Promise<Bindings> {
  const reader = createReader(
    async (request) => {
      const { status, headers, body } = handle(request);
      return { request, status, headers, text: body, json: parseJson(body) };
    },
    () => 4,
  );
  return discover(reader, { ...options, ...parts });
}

const roles: readonly Role[] = [
  'market',
  'event',
  'condition',
  'book',
  'closed-market',
  'wallet',
  'closed-wallet',
  'active-wallet',
  'held-market',
  'comment',
  'profile',
  'creator',
  'trade',
];

describe('discovery in the small world', async () => {
  const simulator: Simulator = createSimulator();
  const sent: Request[] = [];
  const bindings = await discoverIn((request) => {
    sent.push(request);
    return simulator.handle(request);
  });

  it.each(roles)('binds the role %s', (role) => {
    expect(unboundRole([role], bindings, [])).toBeUndefined();
  });

  it('reads the whole market list, and only reads', () => {
    expect(bindings.marketsComplete).toBe(true);
    expect(sent.every(({ method, path }) => method === 'GET' || path === '/books')).toBe(true);
    expect(sent.length).toBeLessThan(300);
  });

  it('puts two-sided books and the fullest wallets first', () => {
    const [book] = bindings.books;
    expect(listAt(book, 'bids').length * listAt(book, 'asks').length).toBeGreaterThan(0);
    expect(bindings.markets.some((market) => flagAt(market, 'closed') === true)).toBe(true);
  });

  it('takes the markets for writes from the credentials, or finds where both wallets hold both tokens', async () => {
    const { wallets, markets = [] } = simulator.credentials;
    const named = await discoverIn(simulator.handle, { credentialed: wallets, writeMarkets: markets, isWriting: true });
    expect(named.writeMarkets.map(({ conditionId }) => conditionId)).toEqual(markets.slice(0, 40));
    const found = await discoverIn(simulator.handle, { credentialed: wallets, isWriting: true });
    expect(found.writeMarkets.length).toBeGreaterThan(0);
    for (const { tick, minSize } of found.writeMarkets) expect([tick, minSize].every(Number.isSafeInteger)).toBe(true);
  });
});

describe('discovery elsewhere', () => {
  it('asks for the names of the target file first', async () => {
    const sent: string[] = [];
    const named = {
      wallets: ['0xW'],
      comments: ['77'],
      markets: ['0xM'],
      events: ['an event'],
      tokens: ['5'],
      profiles: ['0xP'],
    };
    await discoverIn(
      ({ path, query, body }) => {
        sent.push(`${path}?${query}${typeof body === 'string' ? body : ''}`);
        return json([]);
      },
      { named },
    );
    for (const line of [
      '/comments/77?limit=100',
      '/events/slug/an%20event?',
      '/markets/0xM?',
      '/positions?user=0xW&limit=50',
    ]) {
      expect(sent).toContain(line);
    }
    expect(sent).toContain(`/books?${withJson('POST', '/books', [{ token_id: '5' }]).body}`);
    expect(sent).not.toContain('/comments/1?limit=100');
  });

  it('finds markets with holders where minBalance=0 is refused', async () => {
    const { heldMarkets } = await discoverIn(
      ({ path, query = '' }) => {
        if (path !== '/holders') return json([]);
        if (query.includes('minBalance')) return json({ error: 'invalid_field: minBalance' }, 400);
        return json([{ token: '5', holders: [{ proxyWallet: '0xW' }] }]);
      },
      { named: { markets: ['0xM'] } },
    );
    expect(heldMarkets).toEqual(['0xM']);
  });

  it('asks for smaller batches of books if a large one is refused', async () => {
    const sizes: number[] = [];
    const tokens = Array.from({ length: 120 }, (_, index) => String(index));
    const bindings = await discoverIn(
      ({ path, body }) => {
        if (path !== '/books') return json([]);
        const batch = JSON.parse(String(body)) as { token_id: string }[];
        sizes.push(batch.length);
        if (batch.length > 50) return json({ error: 'too many' }, 400);
        return json(batch.map(({ token_id }) => ({ asset_id: token_id, bids: [{}], asks: [] })));
      },
      { named: { tokens } },
    );
    expect(sizes).toEqual([120, 50, 50]);
    expect(bindings.books).toHaveLength(100);
  });

  it.each([
    ['nothing but null', json(null)],
    ['numbers for rows', json([1, 2, 3])],
    ['rows without what is looked for', json([{ id: 7, slug: null, events: 'no', clobTokenIds: '[[', holders: {} }])],
    ['objects for lists', json({ __proto__: [], data: { length: 3 } })],
    ['errors', json({ error: 'no' }, 500)],
    ['no JSON', { status: 200, headers: {}, body: '{"a":' }],
  ])('binds nothing and breaks on nothing where a target answers %s', async (_, response) => {
    const bindings = await discoverIn(() => response);
    expect(bindings.wallets).toEqual([]);
    expect(bindings.comments.length).toBeLessThanOrEqual(24);
  });

  it('stops in an endless list, and reports that it is not whole', async () => {
    let next = 0;
    const bindings = await discoverIn(({ path }) => {
      const rows = Array.from({ length: 100 }, () => ({ id: String(next++), closed: true, archived: true }));
      return path === '/markets' ? json(rows) : json([]);
    });
    expect(bindings.markets).toHaveLength(500);
    expect(bindings.marketsComplete).toBe(false);
  });
});

it('spreads evenly and ranks by number, ties in the order they came', () => {
  expect(spread([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3)).toEqual([0, 3, 6]);
  expect(spread(['a'], 3)).toEqual(['a']);
  expect(
    byMost([
      ['a', 1],
      ['b', 0],
      ['c', 2],
      ['d', 1],
    ]),
  ).toEqual(['c', 'a', 'd']);
});

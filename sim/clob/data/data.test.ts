/** sim/clob/data tests: wallet data by hand in a scripted market, pages and filters, and the schemas of a client. */
import {
  FetchPortfolioValueResponseSchema,
  ListActivityResponseSchema,
  ListClosedPositionsResponseSchema,
  ListMarketHoldersResponseSchema,
  ListPositionsResponseSchema,
  ListTradesResponseSchema,
} from '@polymarket/bindings/data';
import { describe, expect, it } from 'vitest';
import { clobClient } from '../../fixtures/clob-client.ts';
import type { WorldDescription } from '../../world/written/description.ts';

type Row = Readonly<Record<string, unknown>>;

function order(wallet: string, side: 'BUY' | 'SELL', price: number, size: number, market = 'rain') {
  return { order: { wallet, market, side, price, size } };
}

/** Ben takes 10 at 0.60 and 5 at 0.62 of ada's offers at once; an hour later ada takes 8 of his bid at 0.50. */
const WORLD: WorldDescription = {
  markets: { rain: {}, wind: {} },
  wallets: { ada: { cash: 1_000, tokens: { rain: 100, wind: 100 } }, ben: { cash: 1_000 } },
  history: [
    order('ada', 'SELL', 0.6, 10),
    order('ada', 'SELL', 0.62, 10),
    order('ben', 'BUY', 0.62, 15),
    { wait: 3_600 },
    order('ben', 'BUY', 0.5, 20, 'wind'),
    order('ada', 'SELL', 0.5, 8, 'wind'),
    { wait: 60 },
    { split: { wallet: 'ben', market: 'wind', size: 6 } },
  ],
};

const client = clobClient('polymarket', WORLD);
const { wallets, markets } = client.simulator.named;
const { rain, wind } = markets;
const { ada, ben } = wallets;
if (rain === undefined || wind === undefined || ada === undefined || ben === undefined) throw new Error('named');
const rows = (path: string, query: Record<string, string> = {}): readonly Row[] => client.read(path, query) as Row[];
const [first, second] = client.simulator.log.filter(({ kind }) => kind === 'trade').map(({ at }) => at / 1_000);

describe('GET /trades', () => {
  const sizes = (query: Record<string, string>) => rows('/trades', query).map(({ size }) => size);

  it('lists takers by price, newest first, and makers on request', () => {
    expect(rows('/trades')).toMatchObject([
      { proxyWallet: ada.address, side: 'SELL', asset: wind.yes, size: 8, price: 0.5, timestamp: second },
      { proxyWallet: ben.address, side: 'BUY', asset: rain.yes, size: 10, price: 0.6, timestamp: first },
      { proxyWallet: ben.address, side: 'BUY', asset: rain.yes, size: 5, price: 0.62, outcome: 'Yes', outcomeIndex: 0 },
    ]);
    const all = rows('/trades', { takerOnly: 'false' });
    expect(all.map(({ proxyWallet }) => (proxyWallet === ada.address ? 'ada' : 'ben'))).toEqual([
      'ada',
      'ben',
      'ben',
      'ben',
      'ada',
      'ada',
    ]);
    const hashes = all.map(({ transactionHash }) => transactionHash);
    expect(new Set(hashes).size).toBe(2);
  });

  it('filters by wallet, market, event, side, moment and amount', () => {
    expect(sizes({ user: ben.address })).toEqual([10, 5]);
    expect(sizes({ user: ben.address, takerOnly: 'false' })).toEqual([8, 5, 10]);
    expect(sizes({ user: `0x${'1'.repeat(40)}` })).toEqual([]);
    expect(sizes({ market: wind.conditionId })).toEqual([8]);
    expect(sizes({ market: `${wind.conditionId},${rain.conditionId}` })).toEqual([8, 10, 5]);
    expect(sizes({ eventId: rain.eventId })).toEqual([10, 5]);
    expect(sizes({ eventId: `${rain.eventId},${wind.eventId}` })).toEqual([8, 10, 5]);
    expect(sizes({ eventId: '123456' })).toEqual([]);
    expect(sizes({ side: 'SELL' })).toEqual([8]);
    expect(sizes({ start: String(second) })).toEqual([8]);
    expect(sizes({ end: String(Number(second) - 1) })).toEqual([10, 5]);
    expect(sizes({ filterType: 'CASH', filterAmount: '3.1' })).toEqual([8, 10, 5]);
    expect(sizes({ filterType: 'CASH', filterAmount: '3.11' })).toEqual([8, 10]);
    expect(sizes({ filterType: 'TOKENS', filterAmount: '8.1' })).toEqual([10]);
  });

  it('pages by limit and offset', () => {
    expect([sizes({ limit: '1' }), sizes({ limit: '1', offset: '2' })]).toEqual([[8], [5]]);
    expect([sizes({ limit: '0' }), sizes({ offset: '3' })]).toEqual([[], []]);
  });

  it('refuses what contradicts itself', () => {
    const both = { market: rain.conditionId, eventId: rain.eventId };
    for (const query of [both, { filterType: 'CASH' }, { eventId: 'x' }, { side: 'HOLD' }, { limit: '10001' }]) {
      expect(client.refusal('/trades', query as Record<string, string>)).toMatch(/^400 /);
    }
  });
});

it('GET /value adds up the positions at their present prices', () => {
  // Ben has 15 at 0.62, 8 + 6 at 0.5 and 6 of the other token at 0.5.
  expect(rows('/value', { user: ben.address })).toEqual([{ user: ben.address, value: 9.3 + 10 }]);
  expect(rows('/value', { user: ben.address.toLowerCase(), market: rain.conditionId })).toEqual([
    { user: ben.address, value: 9.3 },
  ]);
  expect(rows('/value', { user: `0x${'1'.repeat(40)}` })).toMatchObject([{ value: 0 }]);
  expect(client.refusal('/value')).toBe('400 missing_field: user');
});

describe('GET /activity', () => {
  const entries = (query: Record<string, string> = {}) =>
    rows('/activity', { user: ben.address, ...query }).map(({ type, size }) => `${type} ${size}`);

  it('is the feed of the wallet, newest first, with each filter', () => {
    const feed = ['SPLIT 6', 'SPLIT 6', 'TRADE 8', 'TRADE 5', 'TRADE 10'];
    expect(entries()).toEqual(feed);
    expect(entries({ sortBy: 'TIMESTAMP', sortDirection: 'DESC' })).toEqual(feed);
    expect(entries({ sortDirection: 'ASC' })).toEqual([...feed].reverse());
    expect(entries({ type: 'TRADE,MERGE' })).toEqual(feed.slice(2));
    expect(entries({ market: rain.conditionId })).toEqual(feed.slice(3));
    expect(entries({ eventId: wind.eventId, side: 'BUY', end: String(second) })).toEqual(['TRADE 8']);
    expect(entries({ start: String(Number(second) + 1) })).toEqual(feed.slice(0, 2));
    expect(entries({ limit: '2', offset: '2' })).toEqual(feed.slice(2, 4));
  });

  it('sorts by shares and by dollars', () => {
    expect(entries({ sortBy: 'TOKENS' })).toEqual(['TRADE 10', 'TRADE 8', 'SPLIT 6', 'SPLIT 6', 'TRADE 5']);
    // 6, 4, 3.1, 3 and 3 dollars.
    expect(entries({ sortBy: 'CASH', limit: '3' })).toEqual(['TRADE 10', 'TRADE 8', 'TRADE 5']);
    expect(entries({ sortBy: 'CASH', sortDirection: 'ASC', limit: '3' })).toEqual(['SPLIT 6', 'SPLIT 6', 'TRADE 5']);
  });

  it.each(['/value', '/trades', '/activity', '/positions', '/closed-positions'])(
    '%s ignores other parameters',
    (path) => {
      const user = { user: ben.address };
      expect(client.read(path, { ...user, nextCursor: 'x', foo: '' })).toEqual(client.read(path, user));
    },
  );

  it('refuses an unknown type', () => {
    expect(client.refusal('/activity', { user: ben.address, type: 'TRADE,PARTY' })).toBe('400 invalid_field: type');
  });
});

it('a trade that failed to settle is in no list of trades', () => {
  const history = [...(WORLD.history ?? []).slice(0, 3), { settlement: { trade: 1, outcome: 'fail' as const } }];
  const failing = clobClient('polymarket', { ...WORLD, history: [...history, { wait: 3_600 }] });
  expect(failing.simulator.log.some(({ kind }) => kind === 'trade-reversed')).toBe(true);
  expect(failing.read('/trades')).toEqual([]);
  expect(failing.read('/trades', { user: ben.address, takerOnly: 'false' })).toEqual([]);
});

it('positions can be read by event', () => {
  const query = { user: ben.address, eventId: rain.eventId };
  expect(rows('/positions', query)).toMatchObject([{ asset: rain.yes, oppositeAsset: rain.no, size: 15 }]);
  expect(rows('/positions', { ...query, eventId: '9' })).toEqual([]);
  expect(rows('/positions', { user: ben.address }).length).toBe(3);
});

it.each(['polymarket', 'kuest'] as const)('%s: every response satisfies the schemas of the client', (profile) => {
  const small = clobClient(profile);
  const named = small.simulator.named;
  for (const { address: user } of Object.values(named.wallets)) {
    small.read('/positions', { user, sizeThreshold: '0' }, undefined, ListPositionsResponseSchema);
    small.read('/closed-positions', { user }, undefined, ListClosedPositionsResponseSchema);
    small.read('/activity', { user, limit: '500' }, undefined, ListActivityResponseSchema);
    small.read('/value', { user }, undefined, FetchPortfolioValueResponseSchema);
  }
  const countOf = (takerOnly: string): number =>
    (small.read('/trades', { limit: '10000', takerOnly }, undefined, ListTradesResponseSchema) as unknown[]).length;
  const trades = small.simulator.log.filter((event) => event.kind === 'trade');
  expect(trades.length).toBeGreaterThan(300);
  expect(countOf('false') - countOf('true')).toBe(trades.reduce((sum, { makers }) => sum + makers.length, 0));
  const market = Object.values(named.markets)
    .map(({ conditionId }) => conditionId)
    .join();
  small.read('/holders', { market }, undefined, ListMarketHoldersResponseSchema);
});

/** sim/clob/gamma tests: catalog lists: values by hand, all pages, filters, the schemas of a client. */
import {
  EventSchema,
  FetchEventTagsResponseSchema,
  FetchMarketTagsResponseSchema,
  ListCommentsResponseSchema,
  ListEventsKeysetResponseSchema,
  ListEventsResponseSchema,
  ListMarketsKeysetResponseSchema,
  ListMarketsResponseSchema,
  ListSeriesResponseSchema,
  ListTagsResponseSchema,
  MarketSchema,
  PublicProfileSchema,
  PublicSearchResponseSchema,
  SeriesSchema,
  TagSchema,
} from '@polymarket/bindings/gamma';
import { RelayerDeployedResponseSchema } from '@polymarket/bindings/relayer';
import { describe, expect, it } from 'vitest';
import { type ClobClient, clobClient } from '../../fixtures/clob-client.ts';
import type { WorldDescription } from '../../world/written/description.ts';

type Row = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, string>>;

function order(wallet: string, side: 'BUY' | 'SELL', price: number, size: number) {
  return { order: { wallet, market: 'rain', side, price, size } };
}

/** Dollars traded: 10 at 0.60, two days later 5 at 0.41. The book is 15 at 0.41 to 30 at 0.60. */
const WORLD: WorldDescription = {
  markets: {
    rain: { fee: { rate: 0.02 } },
    dry: { tick: 0.001, minSize: 2 },
    north: { group: 'cup' },
    south: { group: 'cup' },
  },
  wallets: { ada: { cash: 1_000, tokens: { rain: 100 } }, ben: { cash: 1_000 } },
  history: [
    order('ada', 'SELL', 0.6, 40),
    order('ben', 'BUY', 0.6, 10),
    { wait: 172_800 },
    order('ben', 'BUY', 0.41, 20),
    order('ada', 'SELL', 0.41, 5),
    { wait: 60 },
  ],
};

const written = clobClient('polymarket', WORLD);
const { rain, dry, north } = written.simulator.named.markets;
if (rain === undefined || dry === undefined || north === undefined) throw new Error('the world has its markets');
const small = clobClient('polymarket');

function walk(client: ClobClient, path: string, list: string, query: Query): Row[] {
  const items: Row[] = [];
  let cursor: Query = {};
  for (let page = 0; page < 100; page += 1) {
    const body = client.read(path, { ...query, ...cursor }) as Row;
    const rows = body[list] as Row[];
    if (page > 0 && rows.length === 0) throw new Error('a cursor led to an empty page');
    items.push(...rows);
    if (!Object.hasOwn(body, 'next_cursor')) return items;
    cursor = { after_cursor: String(body['next_cursor']) };
  }
  throw new Error('the list has no end');
}

const ids = (rows: unknown): unknown[] => (rows as Row[]).map(({ id }) => id);
const marketIds = (query: Query, client = written) => ids(client.read('/markets', query));

describe('a market', () => {
  it('has its prices, its volume and its terms', () => {
    const market = written.read(`/markets/slug/${rain.slug}`) as Row;
    expect(market).toMatchObject({
      conditionId: rain.conditionId,
      outcomePrices: '["0.41","0.59"]',
      marketMakerAddress: '',
      volume: '8.05',
      volumeNum: 8.05,
      volume24hr: 2.05,
      bestBid: 0.41,
      bestAsk: 0.6,
      spread: 0.19,
      // 15 at 0.41, and 30 of the other token at 0.40.
      lastTradePrice: 0.41,
      liquidity: '18.15',
      liquidityNum: 18.15,
      feesEnabled: true,
      negRisk: false,
      orderPriceMinTickSize: 0.01,
      orderMinSize: 5,
      enableOrderBook: true,
      acceptingOrders: true,
    });
    expect(String(market['endDate']).startsWith(`${market['endDateIso']}T`)).toBe(true);
    expect(written.read(`/markets/${market['id']}`)).toEqual(market);
    const [untraded] = written.read('/markets', { slug: dry.slug }) as Row[];
    expect(untraded).toMatchObject({
      orderPriceMinTickSize: 0.001,
      orderMinSize: 2,
      volumeNum: 0,
      bestBid: 0,
      bestAsk: 1,
    });
    expect(written.read('/markets', { slug: north.slug })).toMatchObject([{ negRisk: true, feesEnabled: false }]);
  });

  it('loses the dollars of a trade that failed to settle', () => {
    const history = [...(WORLD.history ?? []).slice(0, 2), { settlement: { trade: 1, outcome: 'fail' as const } }];
    const failing = clobClient('polymarket', { ...WORLD, history: [...history, { wait: 3_600 }] });
    expect(failing.read(`/markets/slug/${rain.slug}`)).toMatchObject({
      volume: '0',
      volume24hr: 0,
      lastTradePrice: 0.6,
    });
  });

  it('is a trading market by its condition', () => {
    expect(written.read(`/markets/${rain.conditionId}`)).toMatchObject({
      condition_id: rain.conditionId,
      tokens: [{}, {}],
    });
    expect(written.refusal('/markets/rain')).toMatch(/^400 /);
    expect(written.refusal('/markets/999999999')).toBe('404 market "999999999" not found');
    expect(written.refusal(`/markets/0x${'1'.repeat(64)}`)).toMatch(/^404 /);
  });
});

describe('lists of markets', () => {
  it('are sorted by a field, in camel case or snake case', () => {
    const [most] = written.read('/markets', { order: 'volumeNum', limit: '1' }) as Row[];
    expect(most).toMatchObject({ conditionId: rain.conditionId });
    expect(marketIds({ order: 'volume_24hr' })).toEqual(marketIds({ order: 'volume24hr' }));
    expect(marketIds({ order: 'id', ascending: 'true' })).toEqual(marketIds({}).reverse());
    expect(written.refusal('/markets', { order: 'outcome' })).toMatch(/^400 order must/);
  });

  it('filter by token, condition, slug, id, amount and date', () => {
    const [own] = written.read('/markets', { slug: rain.slug }) as Row[];
    const id = String(own?.['id']);
    const both = `${rain.no},${rain.yes}`;
    const upper = `0x${rain.conditionId.slice(2).toUpperCase()}`;
    for (const query of [
      { id },
      { clob_token_ids: rain.no },
      { clob_token_ids: both },
      { condition_ids: upper },
      { event_id: rain.eventId },
      { volume_num_min: '8.05' },
      { liquidity_num_min: '1', liquidity_num_max: '18.15' },
    ]) {
      expect(marketIds(query as Query), JSON.stringify(query)).toEqual([id]);
    }
    for (const query of [
      { id: '1' },
      { volume_num_min: '8.06' },
      { end_date_max: '2000-01-01' },
      { end_date_min: 'soon' },
      { closed: 'true' },
    ]) {
      expect(marketIds(query as Query), JSON.stringify(query)).toEqual([]);
    }
    const repeated = written.simulator.handle({
      method: 'GET',
      path: '/markets',
      headers: {},
      query: `slug=${rain.slug}&slug=${dry.slug}`,
    });
    expect(ids(JSON.parse(repeated.body)).length).toBe(2);
    const [tagged] = small.read('/markets', { include_tag: 'true', limit: '1' }) as (Row & { tags: Row[] })[];
    const tag = tagged?.tags[0];
    expect(marketIds({ tag_id: String(tag?.['id']), limit: '500' }, small)).toContain(tagged?.['id']);
  });

  it('by cursor hold each open market once, and the last page has no cursor', () => {
    const open = marketIds({ limit: '500', closed: 'false', active: 'true', archived: 'false' }, small);
    expect(open.length).toBeGreaterThan(20);
    expect(ids(walk(small, '/markets/keyset', 'markets', { limit: '7' }))).toEqual(open);
    const byVolume = walk(small, '/markets/keyset', 'markets', { limit: '6', order: 'volume24hr', ascending: 'true' });
    const volumes = byVolume.map(({ volume24hr }) => Number(volume24hr));
    expect([byVolume.length, volumes]).toEqual([open.length, [...volumes].sort((a, b) => a - b)]);
    expect(walk(small, '/markets/keyset', 'markets', { closed: 'true' }).every(({ closed }) => closed)).toBe(true);
    expect(small.refusal('/markets/keyset', { after_cursor: 'MA==' })).toMatch(/^400 after_cursor must/);
  });

  it('with a cursor of the trading service hold all trading markets', () => {
    const first = small.read('/markets', { next_cursor: 'MA==' }) as Row;
    expect(first).toMatchObject({ next_cursor: 'LTE=', limit: 100, count: marketIds({ limit: '500' }, small).length });
    expect((first['data'] as Row[])[0]).toHaveProperty('minimum_tick_size');
    expect(small.refusal('/markets', { next_cursor: 'x' })).toMatch(/^400 next_cursor must/);
  });
});

describe('events, tags, series and comments', () => {
  it('events add up their markets and are listed by offset and by cursor', () => {
    const event = written.read(`/events/${rain.eventId}`) as Row;
    expect(event).toMatchObject({ volume: 8.05, volume24hr: 2.05, liquidity: 18.15, negRisk: false });
    expect(written.read(`/events/slug/${rain.eventSlug}`)).toEqual(event);
    expect(written.read('/events', { order: 'volume', limit: '1' })).toEqual([event]);
    expect(written.read('/events', { volume_min: '8.05' })).toEqual([event]);
    expect(written.refusal('/events/1')).toMatch(/^404 /);
    const all = ids(small.read('/events', { limit: '500', closed: 'false' }));
    expect(ids(walk(small, '/events/keyset', 'events', { limit: '3' }))).toEqual(all);
    expect(ids(small.read('/events', { limit: '2', offset: '1', closed: 'false' }))).toEqual(all.slice(1, 3));
  });

  it('tags and series are found by id and slug, and filter events', () => {
    const tags = small.read('/tags', { limit: '500' }) as Row[];
    expect(tags.length).toBeGreaterThan(3);
    expect(tags.map(({ id }) => Number(id))).toEqual(tags.map(({ id }) => Number(id)).sort((a, b) => a - b));
    const [, tag] = tags;
    expect(small.read(`/tags/${tag?.['id']}`)).toEqual(tag);
    expect(small.read(`/tags/slug/${tag?.['slug']}`)).toEqual(tag);
    expect(small.refusal('/tags/none')).toMatch(/^404 /);
    const [market] = small.read('/markets', { include_tag: 'true', limit: '1' }) as (Row & {
      tags: Row[];
      events: Row[];
    })[];
    expect(small.read(`/markets/${market?.['id']}/tags`, {}, undefined, FetchMarketTagsResponseSchema)).toEqual(
      market?.tags,
    );
    const eventTags = small.read(
      `/events/${market?.events[0]?.['id']}/tags`,
      {},
      undefined,
      FetchEventTagsResponseSchema,
    );
    expect(eventTags).toEqual(market?.tags);
    expect([small.refusal('/events/1/tags'), small.refusal('/markets/1/tags')].join()).toMatch(/^404 .*404 /);
    expect(small.refusal('/events/one/tags')).toMatch(/^400 /);
    for (const path of ['/events//tags', '/events/1/2/tags', '/events/1/tags/', '/events/1/tag']) {
      expect(small.refusal(path), path).toBe('404 no such route');
    }
    const tagged = small.read('/events', { tag_id: String(tag?.['id']), limit: '500' }) as Row[];
    expect(tagged.length).toBeGreaterThan(0);
    expect(tagged.every(({ tags: own }) => ids(own).includes(tag?.['id']))).toBe(true);
    const others = small.read('/events', { exclude_tag_id: String(tag?.['id']), limit: '500' }) as Row[];
    expect(tagged.length + others.length).toBe(ids(small.read('/events', { limit: '500' })).length);
    const [series] = small.read('/series') as Row[];
    expect(small.read(`/series/${series?.['id']}`)).toEqual(series);
    expect(ids(small.read('/events', { series_id: String(series?.['id']) })).sort()).toEqual(
      ids(series?.['events']).sort(),
    );
    expect((small.read('/series', { exclude_events: 'true' }) as Row[])[0]).not.toHaveProperty('events');
    expect(small.refusal('/series/none')).toMatch(/^404 /);
  });

  it('comments are those of an event, newest first, in the form of the client', () => {
    const all = small.read('/comments', { limit: '500' }) as Row[];
    const event = String(all[0]?.['parentEntityID']);
    const own = small.read('/comments', { parent_entity_type: 'Event', parent_entity_id: event }) as Row[];
    expect(own.length).toBeGreaterThan(0);
    expect(own.every(({ parentEntityID }) => String(parentEntityID) === event)).toBe(true);
    const moments = all.map(({ createdAt }) => String(createdAt));
    expect(moments).toEqual([...moments].sort().reverse());
    expect(small.read('/comments', { limit: '500', ascending: 'true' })).toEqual([...all].reverse());
    expect(small.read('/comments', { parent_entity_type: 'Series' })).toEqual([]);
    expect(JSON.stringify(all)).toMatch(/"commentID":\d+,"reactionType":"HEART"/);
    const root = all.find(({ replies }) => (replies as Row[]).length > 0);
    expect(small.read(`/comments/${root?.['id']}`)).toEqual(root?.['replies']);
  });

  it('the search finds events, and tags and profiles on request', () => {
    const found = small.read('/public-search', { q: 'REGATTA' }) as { events: Row[]; pagination: Row };
    expect(found.events.length).toBeGreaterThan(0);
    expect(JSON.stringify(found.events)).toContain('regatta');
    expect(found.pagination).toEqual({ hasMore: false, totalResults: found.events.length });
    const paged = { q: 'will', limit_per_type: '2' };
    const first = small.read('/public-search', paged) as { events: Row[]; pagination: Row };
    expect([first.events.length, first.pagination['hasMore']]).toEqual([2, true]);
    const second = small.read('/public-search', { ...paged, page: '2' }) as { events: Row[] };
    expect(ids(second.events).some((id) => ids(first.events).includes(id))).toBe(false);
    const people = { q: 'fenn 43', search_profiles: 'true', search_tags: 'true' };
    expect(small.read('/public-search', people)).toMatchObject({ profiles: [{ name: 'Tobias Fenn 43' }], tags: [] });
    const tags = small.read('/public-search', { q: 'poli', search_tags: 'true' }) as { tags: Row[] };
    expect(tags.tags).toMatchObject([{ slug: 'politics' }]);
  });

  it('profiles are found by address, and every wallet is deployed', () => {
    const { address } = small.simulator.named.wallets['alice'] ?? { address: '' };
    expect(small.read('/public-profile', { address })).toMatchObject({ proxyWallet: address });
    expect(small.refusal('/public-profile', { address: `0x${'1'.repeat(40)}` })).toBe('404 profile not found');
    const deployed = small.read('/deployed', { address, type: 'WALLET' }, undefined, RelayerDeployedResponseSchema);
    expect(deployed).toEqual({ deployed: true });
  });
});

it('routes that the profiles leave out are unknown', () => {
  for (const path of ['/sports', '/teams', '/oi', '/live-volume', '/rewards/markets/current', '/v1/leaderboard']) {
    expect(small.refusal(path), path).toBe('404 no such route');
  }
});

it.each(['polymarket', 'kuest'] as const)('%s: every response satisfies the schemas of the client', (profile) => {
  const client = clobClient(profile);
  const whole = { limit: '500' };
  const markets = client.read('/markets', whole, undefined, ListMarketsResponseSchema) as Row[];
  client.read('/markets/keyset', { ...whole, include_tag: 'true' }, undefined, ListMarketsKeysetResponseSchema);
  client.read('/events', whole, undefined, ListEventsResponseSchema);
  client.read('/events/keyset', { limit: '2' }, undefined, ListEventsKeysetResponseSchema);
  client.read('/tags', whole, undefined, ListTagsResponseSchema);
  client.read('/series', whole, undefined, ListSeriesResponseSchema);
  client.read('/comments', whole, undefined, ListCommentsResponseSchema);
  const search = { q: 'e', limit_per_type: '50', search_tags: 'true', search_profiles: 'true' };
  client.read('/public-search', search, undefined, PublicSearchResponseSchema);
  for (const { id, slug } of markets.slice(0, 5)) {
    client.read(`/markets/${id}`, {}, undefined, MarketSchema);
    client.read(`/markets/slug/${slug}`, { include_tag: 'true' }, undefined, MarketSchema);
  }
  const [event] = client.read('/events') as Row[];
  client.read(`/events/${event?.['id']}`, {}, undefined, EventSchema);
  const [tag] = client.read('/tags') as Row[];
  client.read(`/tags/${tag?.['id']}`, {}, undefined, TagSchema);
  const [series] = client.read('/series') as Row[];
  client.read(`/series/${series?.['id']}`, {}, undefined, SeriesSchema);
  const { address } = client.simulator.named.wallets['alice'] ?? { address: '' };
  client.read('/public-profile', { address }, undefined, PublicProfileSchema);
});

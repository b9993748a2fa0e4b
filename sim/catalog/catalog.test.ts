/** sim/catalog/catalog.test: the catalog routes over generated worlds, compared with schemas and plain scans. */
import { beforeAll, describe, expect, it } from 'vitest';
import type {
  CatalogEvent,
  CatalogMarket,
  CatalogMarketFull,
  EventCreator,
} from '../../spec/resources/catalog-market.ts';
import type { Comment } from '../../spec/resources/people.ts';
import type { SimplifiedMarket, TradingMarket, TradingSettings } from '../../spec/resources/trading-market.ts';
import { routeById } from '../../spec/routes.ts';
import { type ServedWorld, serveWorld } from '../fixtures/served-world.ts';
import { buildWorld } from '../world/build.ts';

const worlds = new Map<string, ServedWorld>();

beforeAll(() => {
  for (const world of ['small', 'medium']) worlds.set(world, serveWorld(buildWorld({ seed: '1', world })));
});

function of(name: string): ServedWorld {
  const served = worlds.get(name);
  if (served === undefined) throw new Error(`no world ${name}`);
  return served;
}

function allMarkets(served: ServedWorld, query: Readonly<Record<string, string>> = {}): CatalogMarket[] {
  const all: CatalogMarket[] = [];
  for (let offset = 0; ; offset += 100) {
    const page = served.read('markets', { ...query, limit: '100', offset: String(offset) }) as CatalogMarket[];
    all.push(...page);
    if (page.length < 100) return all;
  }
}

const idsOf = (markets: readonly { readonly id: string }[]): string[] => markets.map(({ id }) => id);

describe.each(['small', 'medium'])('every response in the %s world', (name) => {
  it('of the market routes satisfies its schema and agrees with the others', () => {
    const served = of(name);
    const listed = allMarkets(served);
    expect(listed).toHaveLength(served.world.markets.length);
    for (const market of listed) {
      const full = served.read('market-by-slug', {}, market.slug) as CatalogMarketFull;
      const trading = served.read('trading-market', {}, market.conditionId) as TradingMarket;
      const settings = served.read('trading-settings', {}, market.conditionId) as TradingSettings;
      expect({ ...full, events: market.events }).toEqual(market);
      const { active, closed, archived } = trading;
      expect({ active, closed, archived }).toEqual({
        active: market.active,
        closed: market.closed,
        archived: market.archived,
      });
      expect(String(trading.market_id)).toBe(market.id);
      expect(settings.c).toBe(market.conditionId);
      expect(settings.t.map((token) => token.t)).toEqual(JSON.parse(market.clobTokenIds));
      expect(trading.tokens.map((token) => token.token_id)).toEqual(JSON.parse(market.clobTokenIds));
      const prices = trading.tokens.reduce((sum, token) => sum + token.price, 0);
      expect(Math.abs(prices - 1)).toBeLessThanOrEqual(trading.minimum_tick_size);
    }
  });

  it('of the event routes satisfies its schema; an event lists the markets that name it', () => {
    const served = of(name);
    const listed = allMarkets(served);
    for (const { own } of served.world.events) {
      const event = served.read('event', {}, own.id) as CatalogEvent;
      expect(served.read('event-by-slug', {}, own.slug)).toEqual(event);
      const members = listed.filter((market) => market.events[0]?.id === own.id);
      expect(idsOf(event.markets).sort()).toEqual(idsOf(members).sort());
      for (const market of event.markets) expect(market).not.toHaveProperty('events');
      expect(event.closed).toBe(event.markets.every((market) => market.closed));
    }
  });

  it('of comments, profiles and creators satisfies its schema', () => {
    const served = of(name);
    const visit = (comment: Pick<Comment, 'id' | 'replyCount'>): void => {
      const replies = served.read('comment-replies', { limit: '100' }, comment.id) as Comment[];
      expect(replies).toHaveLength(comment.replyCount);
      expect(replies).toEqual(
        [...replies].sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0)),
      );
      for (const reply of replies) {
        expect(reply.parentCommentID).toBe(comment.id);
        expect(reply.reactionCount).toBe(reply.reactions.length);
        visit(reply);
      }
    };
    served.world.comments.forEach(visit);
    for (const { address, profile } of served.world.accounts) {
      const status = profile === undefined ? 404 : 200;
      expect(served.send('profile', {}, address).status).toBe(status);
      if (profile !== undefined) expect(served.read('profile', {}, address.toLowerCase())).toEqual(profile);
    }
    expect(served.read('event-creators', { limit: '100' })).toHaveLength(served.world.creators.length);
  });

  it('of the cursor lists satisfies its schema; together the pages hold each market once', () => {
    const served = of(name);
    for (const list of ['sampling-markets', 'sampling-simplified-markets', 'simplified-markets'] as const) {
      const seen: string[] = [];
      let cursor = 'MA==';
      while (cursor !== 'LTE=') {
        const page = served.read(list, { next_cursor: cursor }) as {
          data: (TradingMarket | SimplifiedMarket)[];
          next_cursor: string;
          limit: number;
          count: number;
        };
        expect(page.limit).toBe(100);
        expect(page.count).toBe(page.data.length);
        seen.push(...page.data.map((market) => market.condition_id));
        if (list !== 'simplified-markets') {
          for (const market of page.data) {
            expect(market).toMatchObject({ active: true, closed: false, accepting_orders: true });
            expect(market.rewards.rates.length).toBeGreaterThan(0);
          }
        }
        cursor = page.next_cursor;
      }
      expect(new Set(seen).size).toBe(seen.length);
      if (list === 'simplified-markets') expect(seen).toHaveLength(served.world.markets.length);
    }
  });
});

describe('4.11 filters', () => {
  it('creator keeps the markets on a site, by wallet in either case and by identifier', () => {
    const served = of('medium');
    const creator = served.world.markets[0]?.creator;
    const expected = served.world.markets.filter((market) => market.creator === creator).map((m) => m.catalog.id);
    const wallet = creator?.wallet ?? '';
    for (const value of [wallet, wallet.toLowerCase(), creator?.site ?? '']) {
      expect(idsOf(allMarkets(served, { creator: value })).sort()).toEqual([...expected].sort());
    }
    expect(allMarkets(served, { creator: 'nobody' })).toEqual([]);
  });
});

describe('4.11 order', () => {
  const COLUMNS = 'question slug createdAt updatedAt endDate closed active outcomes icon'.split(' ');
  it.each(COLUMNS as (keyof Omit<CatalogMarket, 'events'>)[])(
    'by %s is by code units, ties by id, and descending is the exact reverse',
    (order) => {
      const served = of('medium');
      const rising = allMarkets(served, { order, ascending: 'true' });
      for (const [index, market] of rising.entries()) {
        const before = rising[index - 1];
        if (before === undefined) continue;
        const inOrder =
          before[order] < market[order] || (before[order] === market[order] && Number(before.id) < Number(market.id));
        expect(inOrder, `${before.id} before ${market.id}`).toBe(true);
      }
      expect(idsOf(allMarkets(served, { order }))).toEqual(idsOf(rising).reverse());
    },
  );

  it.each(['events', 'nothing', '__proto__', 'constructor', 'toString'])(
    'by %s is a bad request that names the columns',
    (order) => {
      const response = of('small').send('markets', { order });
      expect(response.status).toBe(400);
      expect(JSON.parse(response.body)).toMatchObject({
        type: 'bad request',
        error: expect.stringContaining('order must be one of id, '),
      });
    },
  );
});

describe('4.20 creators', () => {
  const creators = (query: Readonly<Record<string, string>>) =>
    of('small').read('event-creators', query) as EventCreator[];

  it('are found by name, which repeats, and by handle, which does not', () => {
    const [first] = creators({ ascending: 'true' });
    expect(creators({ creator_name: first?.creatorName ?? '' }).length).toBeGreaterThan(1);
    expect(creators({ creator_handle: first?.creatorHandle ?? '' })).toEqual([first]);
    expect(creators({ creator_handle: first?.creatorHandle.toUpperCase() ?? '' })).toEqual([first]);
    expect(creators({ creator_handle: first?.creatorHandle.slice(1) ?? '' })).toEqual([]);
    expect(creators({ creator_name: 'nobody' })).toEqual([]);
  });
});

describe('the creator scope of single entities', () => {
  it('hides markets and events of other sites', () => {
    const served = of('small');
    const market = served.world.markets[0];
    const site = market?.creator?.site ?? '';
    const others = served.world.creators.find((creator) => creator.site !== site)?.site ?? '';
    const slug = market?.catalog.slug ?? '';
    const event = market?.event.own;
    for (const [creator, status] of [
      [site, 200],
      [others, 404],
      ['nobody', 404],
    ] as const) {
      expect(served.send('market-by-slug', { creator }, slug).status).toBe(status);
      expect(served.send('event', { creator }, event?.id).status).toBe(status);
      expect(served.send('event-by-slug', { creator }, event?.slug).status).toBe(status);
    }
  });
});

describe('an unknown or malformed entity', () => {
  const unknown = `0x${'0'.repeat(64)}`;
  it.each([
    ['market-by-slug', 'no such slug', 404, 'slug'],
    ['event-by-slug', '../etc', 404, 'slug'],
    ['event', '424242', 404, '424242'],
    ['event', '9007199254740993', 404, 'event'],
    ['event', '9'.repeat(30), 404, 'event'],
    ['event', 'twelve', 400, 'id'],
    ['event', '1.5', 400, 'id'],
    ['trading-market', unknown, 404, unknown],
    ['trading-market', '0x12', 400, 'condition_id'],
    ['trading-settings', unknown, 404, unknown],
    ['trading-settings', 'x', 400, 'condition_id'],
    ['comment-replies', '999999', 404, 'comment'],
    ['profile', `0x${'0'.repeat(40)}`, 404, 'profile'],
    ['profile', '0x12', 400, 'user_address'],
  ] as const)('%s %s has status %i and names it', (id, value, status, named) => {
    const response = of('small').send(id, {}, value);
    expect(response.status).toBe(status);
    const body = JSON.parse(response.body) as { type?: string; error: string };
    expect(body.error).toContain(named);
    const type = routeById(id).family === 'typed' ? (status === 404 ? 'not found error' : 'bad request') : undefined;
    expect(body.type).toBe(type);
  });

  it.each(['MQ', 'x', 'LTE=', 'MDA=', '%00', 'OTk5OTk5OTk5OTk5OTk5OTk5'])('a cursor %s is a bad request', (cursor) => {
    expect(of('small').send('simplified-markets', { next_cursor: cursor }).status).toBe(400);
  });

  it('a cursor beyond the end is an empty last page', () => {
    expect(of('small').read('simplified-markets', { next_cursor: btoa('500') })).toMatchObject({
      data: [],
      next_cursor: 'LTE=',
      count: 0,
    });
  });
});

describe('a market that closes and resolves', () => {
  it('changes its flags, its event and the lists at once', () => {
    const served = serveWorld(buildWorld({ seed: '1', world: 'small' }));
    const { world } = served;
    const market = world.markets.find((candidate) => candidate.event.markets.length === 1 && candidate.active);
    const { index, catalog } = market ?? { index: -1, catalog: { conditionId: '', slug: '', id: '' } };
    const read = () => ({
      listed: (served.read('markets', { slug: catalog.slug }) as CatalogMarket[])[0]?.closed,
      full: (served.read('market-by-slug', {}, catalog.slug) as CatalogMarketFull).events[0]?.closed,
      event: (served.read('event', {}, market?.event.own.id) as CatalogEvent).closed,
      trading: served.read('trading-market', {}, catalog.conditionId) as TradingMarket,
      open: allMarkets(served, { closed: 'false' }).length,
    });
    const before = read();
    expect(before).toMatchObject({
      listed: false,
      full: false,
      event: false,
      trading: { status: 'active', accepting_orders: true },
    });
    world.venue.step({ kind: 'close-market', market: index }, world.startMs);
    const after = read();
    expect(after).toMatchObject({
      listed: true,
      full: true,
      event: true,
      trading: { status: 'closed', accepting_orders: false },
    });
    expect(after.open).toBe(before.open - 1);
    expect(after.trading.tokens.some((token) => token.winner)).toBe(false);
    world.venue.step({ kind: 'resolve-market', market: index, payout: [0, 1_000_000] }, world.startMs);
    expect(read().trading).toMatchObject({
      status: 'resolved',
      tokens: [
        { winner: false, price: 0 },
        { winner: true, price: 1 },
      ],
    });
  });

  it('leaves the sampled lists during a pause', () => {
    const served = of('small');
    const { world } = served;
    const sampled = () =>
      (served.read('sampling-simplified-markets') as { data: { condition_id: string }[] }).data.map(
        (row) => row.condition_id,
      );
    const before = sampled();
    const market = world.markets.find(({ catalog }) => catalog.conditionId === before[0]);
    const index = market?.index ?? -1;
    world.venue.step({ kind: 'pause-market', market: index }, world.startMs);
    expect(sampled()).toEqual(before.slice(1));
    world.venue.step({ kind: 'resume-market', market: index }, world.startMs);
    expect(sampled()).toEqual(before);
  });

  it('moves in the order by its flag', () => {
    const served = serveWorld(buildWorld({ seed: '3', world: 'small' }));
    const { world } = served;
    const closedFirst = () => idsOf(served.read('markets', { order: 'closed', limit: '100' }) as CatalogMarket[]);
    const market = world.markets.findLast(({ index }) => world.venue.market(index)?.state === 'open');
    const id = market?.catalog.id ?? '';
    expect(closedFirst()[0]).not.toBe(id);
    world.venue.step({ kind: 'close-market', market: market?.index ?? -1 }, world.startMs);
    expect(closedFirst()[0]).toBe(id);
  });

  it('names no winner if each outcome is paid half', () => {
    const served = of('small');
    const half = served.world.markets.find(({ index }) => served.world.venue.market(index)?.payout?.[0] === 500_000);
    const trading = served.read('trading-market', {}, half?.catalog.conditionId) as TradingMarket;
    expect(trading.is_50_50_outcome).toBe(true);
    expect(trading.tokens.map((token) => token.winner)).toEqual([false, false]);
  });

  it('names no winner if the outcomes share a dollar', () => {
    const served = serveWorld(buildWorld({ seed: '4', world: 'small' }));
    const { venue, markets, startMs } = served.world;
    const market = markets.find(({ index, negRisk }) => venue.market(index)?.state === 'open' && !negRisk);
    const index = market?.index ?? -1;
    venue.step({ kind: 'close-market', market: index }, startMs);
    venue.step({ kind: 'resolve-market', market: index, payout: [300_000, 700_000] }, startMs);
    const { tokens } = served.read('trading-market', {}, market?.catalog.conditionId) as TradingMarket;
    expect(tokens).toMatchObject([
      { price: 0.3, winner: false },
      { price: 0.7, winner: false },
    ]);
  });
});

/** sim/world/generated/generated.test: the promised content of generated worlds in both sizes, repeatably. */
import { beforeAll, describe, expect, it } from 'vitest';
import { MICRO } from '../../../base/units.ts';
import type { ClosedPosition, Position } from '../../../spec/resources/wallet-data.ts';
import { type ServedWorld, serveWorld } from '../../fixtures/served-world.ts';
import { createViews, type Views } from '../../views/views.ts';
import { buildWorld } from '../build.ts';
import type { World, WorldMarket } from '../world.ts';

const SIZES = ['small', 'medium'] as const;
const OUTCOMES = [0, 1] as const;
type Subject = { readonly world: World; readonly views: Views; readonly served: ServedWorld };
const worlds = new Map<string, Subject>();

beforeAll(() => {
  for (const name of SIZES) {
    const world = buildWorld({ seed: '1', world: name });
    worlds.set(name, { world, views: createViews(world), served: serveWorld(world) });
  }
});

function of(name: string): Subject {
  const known = worlds.get(name);
  if (known === undefined) throw new Error(`no world ${name}`);
  return known;
}

const held = (world: World, wallet: number, market: number, outcome: 0 | 1): number => {
  const { free, reserved } = world.venue.tokens(wallet, market, outcome);
  return free + reserved;
};

function liveOrders(world: World, wallet: number) {
  return world.venue.log.flatMap((event) => {
    const order = event.kind === 'order-accepted' ? world.venue.order(event.order) : undefined;
    return order?.wallet === wallet && order.state === 'live' ? [order] : [];
  });
}

function writeMarketsOf(world: World): WorldMarket[] {
  return world.markets.filter((market) => world.writeMarkets.includes(market.catalog.conditionId));
}

describe('the same seed', () => {
  it.each(SIZES)('makes the same %s world, byte for byte', (name) => {
    const again = buildWorld({ seed: '1', world: name });
    const { world } = of(name);
    expect(again.venue.hash()).toBe(world.venue.hash());
    const plain = ({ venue: _e, events, markets, ...rest }: World) =>
      JSON.stringify([rest, events.map((event) => event.own), markets.map(({ event: _, ...own }) => own)]);
    expect(plain(again)).toBe(plain(world));
  });

  it('another seed makes another world', () => {
    const other = buildWorld({ seed: '2', world: 'small' });
    expect(other.venue.hash()).not.toBe(of('small').world.venue.hash());
    expect(other.markets[0]?.catalog.conditionId).not.toBe(of('small').world.markets[0]?.catalog.conditionId);
  });
});

describe('the medium world', () => {
  it('has the promised amounts of everything', () => {
    const { world } = of('medium');
    expect(world.events.length).toBeGreaterThanOrEqual(40);
    expect(world.markets.length).toBeGreaterThanOrEqual(320);
    expect(world.accounts.length).toBeGreaterThanOrEqual(60);
    expect(world.creators.length).toBeGreaterThanOrEqual(25);
    expect(world.venue.log.filter((event) => event.kind === 'trade').length).toBeGreaterThanOrEqual(20_000);
  });

  it('has a wallet with more than 500 positions over both outcomes and one with more than 50 closed ones', () => {
    const { world, views } = of('medium');
    const sizes = world.accounts.map(({ index }) => {
      const all = views.holdings.ofWallet(index).all;
      return {
        open: all.filter((holding) => holding.size >= MICRO),
        closed: all.filter((holding) => holding.size === 0),
      };
    });
    const richest = sizes.find(({ open }) => open.length > 500)?.open ?? [];
    expect(new Set(richest.map((holding) => holding.outcome))).toEqual(new Set([0, 1]));
    expect(sizes.some(({ closed }) => closed.length > 50)).toBe(true);
  });

  it('has a credentialed wallet with over 100 live orders of all sides, tokens and lifetimes, one partial', () => {
    const { world } = of('medium');
    const live = liveOrders(world, 3);
    expect(world.accounts[3]?.key).toBeDefined();
    expect(live.length).toBeGreaterThan(100);
    expect(new Set(live.map((order) => `${order.side} ${order.outcome}`)).size).toBe(4);
    expect(new Set(live.map((order) => order.type))).toEqual(new Set(['GTC', 'GTD']));
    expect(live.filter((order) => order.matched > 0)).toHaveLength(1);
  });

  it('fills each cursor list with at least three pages', () => {
    const { served } = of('medium');
    for (const list of ['sampling-markets', 'sampling-simplified-markets', 'simplified-markets'] as const) {
      const page = served.read(list, { next_cursor: btoa('200') }) as { data: unknown[] };
      expect(page.data.length, list).toBeGreaterThan(0);
    }
  });
});

describe.each(SIZES)('the %s world', (name) => {
  it('is at its start moment without overdue work', () => {
    const { world } = of(name);
    expect(world.venue.now).toBe(world.startMs);
    expect(world.venue.log.every((event) => event.at <= world.startMs)).toBe(true);
    expect(world.venue.log.some((event) => event.kind === 'heartbeat-kept')).toBe(false);
  });

  it('sets markets aside in which three credentialed wallets have cash and both tokens, and no orders', () => {
    const { world } = of(name);
    const markets = writeMarketsOf(world);
    expect(markets.length).toBeGreaterThanOrEqual(6);
    for (const wallet of [0, 1, 2]) {
      expect(world.accounts[wallet]?.key).toBeDefined();
      expect(world.venue.cash(wallet).free).toBeGreaterThan(100_000 * MICRO);
      expect(liveOrders(world, wallet)).toEqual([]);
      for (const { index } of markets) {
        expect(held(world, wallet, index, 0)).toBe(5_000 * MICRO);
        expect(held(world, wallet, index, 1)).toBe(5_000 * MICRO);
      }
    }
  });

  it('keeps a resting book of other wallets, and no past trades, in the markets set aside', () => {
    const { world } = of(name);
    for (const market of writeMarketsOf(world)) {
      for (const outcome of [0, 1] as const) {
        expect(world.venue.bids(market.index, outcome)).toHaveLength(5);
        expect(world.venue.asks(market.index, outcome)).toHaveLength(5);
      }
      expect(world.venue.market(market.index)).toMatchObject({ state: 'open', lastPrice: undefined });
    }
  });

  it('has a wallet with more positions than a default page', () => {
    const { world, served } = of(name);
    const user = world.accounts[4]?.address ?? '';
    expect(served.read('positions', { user, limit: '500' })).toSatisfy((rows: Position[]) => rows.length > 100);
  });

  it('has a market with more than 100 holders of at least one share', () => {
    const { world, views } = of(name);
    const holders = world.markets.map(({ index }) =>
      OUTCOMES.reduce<number>(
        (sum, outcome) => sum + views.holdings.ofToken(index, outcome).all.filter(({ size }) => size >= MICRO).length,
        0,
      ),
    );
    expect(Math.max(...holders)).toBeGreaterThan(100);
  });

  it('has markets in every state, drafts and archived ones among them', () => {
    const { world } = of(name);
    const states = new Set(world.markets.map(({ index }) => world.venue.market(index)?.state));
    expect(states).toEqual(new Set(['open', 'paused', 'closed', 'resolved']));
    const payouts = new Set(world.markets.map(({ index }) => world.venue.market(index)?.payout?.[0]));
    expect(payouts).toEqual(new Set([undefined, MICRO, 0, MICRO / 2]));
    expect(world.markets.some((market) => !market.active)).toBe(true);
    expect(world.markets.some((market) => market.archived)).toBe(true);
  });

  it('has exactly one winner in each neg-risk event that is over', () => {
    const { world } = of(name);
    const over = world.events
      .filter((event) => event.markets.every((market) => market.negRisk))
      .map((event) => event.markets.map(({ index }) => world.venue.market(index)?.payout?.[0]))
      .filter((payouts) => payouts.every((payout) => payout !== undefined));
    expect(over.length).toBeGreaterThan(0);
    for (const payouts of over) expect(payouts.filter((payout) => payout === MICRO)).toHaveLength(1);
  });

  it('has every tick, fees of each exponent, a delay, and books without a side or without anything', () => {
    const { world } = of(name);
    const { venue } = world;
    const terms = world.markets.flatMap(({ index }) => venue.market(index)?.terms ?? []);
    expect(new Set(terms.map(({ tick }) => tick))).toEqual(new Set([1_000, 100, 50, 25, 10, 1]));
    expect(new Set(terms.filter(({ fee }) => fee.rate > 0).map(({ fee }) => fee.exponent))).toEqual(new Set([0, 1, 2]));
    expect(terms.some(({ delayMs }) => delayMs > 0)).toBe(true);
    const shapes = world.markets
      .filter(({ index }) => venue.market(index)?.state === 'open')
      .map(({ index }) => {
        const sides = `${venue.bids(index, 0).length > 0} ${venue.asks(index, 0).length > 0}`;
        return `${sides} ${venue.market(index)?.lastPrice !== undefined}`;
      });
    for (const shape of ['true true true', 'false false false']) expect(shapes).toContain(shape);
    expect(shapes.some((shape) => shape.startsWith('true false'))).toBe(true);
    expect(shapes.some((shape) => shape.startsWith('false true'))).toBe(true);
  });

  it('has a history of partial fills, cancels, expiries, kills, splits, merges and redemptions', () => {
    const { world } = of(name);
    const kinds = new Set<string>(
      world.venue.log.map((event) => (event.kind === 'order-closed' ? event.reason : event.kind)),
    );
    for (const kind of ['split', 'merged', 'redeemed', 'matched', 'cancelled', 'killed']) expect(kinds).toContain(kind);
    if (name === 'medium') expect(kinds).toContain('expired');
    expect(world.venue.log.some((event) => event.kind === 'trade' && event.makers.length > 1)).toBe(true);
  });

  it('has closed positions with gain, loss and neither, redeemable and mergeable ones, and crumbs', () => {
    const { world, views, served } = of(name);
    const all = world.accounts.flatMap(({ index }) => views.holdings.ofWallet(index).all);
    const closed = all.filter(({ size }) => size === 0);
    expect(closed.some(({ realizedPnl }) => realizedPnl > 0)).toBe(true);
    expect(closed.some(({ realizedPnl }) => realizedPnl < 0)).toBe(true);
    expect(closed.filter(({ realizedPnl }) => realizedPnl === 0).length).toBeGreaterThan(1);
    expect(all.some(({ size }) => size > 0 && size < MICRO)).toBe(true);
    const collector = world.accounts[4]?.address ?? '';
    for (const filter of ['redeemable', 'mergeable']) {
      const rows = served.read('positions', { user: collector, [filter]: 'true' }) as unknown[];
      expect(rows.length, filter).toBeGreaterThan(0);
    }
  });

  const TIED = 'size initialValue currentValue cashPnl percentPnl endDate curPrice title avgPrice'.split(' ');
  it.each(TIED as (keyof Position)[])('ties positions of one wallet by %s', (field) => {
    const { world, served } = of(name);
    const rows = served.read('positions', { user: world.accounts[4]?.address ?? '' }) as Position[];
    expect(new Set(rows.map((row) => row[field])).size).toBeLessThan(rows.length);
  });

  it.each(['realizedPnl', 'title', 'curPrice', 'avgPrice', 'timestamp'] as const)(
    'ties closed positions of one wallet by %s',
    (field) => {
      const { world, served } = of(name);
      const query = { user: world.accounts[5]?.address ?? '', limit: '50' };
      const rows = served.read('closed-positions', query) as ClosedPosition[];
      expect(new Set(rows.map((row) => row[field])).size).toBeLessThan(rows.length);
    },
  );

  it('has wallets without a profile and wallets that never did anything', () => {
    const { world, views } = of(name);
    const active = (index: number): boolean => views.holdings.ofWallet(index).all.length > 0;
    const count = (test: (index: number, hasProfile: boolean) => boolean): number =>
      world.accounts.filter(({ index, profile }) => test(index, profile !== undefined)).length;
    expect(count((index, hasProfile) => active(index) && !hasProfile)).toBeGreaterThan(0);
    expect(count((index, hasProfile) => !active(index) && hasProfile)).toBeGreaterThan(0);
    expect(count((index, hasProfile) => !active(index) && !hasProfile)).toBeGreaterThan(0);
    expect(new Set(world.accounts.map(({ profile }) => profile?.users.length))).toEqual(new Set([0, 1, undefined]));
  });

  it('nests comments three deep, one thread with more direct replies than a page and one without any', () => {
    const { world } = of(name);
    const depth = (comments: World['comments']): number =>
      comments.length === 0 ? 0 : 1 + Math.max(...comments.map((comment) => depth(comment.replies)));
    expect(depth(world.comments)).toBeGreaterThanOrEqual(3);
    expect(world.comments[0]).toMatchObject({ id: '1' });
    expect(world.comments[0]?.replies.length).toBeGreaterThan(25);
    expect(world.comments.some((comment) => comment.replies.length === 0)).toBe(true);
  });

  it('has texts of many scripts, long ones, and equal titles in different events', () => {
    const { world } = of(name);
    const questions = world.markets.map((market) => market.catalog.question);
    const everything = JSON.stringify([questions, world.accounts.map(({ profile }) => profile), world.comments]);
    for (const pattern of [
      /\p{Script=Arabic}/u,
      /\p{Script=Hebrew}/u,
      /\p{Script=Han}/u,
      /\u0301/,
      /[\u{10000}-\u{10ffff}]/u,
    ]) {
      expect(everything).toMatch(pattern);
    }
    expect(questions.some((question) => question.length > 300)).toBe(true);
    expect(questions.some((question) => /[<"\n]/.test(question))).toBe(true);
    expect(new Set(questions).size).toBeLessThan(questions.length);
  });

  it('gives each identifier to one entity only', () => {
    const { world } = of(name);
    const lists = [
      world.markets.map((market) => market.catalog.id),
      world.markets.map((market) => market.catalog.slug),
      world.markets.map((market) => market.catalog.conditionId),
      world.markets.flatMap((market) => market.tokenIds),
      world.events.map((event) => event.own.id),
      world.events.map((event) => event.own.slug),
      world.creators.map((creator) => creator.own.id),
      world.creators.map((creator) => creator.site),
      world.accounts.map(({ address }) => address),
      world.creators.map(({ wallet }) => wallet),
      world.accounts.flatMap(({ key }) => key?.apiKey ?? []),
    ];
    for (const list of lists) expect(new Set(list).size).toBe(list.length);
  });
});

describe('any seed', () => {
  it('makes a small world', () => {
    for (let seed = 100; seed < 120; seed += 1) {
      const world = buildWorld({ seed: String(seed), world: 'small' });
      expect(world.venue.now, `seed ${seed}`).toBe(world.startMs);
      expect(
        liveOrders(world, 3).filter((order) => order.matched > 0),
        `seed ${seed}`,
      ).toHaveLength(1);
    }
  });
});

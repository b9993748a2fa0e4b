/** sim/routes/wallets tests: positions, activity and holders: rows, filters, sorts and pages (2.3, 4.7 to 4.10). */
import { describe, expect, it } from 'vitest';
import { MICRO } from '../../base/units.ts';
import { assertClaim } from '../../proof/venue/counterexamples/fixtures/claimed-runs.ts';
import { okBody } from '../../proof/venue/reads/calls.ts';
import { conditionId, tokenId } from '../../proof/venue/reads/plain-world.ts';
import type { ActivityEntry, ClosedPosition, HolderGroup, Position } from '../../spec/resources/wallet-data.ts';
import { createTradingService, perform, START_MS } from '../fixtures/trading-world.ts';
import type { Service } from '../service.ts';
import { builderTrades } from './own-lists.ts';
import { activity, closedPositions, holders, positions } from './wallets.ts';

type Query = Readonly<Record<string, string>>;
const user = (service: Service, wallet: number): string => service.world.accounts[wallet]?.address ?? '';
const current = (service: Service, query: Query): readonly Position[] =>
  okBody('positions', positions, service, { query }) as Position[];
const closed = (service: Service, query: Query): readonly ClosedPosition[] =>
  okBody('closed-positions', closedPositions, service, { query }) as ClosedPosition[];

describe('4.8 positions', () => {
  it('filters, sorts and pages are those of a plain scan', () => {
    expect(assertClaim('positionsScanned').get('rows')).toBeGreaterThan(10);
  });

  it('4.8/sizeThreshold.default leaves out less than one share and keeps exactly one', () => {
    const service = createTradingService();
    perform(service, { kind: 'split', wallet: 0, market: 0, size: MICRO });
    perform(service, { kind: 'split', wallet: 0, market: 1, size: MICRO - 1 });
    const rows = current(service, { user: user(service, 0) });
    expect(rows.map((row) => row.conditionId)).toEqual([conditionId(0), conditionId(0)]);
    expect(current(service, { user: user(service, 0), sizeThreshold: '0' })).toHaveLength(4);
  });

  it('4.8/sizeThreshold keeps a balance equal to it', () => {
    expect(assertClaim('thresholdExact').get('split')).toBe(100);
  });

  it('user is compared without case, an unknown wallet holds nothing', () => {
    const service = createTradingService();
    perform(service, { kind: 'split', wallet: 0, market: 0, size: MICRO });
    const rows = current(service, { user: user(service, 0) });
    expect(rows).toHaveLength(2);
    expect(current(service, { user: user(service, 0).toLowerCase() })).toEqual(rows);
    expect(current(service, { user: `0x${'9'.repeat(40)}` })).toEqual([]);
  });

  it('a split costs half a dollar a token, both are mergeable and none is redeemable', () => {
    const service = createTradingService();
    perform(service, { kind: 'split', wallet: 0, market: 1, size: 10 * MICRO });
    expect(current(service, { user: user(service, 0) })).toMatchObject([
      { outcomeIndex: 0, size: 10, avgPrice: 0.5, totalBought: 10, mergeable: true, redeemable: false },
      { outcomeIndex: 1, size: 10, avgPrice: 0.5, negativeRisk: true, oppositeAsset: `${conditionId(1)}:0` },
    ]);
  });

  it('a list sorted by price changes its order when others trade', () => {
    const service = createTradingService();
    const tradeAt = (market: number, price: number): void => {
      const order = { kind: 'place', market, side: 'BUY', type: 'GTC', size: 10 * MICRO, postOnly: false } as const;
      const salt = `${market} ${price}`;
      perform(service, { ...order, wallet: 1, key: 1, outcome: 0, price, salt });
      perform(service, { ...order, wallet: 2, key: 2, outcome: 1, price: 10_000 - price, salt });
    };
    for (const market of [0, 3]) perform(service, { kind: 'split', wallet: 0, market, size: 10 * MICRO });
    const dearest = () => current(service, { user: user(service, 0), sortBy: 'CURRENT' })[0];
    tradeAt(0, 7_000);
    expect(dearest()).toMatchObject({ conditionId: conditionId(0), curPrice: 0.7 });
    tradeAt(3, 8_000);
    expect(dearest()).toMatchObject({ conditionId: conditionId(3), curPrice: 0.8 });
    tradeAt(0, 9_000);
    expect(dearest()).toMatchObject({ conditionId: conditionId(0), curPrice: 0.9 });
  });

  it('a resolved market makes both tokens redeemable at the payout; redemption closes them', () => {
    const service = createTradingService();
    perform(service, { kind: 'split', wallet: 0, market: 0, size: 10 * MICRO });
    perform(service, { kind: 'resolve-market', market: 0, payout: [MICRO, 0] });
    expect(current(service, { user: user(service, 0), redeemable: 'true', sortBy: 'PRICE' })).toMatchObject([
      { outcomeIndex: 0, curPrice: 1, cashPnl: 5, percentPnl: 100 },
      { outcomeIndex: 1, curPrice: 0, cashPnl: -5, percentPnl: -100 },
    ]);
    perform(service, { kind: 'redeem', wallet: 0, market: 0 });
    expect(current(service, { user: user(service, 0), sizeThreshold: '0' })).toEqual([]);
    expect(closed(service, { user: user(service, 0) })).toMatchObject([
      { outcomeIndex: 0, size: 0, avgPrice: 0.5, realizedPnl: 5, percentRealizedPnl: 50 },
      { outcomeIndex: 1, size: 0, avgPrice: 0.5, realizedPnl: -5, percentRealizedPnl: -50 },
    ]);
  });
});

describe('4.7 closed positions', () => {
  it('filters, sorts and pages are those of a plain scan', () => {
    // Each run draws others: the two with the fewest rows of a thousand had five.
    expect(assertClaim('closedScanned').get('rows')).toBeGreaterThan(0);
  });

  it('a position that is opened again leaves the list and keeps its realized profit', () => {
    const service = createTradingService();
    const pair = { wallet: 0, market: 0, size: 5 * MICRO };
    perform(service, { kind: 'split', ...pair });
    perform(service, { kind: 'merge', ...pair });
    expect(closed(service, { user: user(service, 0) })).toHaveLength(2);
    perform(service, { kind: 'split', ...pair });
    expect(closed(service, { user: user(service, 0) })).toEqual([]);
    expect(current(service, { user: user(service, 0) })).toMatchObject([{ totalBought: 10 }, { totalBought: 10 }]);
  });
});

function feed(
  service: Service,
  wallet: number,
  query: Readonly<Record<string, string>> = {},
): readonly ActivityEntry[] {
  const user = service.world.accounts[wallet]?.address ?? '';
  return okBody('activity', activity, service, { query: { user, ...query } }) as ActivityEntry[];
}

function place(
  service: Service,
  wallet: number,
  outcome: 0 | 1,
  side: 'BUY' | 'SELL',
  price: number,
  shares = 10,
): void {
  const salt = String(service.world.venue.log.length);
  const order = { kind: 'place', type: 'GTC', market: 0, postOnly: false, salt } as const;
  perform(service, { ...order, wallet, key: wallet, outcome, side, price, size: shares * MICRO });
}

describe('4.9 activity', () => {
  it('a trade is in the feed of each party, in terms of the token that it trades', () => {
    const service = createTradingService();
    place(service, 0, 0, 'BUY', 4_000);
    place(service, 1, 1, 'BUY', 6_500);
    const [trade] = okBody('builder-trades', builderTrades, service) as { transaction_hash: string }[];
    const [maker] = feed(service, 0);
    const [taker] = feed(service, 1);
    expect(maker).toMatchObject({ type: 'TRADE', side: 'BUY', outcomeIndex: 0, size: 10, price: 0.4, usdcSize: 4 });
    expect(taker).toMatchObject({ type: 'TRADE', side: 'BUY', outcomeIndex: 1, size: 10, price: 0.6, usdcSize: 6 });
    expect([maker?.transactionHash, taker?.transactionHash]).toEqual([
      trade?.transaction_hash,
      trade?.transaction_hash,
    ]);
    expect(maker).toMatchObject({
      name: 'person 0',
      timestamp: START_MS / 1000,
      title: 'Will it rain?',
      eventSlug: 'rain',
    });
  });

  it('a taker has one entry for each price of its fills', () => {
    const service = createTradingService();
    perform(service, { kind: 'split', wallet: 1, market: 0, size: 30 * MICRO });
    for (const price of [5_000, 5_000, 5_500]) place(service, 1, 0, 'SELL', price);
    place(service, 0, 0, 'BUY', 6_000, 30);
    expect(feed(service, 0).map(({ size, price, usdcSize }) => [size, price, usdcSize])).toEqual([
      [10, 0.55, 5.5],
      [20, 0.5, 10],
    ]);
  });

  it('splits and merges are entries of both tokens, redemptions of each token held', () => {
    const service = createTradingService();
    perform(service, { kind: 'split', wallet: 0, market: 0, size: 10 * MICRO });
    perform(service, { kind: 'merge', wallet: 0, market: 0, size: 4 * MICRO });
    perform(service, { kind: 'resolve-market', market: 0, payout: [MICRO, 0] });
    perform(service, { kind: 'redeem', wallet: 0, market: 0 });
    const entries = feed(service, 0).toReversed();
    expect(entries.map(({ type, side, outcomeIndex, size, price }) => [type, side, outcomeIndex, size, price])).toEqual(
      [
        ['SPLIT', 'BUY', 0, 10, 0.5],
        ['SPLIT', 'BUY', 1, 10, 0.5],
        ['MERGE', 'SELL', 0, 4, 0.5],
        ['MERGE', 'SELL', 1, 4, 0.5],
        ['REDEEM', 'SELL', 0, 6, 1],
        ['REDEEM', 'SELL', 1, 6, 0],
      ],
    );
    expect(new Set(entries.map((entry) => entry.transactionHash)).size).toBe(3);
  });

  it('pages are slices of the whole feed, a hundred entries by default', () => {
    const service = createTradingService();
    for (let count = 0; count < 120; count += 1) {
      service.world.venue.advanceTo(START_MS + count * 1_000);
      perform(service, { kind: 'split', wallet: 0, market: count % 4, size: MICRO });
    }
    const all = feed(service, 0, { limit: '500' });
    expect(all).toHaveLength(240);
    expect(feed(service, 0)).toEqual(all.slice(0, 100));
    expect(feed(service, 0, { limit: '7', offset: '236' })).toEqual(all.slice(236));
    expect(feed(service, 0, { limit: '0' })).toEqual([]);
    expect(feed(service, 0, { offset: '240' })).toEqual([]);
  });

  it('an unknown wallet has an empty feed', () => {
    expect(feed(createTradingService(), 0, { user: `0x${'9'.repeat(40)}` })).toEqual([]);
  });
});

function groups(service: Service, query: Readonly<Record<string, string>>): readonly HolderGroup[] {
  return okBody('holders', holders, service, { query }) as HolderGroup[];
}

describe('4.10 holders', () => {
  it('are the largest balances of the venue', () => {
    expect(assertClaim('holdersRanked').get('rows')).toBeGreaterThan(3);
  });

  it('unknown markets have no groups, repeated ones are listed once', () => {
    const service = createTradingService();
    const market = [conditionId(2), `0x${'f'.repeat(64)}`, conditionId(0), conditionId(2)].join(',');
    const tokens = groups(service, { market }).map((group) => group.token);
    expect(tokens).toEqual([tokenId(2, 0), tokenId(2, 1), tokenId(0, 0), tokenId(0, 1)]);
  });

  it('a holder carries its profile, and empty names without one', () => {
    const service = createTradingService();
    perform(service, { kind: 'split', wallet: 0, market: 0, size: 2 * MICRO });
    perform(service, { kind: 'split', wallet: 4, market: 0, size: MICRO });
    expect(groups(service, { market: conditionId(0) })[1]?.holders).toMatchObject([
      { name: 'person 0', bio: 'a "quoted" bio', displayUsernamePublic: true, asset: `${conditionId(0)}:1`, amount: 2 },
      { name: '', pseudonym: '', displayUsernamePublic: false, outcomeIndex: 1, amount: 1 },
    ]);
  });
});

/** sim/routes/activity tests: entries and pages of interface 2.3, 4.9. */
import { describe, expect, it } from 'vitest';
import { MICRO } from '../../base/units.ts';
import { okBody } from '../../proof/venue/reads/calls.ts';
import type { ActivityEntry } from '../../spec/resources/wallet-data.ts';
import { createTradingService, perform, START_MS } from '../fixtures/trading-world.ts';
import type { Service } from '../service.ts';
import { builderTrades } from './own-lists.ts';
import { activity } from './wallets.ts';

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

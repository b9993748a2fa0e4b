/** sim/routes/positions tests: filters, sorts and pages against plain scans of the unfiltered list (4.7, 4.8). */
import { describe, expect, it } from 'vitest';
import { MICRO } from '../../base/units.ts';
import { assertClaim } from '../../proof/venue/counterexamples/fixtures/claimed-runs.ts';
import { okBody } from '../../proof/venue/reads/calls.ts';
import { conditionId } from '../../proof/venue/reads/plain-world.ts';
import type { ClosedPosition, Position } from '../../spec/resources/wallet-data.ts';
import { createTradingService, perform } from '../fixtures/trading-world.ts';
import type { Service } from '../service.ts';
import { closedPositions, positions } from './wallets.ts';

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

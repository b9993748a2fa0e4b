/** sim/views tests: folds that follow the log equal folds made anew, the exchange's own balances and the plain model. */
import { test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { ActivityEntry } from '../../spec/resources/activity.ts';
import type { BuilderTrade } from '../../spec/resources/builder-trade.ts';
import type { HolderGroup } from '../../spec/resources/holder.ts';
import type { Position } from '../../spec/resources/position.ts';
import { okBody } from '../fixtures/calls.ts';
import { conditionId, createTradingService } from '../fixtures/trading-world.ts';
import { endow, run, traffic } from '../fixtures/traffic.ts';
import { deedsOf, holdersOf, positionsOf, settlementOf } from '../fixtures/wallet-model.ts';
import { activity } from '../routes/activity.ts';
import { builderTrades } from '../routes/builder-trades.ts';
import { closedPositions } from '../routes/closed-positions.ts';
import { holders } from '../routes/holders.ts';
import { liveOrders } from '../routes/live-orders.ts';
import { positions } from '../routes/positions.ts';
import type { Service } from '../service.ts';
import { createViews } from './views.ts';

const RUNS = { numRuns: 25 };
const WALLETS = [0, 1, 2, 3, 4];

function userOf(service: Service, wallet: number): string {
  return service.world.accounts[wallet]?.address ?? '';
}

function currentOf(service: Service, wallet: number): readonly Position[] {
  const query = { user: userOf(service, wallet), sizeThreshold: '0', limit: '500' };
  return okBody('positions', positions, service, { query }) as Position[];
}

function closedOf(service: Service, wallet: number): readonly Position[] {
  const query = { user: userOf(service, wallet), limit: '50' };
  return okBody('closed-positions', closedPositions, service, { query }) as Position[];
}

function feedOf(service: Service, wallet: number): readonly ActivityEntry[] {
  return okBody('activity', activity, service, {
    query: { user: userOf(service, wallet), limit: '500' },
  }) as ActivityEntry[];
}

/** All that can be read of the folds. */
function everything(service: Service): unknown {
  const market = [0, 1, 2, 3].map(conditionId).join(',');
  return {
    wallets: WALLETS.map((wallet) => [currentOf(service, wallet), closedOf(service, wallet), feedOf(service, wallet)]),
    holders: okBody('holders', holders, service, { query: { market, minBalance: '0' } }),
    trades: okBody('builder-trades', builderTrades, service),
    live: [0, 1, 2].map((caller) => okBody('live-orders', liveOrders, service, { caller })),
  };
}

describe('folds over the event log', () => {
  test.prop([traffic], RUNS)('that follow the log equal folds made anew over the whole of it', (steps) => {
    const service = createTradingService();
    endow(service);
    for (const [index, step] of steps.entries()) {
      run(service, step);
      if (index % 7 === 0) everything(service);
    }
    expect(everything(service)).toEqual(everything({ ...service, views: createViews(service.world) }));
  });

  test.prop([traffic], RUNS)('hold the balances of the exchange', (steps) => {
    const service = createTradingService();
    endow(service);
    for (const step of steps) run(service, step);
    for (const wallet of WALLETS) {
      const sizes = new Map(currentOf(service, wallet).map((row) => [row.asset, row.size]));
      for (const market of [0, 1, 2, 3]) {
        for (const outcome of [0, 1] as const) {
          const { free, reserved } = service.world.exchange.tokens(wallet, market, outcome);
          expect(sizes.get(`${conditionId(market)}:${outcome}`) ?? 0).toBe((free + reserved) / 1e6);
        }
      }
    }
  });

  test.prop([traffic], RUNS)('hold the positions of the plain model', (steps) => {
    const service = createTradingService();
    endow(service);
    for (const step of steps) run(service, step);
    for (const wallet of WALLETS) {
      const model = positionsOf(service.world.exchange.log, wallet).map((position) => ({
        ...position,
        asset: `${conditionId(position.market)}:${position.outcome}`,
      }));
      const rows = [...currentOf(service, wallet), ...closedOf(service, wallet)];
      expect(new Set(rows.map((row) => row.asset))).toEqual(new Set(model.map((row) => row.asset)));
      for (const expected of model) {
        const row = rows.find((one) => one.asset === expected.asset);
        expect(row?.timestamp).toBe(Math.floor(expected.at / 1000));
        for (const name of ['size', 'avgPrice', 'totalBought', 'realizedPnl'] as const) {
          expect(row?.[name], `${name} of ${expected.asset}`).toBeCloseTo(expected[name], 5);
        }
      }
    }
  });

  test.prop([traffic], RUNS)('hold the deeds of the plain model, newest first', (steps) => {
    const service = createTradingService();
    endow(service);
    for (const step of steps) run(service, step);
    for (const wallet of WALLETS) {
      const feed = feedOf(service, wallet);
      const seconds = feed.map((entry) => entry.timestamp);
      expect(seconds).toEqual([...seconds].sort((a, b) => b - a));
      const model = deedsOf(service.world.exchange.log, wallet);
      for (const type of ['TRADE', 'SPLIT', 'MERGE', 'REDEEM', 'CONVERSION']) {
        const entries = feed.filter((entry) => entry.type === type);
        const deeds = model.filter((deed) => deed.type === type);
        const total = (items: readonly { readonly size: number }[]) => items.reduce((sum, item) => sum + item.size, 0);
        expect(total(entries)).toBeCloseTo(total(deeds), 6);
        const paid = entries.reduce((sum, entry) => sum + entry.usdcSize, 0);
        expect(paid).toBeCloseTo(
          deeds.reduce((sum, deed) => sum + deed.cash, 0),
          5,
        );
      }
      for (const entry of feed) expect(entry.usdcSize).toBeCloseTo(entry.size * entry.price, 5);
    }
  });

  test.prop([traffic], RUNS)('hold the holders and the settlement of the plain model', (steps) => {
    const service = createTradingService();
    endow(service);
    for (const step of steps) run(service, step);
    const { log } = service.world.exchange;
    for (const market of [0, 1, 2, 3]) {
      const query = { market: conditionId(market), minBalance: '0' };
      const groups = okBody('holders', holders, service, { query }) as HolderGroup[];
      for (const outcome of [0, 1] as const) {
        const amounts = groups[outcome]?.holders.map((holder) => [holder.proxyWallet, holder.amount] as const) ?? [];
        const model = holdersOf(log, market, outcome);
        expect(amounts).toHaveLength(model.size);
        for (const [wallet, size] of model) {
          expect(new Map(amounts).get(userOf(service, wallet))).toBeCloseTo(size, 6);
        }
      }
    }
    const trades = okBody('builder-trades', builderTrades, service) as BuilderTrade[];
    const stages = settlementOf(log).map(({ status, at }) => ({ status, last_update: new Date(at).toISOString() }));
    expect(trades.map(({ status, last_update }) => ({ status, last_update }))).toEqual(stages.slice(-100).reverse());
  });

  test.prop([traffic], RUNS)('value positions by the formulas of the decisions', (steps) => {
    const service = createTradingService();
    endow(service);
    for (const step of steps) run(service, step);
    for (const wallet of WALLETS) {
      for (const row of [...currentOf(service, wallet), ...closedOf(service, wallet)]) {
        expect(row.initialValue).toBeCloseTo(row.size * row.avgPrice, 5);
        expect(row.currentValue).toBeCloseTo(row.size * row.curPrice, 5);
        expect(row.cashPnl).toBeCloseTo(row.currentValue - row.initialValue, 5);
        expect(row.percentPnl).toBeCloseTo(row.initialValue === 0 ? 0 : (100 * row.cashPnl) / row.initialValue, 5);
        expect(row.percentRealizedPnl).toBeCloseTo((100 * row.realizedPnl) / row.totalBought, 5);
      }
    }
  });
});

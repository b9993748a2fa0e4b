/** sim/routes/own-lists tests: rows, filters and pages of live orders and builder trades (2.15, 2.16, 4.5, 4.6). */
import { describe, expect, it } from 'vitest';
import { invariant } from '../../base/result.ts';
import { MICRO } from '../../base/units.ts';
import { assertClaim } from '../../proof/venue/counterexamples/fixtures/claimed-runs.ts';
import { okBody, responseOf } from '../../proof/venue/reads/calls.ts';
import { conditionId, tokenId } from '../../proof/venue/reads/plain-world.ts';
import { decodeCursor } from '../../spec/cursor.ts';
import { BuilderTrade, type LiveOrder } from '../../spec/resources/order.ts';
import { get } from '../../wire/message.ts';
import { type OrderFields, orderBody } from '../fixtures/order-bodies.ts';
import { createTradingService, perform, START_MS } from '../fixtures/trading-world.ts';
import type { Service } from '../service.ts';
import { createSimulator } from '../simulator.ts';
import type { WorldDescription } from '../world/written/description.ts';
import { placeOrder } from './orders.ts';
import { builderTrades, liveOrders } from './own-lists.ts';

type List = {
  readonly data: readonly LiveOrder[];
  readonly next_cursor: string;
  readonly limit: number;
  readonly count: number;
};

function place(service: Service, fields: OrderFields = {}): string {
  const parts = { body: orderBody(fields), caller: fields.wallet ?? 0 };
  return (okBody('place-order', placeOrder, service, parts) as { orderID: string }).orderID;
}

function list(service: Service, query: Readonly<Record<string, string>> = {}, caller = 0): List {
  return okBody('live-orders', liveOrders, service, { query, caller }) as List;
}

describe('4.5 live orders', () => {
  it('lists an order with all its fields', () => {
    const service = createTradingService();
    const id = place(service, { price: 4_200, outcome: 1 });
    expect(list(service)).toEqual({
      data: [
        {
          associateTrades: [],
          id,
          status: 'LIVE',
          market: conditionId(0),
          originalSize: '10',
          outcome: 'No',
          makerAddress: service.world.accounts[0]?.address,
          owner: service.world.accounts[0]?.key?.apiKey,
          price: '0.42',
          sizeMatched: '0',
          assetId: tokenId(0, 1),
          side: 'BUY',
          type: 'GTC',
          createdAt: new Date(START_MS).toISOString(),
        },
      ],
      next_cursor: '',
      limit: 100,
      count: 1,
    });
  });

  it('a partly filled order names its trades; a filled, killed or cancelled one is gone', () => {
    const service = createTradingService();
    perform(service, { kind: 'split', wallet: 1, market: 0, size: 100 * MICRO });
    place(service);
    place(service, { wallet: 1, side: 'SELL', size: 4 * MICRO });
    const [order] = list(service).data;
    const [trade] = okBody('builder-trades', builderTrades, service) as { id: string }[];
    expect(order).toMatchObject({ sizeMatched: '4', associateTrades: [trade?.id] });
    expect(list(service, {}, 1).count).toBe(0);
    place(service, { wallet: 1, side: 'SELL', size: 6 * MICRO });
    expect(list(service).count).toBe(0);
  });

  it('shows only the orders of the caller', () => {
    const service = createTradingService();
    place(service, { wallet: 1 });
    expect(list(service).data).toEqual([]);
    expect(list(service, {}, 1).count).toBe(1);
  });

  it('filters by id, market and token, and by all of them', () => {
    const service = createTradingService();
    const [first = '', second, third] = [
      place(service),
      place(service, { outcome: 1, price: 4_000 }),
      place(service, { market: 1 }),
    ];
    const ids = (query: Readonly<Record<string, string>>) => list(service, query).data.map((order) => order.id);
    expect(ids({})).toEqual([first, second, third]);
    expect(ids({ id: first })).toEqual([first]);
    expect(ids({ market: conditionId(0) })).toEqual([first, second]);
    expect(ids({ asset_id: tokenId(0, 1) })).toEqual([second]);
    expect(ids({ asset_id: tokenId(0, 1), market: conditionId(1) })).toEqual([]);
    expect(ids({ id: 'unknown' })).toEqual([]);
  });

  it('has pages of a hundred, oldest first, and ends with an empty cursor', () => {
    const service = createTradingService();
    const placed = Array.from({ length: 130 }, () => place(service, { size: MICRO, price: 100 }));
    const first = list(service);
    const second = list(service, { next_cursor: first.next_cursor });
    expect([first.count, second.count, second.next_cursor]).toEqual([100, 30, '']);
    expect([...first.data, ...second.data].map((order) => order.id)).toEqual(placed);
    expect(list(service, { next_cursor: 'MA==' })).toEqual(first);
    const response = responseOf('live-orders', liveOrders, service, { query: { next_cursor: 'zz' }, caller: 0 });
    expect(response).toMatchObject({ kind: 'error', condition: 'bad-request' });
  });
});

type Query = Readonly<Record<string, string>>;
type Page = { readonly rows: readonly BuilderTrade[]; readonly next: string };

function page(service: Service, query: Query = {}): Page {
  const response = responseOf('builder-trades', builderTrades, service, { query });
  invariant(response.kind === 'ok', 'the query is fine');
  return {
    rows: BuilderTrade.array().parse(JSON.parse(response.json)),
    next: response.headers?.['x-next-cursor'] ?? '',
  };
}

/** Wallet 1 sells ten shares at each price, then wallet 0 buys `shares` in one order. */
function trade(service: Service, prices: readonly number[], shares: number): void {
  const common = { kind: 'place', market: 0, outcome: 0, type: 'GTC', postOnly: false } as const;
  const salt = String(service.world.venue.log.length);
  perform(service, { kind: 'split', wallet: 1, market: 0, size: 10 * prices.length * MICRO });
  for (const price of prices) {
    perform(service, { ...common, wallet: 1, key: 1, side: 'SELL', price, size: 10 * MICRO, salt: salt + price });
  }
  perform(service, { ...common, wallet: 0, key: 0, side: 'BUY', price: 9_000, size: shares * MICRO, salt });
}

describe('2.16 a trade', () => {
  it('is seen from its taker and lists the makers it traded with', () => {
    const service = createTradingService();
    trade(service, [5_000, 6_000], 15);
    const [row] = page(service).rows;
    expect(row).toMatchObject({
      market: conditionId(0),
      asset_id: tokenId(0, 0),
      side: 'BUY',
      size: '15',
      price: '0.533333',
      status: 'MATCHED',
      outcome: 'Yes',
      maker_address: service.world.accounts[0]?.address,
      match_time: new Date(START_MS).toISOString(),
      bucket_index: 0,
      type: 'TAKER',
      maker_orders: [
        { price: '0.5', matched_amount: '10', side: 'SELL', maker_address: service.world.accounts[1]?.address },
        { price: '0.6', matched_amount: '5', asset_id: tokenId(0, 0), outcome: 'Yes' },
      ],
    });
  });

  it('at several prices has their mean by size, not that of the rounded dollars', () => {
    const sale = (price: number) => ({ order: { wallet: 'ada', market: 'rain', side: 'SELL', price, size: 0.000001 } });
    const buy = { order: { wallet: 'ben', market: 'rain', side: 'BUY', price: 0.02, size: 0.000002 } };
    const simulator = createSimulator({
      world: {
        markets: { rain: { minSize: 0 } },
        wallets: { ada: { tokens: { rain: 1 } }, ben: { cash: 1 } },
        history: [sale(0.01), sale(0.02), buy] as NonNullable<WorldDescription['history']>,
      },
    });
    expect(JSON.parse(simulator.handle(get('/builder/trades')).body)).toMatchObject([{ price: '0.015' }]);
  });

  it('never shows an API key', () => {
    const service = createTradingService();
    trade(service, [5_000], 10);
    const text = JSON.stringify(page(service).rows);
    for (const { key } of service.world.accounts) {
      if (key !== undefined) expect(text).not.toContain(key.apiKey);
    }
  });

  it('settles as time passes: MATCHED, MINED, CONFIRMED', () => {
    const service = createTradingService();
    trade(service, [5_000], 10);
    const seen: (string | undefined)[] = [];
    for (let second = 0; second < 30; second += 1) {
      service.world.venue.advanceTo(START_MS + second * 1_000);
      const [row] = page(service).rows;
      if (row?.status !== seen.at(-1)) {
        seen.push(row?.status);
        expect(Date.parse(row?.last_update ?? '')).toBe(service.world.venue.now);
      }
    }
    expect(seen).toEqual(['MATCHED', 'MINED', 'CONFIRMED']);
  });
});

describe('4.6 pages', () => {
  it('of a hundred, newest first, each trade once; LTE= in the header of the last', () => {
    const service = createTradingService();
    for (let count = 0; count < 200; count += 1) {
      service.world.venue.advanceTo(START_MS + count * 10);
      trade(service, [5_000], 10);
    }
    const first = page(service);
    expect(first.rows).toHaveLength(100);
    expect(decodeCursor(first.next)).toBe(100);
    const second = page(service, { next_cursor: first.next });
    expect(second.next).toBe('LTE=');
    const times = [...first.rows, ...second.rows].map((row) => row.match_time);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set([...first.rows, ...second.rows].map((row) => row.id)).size).toBe(200);
    expect(page(service, { next_cursor: 'MA==' })).toEqual(first);
    expect(page(service, { next_cursor: btoa('5000') })).toEqual({ rows: [], next: 'LTE=' });
  });

  it.each(['x', 'MA', btoa('-1'), btoa('1.5'), btoa('abc'), '%%%%'])('cursor %j is refused', (cursor) => {
    const response = responseOf('builder-trades', builderTrades, createTradingService(), {
      query: { next_cursor: cursor },
    });
    expect(response).toMatchObject({ kind: 'error', condition: 'bad-request' });
  });
});

const SECONDS = START_MS / 1000;
describe('4.6 filters', () => {
  it('are those of a plain scan', () => {
    expect(assertClaim('tradesFiltered').get('rows')).toBeGreaterThan(20);
  });

  it('id finds one trade, an unknown id none', () => {
    const service = createTradingService();
    trade(service, [5_000], 10);
    trade(service, [5_000], 10);
    const { rows } = page(service);
    expect(page(service, { id: rows[1]?.id ?? '' }).rows).toEqual([rows[1]]);
    expect(page(service, { id: 'unknown' }).rows).toEqual([]);
  });

  it('before and after are strict to the millisecond', () => {
    const service = createTradingService();
    trade(service, [5_000], 10);
    expect(page(service, { before: String(SECONDS) }).rows).toHaveLength(0);
    expect(page(service, { before: String(SECONDS + 1) }).rows).toHaveLength(1);
    expect(page(service, { after: String(SECONDS) }).rows).toHaveLength(0);
    expect(page(service, { after: String(SECONDS - 1) }).rows).toHaveLength(1);
  });
});

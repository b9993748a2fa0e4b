/** sim/routes/own-lists tests: which orders are listed, filters and pages (2.15, 4.5). */
import { describe, expect, it } from 'vitest';
import { MICRO } from '../../base/units.ts';
import { okBody, responseOf } from '../../proof/venue/reads/calls.ts';
import { conditionId, tokenId } from '../../proof/venue/reads/plain-world.ts';
import type { LiveOrder } from '../../spec/resources/order.ts';
import { type OrderFields, orderBody } from '../fixtures/order-bodies.ts';
import { createTradingService, perform, START_MS } from '../fixtures/trading-world.ts';
import type { Service } from '../service.ts';
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

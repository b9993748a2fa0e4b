/** sim/clob/trading tests: signed orders, refusals in the words of clients, cancellations, own lists. */
import {
  CancelOrdersResponseSchema,
  ClobTradesPageSchema,
  OpenOrderSchema,
  OpenOrdersPageSchema,
  OrderResponseSchema,
  OrderResponsesSchema,
} from '@polymarket/bindings/clob';
import { beforeEach, describe, expect, it } from 'vitest';
import { WALLETS } from '../../../spec/clob/fixtures/vectors.ts';
import { CLOB_CONTRACTS, type ExchangeDomain, type SignatureType } from '../../../spec/clob/order.ts';
import { CLOB_ROUTES } from '../../../spec/clob/routes.ts';
import { get } from '../../../wire/message.ts';
import { type Bot, createBot } from '../../fixtures/bot.ts';
import { createSimulator, type Simulator } from '../../simulator.ts';
import type { WorldDescription } from '../../world/written/description.ts';

const WORLD: WorldDescription = {
  markets: { rain: {}, north: { group: 'cup' }, south: { group: 'cup' } },
  wallets: { ada: {} },
};
const NO_ORDER = `0x${'0'.repeat(64)}`;
const DECOY = '0x0000000000000000000000000000000000000001';
const NEGATIVE_RISK = CLOB_CONTRACTS.polymarket.negativeRisk[0] as ExchangeDomain;

let simulator: Simulator;
let bot: Bot;
let rain: string;
let north: string;
beforeEach(() => {
  simulator = createSimulator({
    profile: 'polymarket',
    world: WORLD,
    limits: 'off',
    fund: { dollars: 1_000, shares: 100 },
  });
  rain = simulator.named.markets['rain']?.yes ?? '';
  north = simulator.named.markets['north']?.yes ?? '';
  bot = createBot(simulator);
  bot.create();
});

const okOf = (path: string, method: string) =>
  CLOB_ROUTES.find((row) => row.path === path && row.method === method)?.ok;
const placed = (draft: Parameters<Bot['place']>[0]) => {
  const { status, body } = bot.place(draft);
  return { status, ...JSON.parse(body) } as { status: string; orderID: string; error?: string; makingAmount: string };
};

describe('an order', () => {
  it.each<[SignatureType, keyof typeof WALLETS | undefined]>([
    [0, undefined],
    [1, 'proxy'],
    [2, 'safe'],
    [3, 'deposit'],
    [3, 'legacyDeposit'],
  ])('of signature type %s for the wallet %s has the signed hash as its id, and is listed', (signatureType, name) => {
    const maker = name === undefined ? bot.address : WALLETS[name];
    const signer = signatureType === 3 ? maker : bot.address;
    const { json, id } = bot.body({ tokenId: rain, cents: 40, shares: 5, signatureType, maker, signer });
    const response = bot.post('/order', json);
    expect(okOf('/order', 'POST')?.safeParse(JSON.parse(response.body)).error).toBeUndefined();
    expect(OrderResponseSchema.parse(JSON.parse(response.body))).toBeDefined();
    expect(JSON.parse(response.body)).toMatchObject({ success: true, orderID: id, status: 'live', tradeIDs: [] });
    const page = bot.get('/data/orders', { next_cursor: 'MA==' });
    expect(okOf('/data/orders', 'GET')?.safeParse(page).error).toBeUndefined();
    expect(OpenOrdersPageSchema.parse(page)).toBeDefined();
    expect(page).toMatchObject({ next_cursor: 'LTE=', data: [{ id, price: '0.4', original_size: '5', side: 'BUY' }] });
    expect(bot.get(`/data/order/${id}`)).toEqual((page as { data: unknown[] }).data[0]);
    expect(OpenOrderSchema.parse(bot.get(`/data/order/${id}`))).toBeDefined();
  });

  it('for a contract wallet that nobody has seen opens it for its owner, and for no other', () => {
    const maker = `0x${'ab'.repeat(20)}`;
    expect(placed({ tokenId: rain, signatureType: 2, maker }).status).toBe('live');
    const other = createBot(simulator, '22');
    other.create();
    const response = other.place({ tokenId: rain, signatureType: 2, maker });
    expect([response.status, response.body]).toEqual([400, '{"error":"order.maker is a wallet of another owner"}']);
  });

  it('on a market of negative risk is signed for the other exchange', () => {
    expect(placed({ tokenId: north, domain: NEGATIVE_RISK }).status).toBe('live');
    expect(placed({ tokenId: north }).error).toMatch(/^invalid signature/);
    expect(placed({ tokenId: rain, domain: NEGATIVE_RISK }).error).toMatch(/^invalid signature/);
  });

  it.each<[string, (json: ReturnType<Bot['body']>['json']) => void, RegExp]>([
    ['whose price was changed', ({ order }) => Object.assign(order, { makerAmount: '1000000' }), /^invalid signature/],
    [
      'with a signature cut off',
      ({ order }) => Object.assign(order, { signature: order.signature.slice(0, -2) }),
      /signature/,
    ],
    ['of another wallet', ({ order }) => Object.assign(order, { maker: DECOY }), /^invalid signature/],
    [
      'of another API key',
      (json) => Object.assign(json, { owner: '0b6f1c2e-90ab-4d3c-8e5f-a1b2c3d4e5f6' }),
      /API KEY$/,
    ],
    [
      'of version 1',
      ({ order }) => Object.assign(order, { timestamp: undefined, nonce: '0' }),
      /^order_version_mismatch$/,
    ],
    ['for no token', ({ order }) => Object.assign(order, { tokenId: '77' }), /^Invalid token id$/],
    ['without an order', (json) => Object.assign(json, { order: null }), /^Invalid order payload$/],
    ['with a salt beyond 2^53', ({ order }) => Object.assign(order, { salt: 2 ** 60 }), /order\.salt must be a string/],
  ])('%s is refused, and changes nothing', (_name, change, sentence) => {
    const before = simulator.hash();
    const { json } = bot.body({ tokenId: rain });
    change(json);
    const { status, body } = bot.post('/order', json);
    expect([status, JSON.parse(body).error]).toEqual([400, expect.stringMatching(sentence)]);
    expect(simulator.hash()).toBe(before);
  });
});

describe('a refused order has the sentence that clients know', () => {
  it.each<[string, Parameters<Bot['body']>[0] extends infer Draft ? Partial<Draft> : never, string]>([
    ['more than the wallet has', { shares: 9_000 }, 'not enough balance / allowance: '],
    ['more shares than it has', { side: 'SELL', shares: 101 }, 'not enough balance / allowance: '],
    [
      'FOK without a match',
      { orderType: 'FOK' },
      "order couldn't be fully filled. FOK orders are fully filled or killed.",
    ],
    [
      'FAK without a match',
      { orderType: 'FAK' },
      'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.',
    ],
    ['GTD without an expiration', { orderType: 'GTD' }, 'invalid expiration'],
    ['GTD that ends at once', { orderType: 'GTD', expiration: '1768478401' }, 'invalid expiration'],
  ])('%s', (_name, draft, sentence) => {
    expect(placed({ tokenId: rain, ...draft }).error).toContain(sentence);
  });

  it('post only, a duplicate, and a market that takes none', () => {
    simulator.command({ deposit: { wallet: 'ada', cash: 100 } });
    simulator.command({ split: { wallet: 'ada', market: 'rain', size: 50 } });
    simulator.order({ wallet: 'ada', market: 'rain', side: 'SELL', price: 0.5, size: 10 });
    expect(placed({ tokenId: rain, cents: 50, postOnly: true }).error).toBe(
      'invalid post-only order: order crosses book',
    );
    const { json, id } = bot.body({ tokenId: rain, cents: 20 });
    bot.post('/order', json);
    expect(bot.post('/order', json).body).toBe(JSON.stringify({ error: `order ${id} is invalid. Duplicated.` }));
    simulator.command({ pause: 'rain' });
    expect(placed({ tokenId: rain }).error).toBe('the market is not yet ready to process new orders');
  });
});

describe('many orders at once', () => {
  it('are placed one by one', () => {
    const some = [rain, '77', rain].map((tokenId, index) => bot.body({ tokenId, cents: index + 1 }).json);
    const replies = JSON.parse(bot.post('/orders', some).body);
    expect(okOf('/orders', 'POST')?.safeParse(replies).error).toBeUndefined();
    expect(OrderResponsesSchema.parse(replies)).toBeDefined();
    expect(replies).toMatchObject([
      { status: 'live' },
      { success: false, errorMsg: 'Invalid token id' },
      { status: 'live' },
    ]);
  });

  it('are listed in pages that end, and cancelled by id, by market and all', () => {
    for (let index = 0; index < 101; index += 1) bot.place({ tokenId: rain, cents: 1 + (index % 9), shares: 5 });
    const other = placed({ tokenId: north, domain: NEGATIVE_RISK }).orderID;
    const first = bot.get('/data/orders') as { data: { id: string }[]; next_cursor: string };
    const second = bot.get('/data/orders', { next_cursor: first.next_cursor });
    expect([first.data.length, second]).toMatchObject([100, { count: 2, next_cursor: 'LTE=' }]);
    expect(bot.get('/data/orders', { next_cursor: 'LTE=' })).toMatchObject({ data: [], next_cursor: 'LTE=' });
    expect(bot.get('/data/orders', { asset_id: north })).toMatchObject({ data: [{ id: other }] });
    const ids = first.data.map(({ id }) => id);
    const cancelled = JSON.parse(bot.delete('/orders', [ids[0], ids[1], NO_ORDER]).body);
    expect(CancelOrdersResponseSchema.parse(cancelled)).toBeDefined();
    expect(cancelled).toEqual({
      canceled: [ids[0], ids[1]],
      not_canceled: { [NO_ORDER]: "order can't be found - already canceled or matched" },
    });
    expect(JSON.parse(bot.delete('/order', { orderID: ids[0] }).body).not_canceled).toEqual({
      [String(ids[0])]: 'order already canceled',
    });
    expect(JSON.parse(bot.delete('/cancel-market-orders', { asset_id: rain }).body).canceled).toHaveLength(99);
    expect(JSON.parse(bot.delete('/cancel-all').body)).toEqual({ canceled: [other], not_canceled: {} });
    const many = Array.from({ length: 3_001 }, () => NO_ORDER);
    expect(bot.delete('/orders', many).body).toBe('{"error":"Too many orders in payload, max allowed: 3000"}');
  });
});

describe('a trade', () => {
  it('is settled at once on a clock that stands still, and is listed for taker and maker', () => {
    const other = createBot(simulator, '22');
    other.create();
    const resting = JSON.parse(other.place({ tokenId: rain, side: 'SELL', cents: 60, shares: 20 }).body).orderID;
    const taken = JSON.parse(bot.place({ tokenId: rain, cents: 60, shares: 10 }).body);
    expect(taken).toMatchObject({ status: 'matched', makingAmount: '6', takingAmount: '10' });
    expect([taken.transactionsHashes.length, taken.tradeIDs.length]).toEqual([1, 1]);
    const [own, theirs] = [bot.get('/data/trades'), other.get('/data/trades', { asset_id: rain })];
    for (const page of [own, theirs]) {
      expect(okOf('/data/trades', 'GET')?.safeParse(page).error).toBeUndefined();
      expect(ClobTradesPageSchema.parse(page)).toBeDefined();
    }
    const maker = { order_id: resting, matched_amount: '10', price: '0.6', side: 'SELL' };
    const row = { id: taken.tradeIDs[0], size: '10', price: '0.6', status: 'CONFIRMED', maker_orders: [maker] };
    expect(own).toMatchObject({ data: [{ ...row, trader_side: 'TAKER' }] });
    expect(theirs).toMatchObject({ data: [{ ...row, trader_side: 'MAKER' }] });
    expect(bot.get('/data/trades', { id: 'other' })).toMatchObject({ data: [] });
    expect(bot.get('/data/trades', { maker_address: other.address })).toMatchObject({ data: [row] });
    expect(bot.get('/data/trades', { after: String(Math.floor(simulator.now() / 1_000)) })).toMatchObject({ data: [] });
  });
});

it('kuest refuses the cancellation of an order that has ended or does not exist by its status', () => {
  const kuest = createSimulator({ profile: 'kuest', world: WORLD });
  const trader = createBot(kuest, '11', 'KUEST_');
  expect(trader.create().status).toBe(200);
  expect(trader.delete('/order', { orderId: NO_ORDER }).status).toBe(404);
  kuest.command({ deposit: { wallet: 'ada', cash: 100 } });
  const { body } = kuest.order({ wallet: 'ada', market: 'rain', price: 0.4, size: 5 });
  const { orderID } = body as { readonly orderID: string };
  expect(kuest.cancel(orderID, 'ada')).toEqual({ status: 200, body: { canceled: [orderID], not_canceled: {} } });
  expect(kuest.cancel(orderID, 'ada').status).toBe(409);
});

it('faults, limits and the log of exchanges know the routes of a profile', () => {
  const faults = [{ route: 'GET /data/order/{id}', nth: 1, kind: 'error' }] as const;
  const limited = createSimulator({ profile: 'polymarket', limits: { 'GET /book': 2 }, faults });
  const client = createBot(limited);
  client.create();
  const order = `/data/order/${NO_ORDER}`;
  const statuses = [order, order, '/book', '/book', '/book'].map((path) => client.send(get(path)).status);
  expect(statuses).toEqual([500, 200, 400, 400, 429]);
  expect(limited.exchanges.of('GET /data/order/{id}').all.map(({ fault }) => fault)).toEqual(['error', undefined]);
});

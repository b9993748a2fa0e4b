/** sim/clob/reads tests: public reads of tokens: values by hand, known errors, the schemas of a client. */
import {
  ConditionByTokenSchema,
  LastTradePriceSchema,
  LastTradePricesSchema,
  MidpointSchema,
  MidpointsSchema,
  NegRiskSchema,
  OrderBookSchema,
  OrderBooksSchema,
  PriceHistorySchema,
  PriceSchema,
  PricesSchema,
  SpreadSchema,
  SpreadsSchema,
  TickSizeSchema,
} from '@polymarket/bindings/clob';
import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { clobClient, tokensOf } from '../../fixtures/clob-client.ts';
import type { WorldDescription } from '../../world/written/description.ts';

function order(wallet: string, side: 'BUY' | 'SELL', price: number, size: number) {
  return { order: { wallet, market: 'rain', side, price, size } };
}

/** Trades: 10 at 0.60 (a purchase), ten minutes later 5 at 0.41 (a sale). The book of `rain` ends as 0.41 to 0.60. */
const WORLD: WorldDescription = {
  markets: { rain: { fee: { rate: 0.02 } }, dry: { tick: 0.001 }, north: { group: 'cup' }, south: { group: 'cup' } },
  wallets: { ada: { cash: 1_000, tokens: { rain: 100 } }, ben: { cash: 1_000 } },
  history: [
    order('ada', 'SELL', 0.6, 40),
    order('ben', 'BUY', 0.6, 10),
    { wait: 600 },
    order('ben', 'BUY', 0.41, 20),
    order('ada', 'SELL', 0.41, 5),
    { wait: 1_800 },
  ],
};

const client = clobClient('polymarket', WORLD);
const kuest = clobClient('kuest', WORLD);
const { rain, dry, north } = client.simulator.named.markets;
if (rain === undefined || dry === undefined || north === undefined) throw new Error('the world has its markets');
const trades = client.simulator.log.filter(({ kind }) => kind === 'trade');
/** Unix seconds of the first trade. */
const first = Math.floor((trades[0]?.at ?? 0) / 1_000);
const body = [{ token_id: rain.yes }, { token_id: rain.no }, { token_id: '77' }, { token_id: dry.yes }];

describe('a token', () => {
  it('has price step, group, fee and market', () => {
    expect(client.read('/tick-size', { token_id: rain.yes })).toEqual({ minimum_tick_size: 0.01 });
    expect(client.read('/tick-size', { token_id: dry.no })).toEqual({ minimum_tick_size: 0.001 });
    expect(client.read('/neg-risk', { token_id: rain.yes })).toEqual({ neg_risk: false });
    expect(client.read('/neg-risk', { token_id: north.yes })).toEqual({ neg_risk: true });
    expect(client.read(`/markets-by-token/${rain.no}`)).toEqual({
      condition_id: rain.conditionId,
      primary_token_id: rain.yes,
      secondary_token_id: rain.no,
    });
    expect(client.read('/fee-rate', { token_id: dry.yes })).toEqual({ base_fee: 0 });
  });

  it('has the best prices by the meaning of each profile, as a guide or as a taker reads BUY', () => {
    const ofSide = (side: string, token_id = rain.yes) => ({ token_id, side });
    expect(client.read('/price', ofSide('BUY'))).toEqual({ price: '0.41' });
    expect(client.read('/price', ofSide('SELL'))).toEqual({ price: '0.6' });
    expect(kuest.read('/price', ofSide('BUY'))).toEqual({ price: '0.6' });
    expect(client.read('/price', ofSide('BUY', rain.no))).toEqual({ price: '0.4' });
    expect(client.read('/prices', {}, body.slice(0, 1))).toEqual({ [rain.yes]: { BUY: '0.41', SELL: '0.6' } });
    expect(kuest.read('/prices', {}, body.slice(0, 1))).toEqual({ [rain.yes]: { BUY: '0.6', SELL: '0.41' } });
    expect(client.read('/prices', {}, [ofSide('SELL'), ofSide('BUY', rain.no), ofSide('SELL', rain.no)])).toEqual({
      [rain.yes]: { SELL: '0.6' },
      [rain.no]: { BUY: '0.4', SELL: '0.59' },
    });
  });

  it('has midpoint, spread and last trade, and a batch leaves out what has none', () => {
    expect(client.read('/midpoint', { token_id: rain.yes })).toEqual({ mid: '0.505' });
    expect(client.read('/midpoint', { token_id: rain.no })).toEqual({ mid: '0.495' });
    expect(client.read('/spread', { token_id: rain.no })).toEqual({ spread: '0.19' });
    expect(client.read('/midpoints', {}, body)).toEqual({ [rain.yes]: '0.505', [rain.no]: '0.495' });
    expect(client.read('/spreads', {}, body)).toEqual({ [rain.yes]: '0.19', [rain.no]: '0.19' });
    expect(client.read('/last-trade-price', { token_id: rain.yes })).toEqual({ price: '0.41', side: 'SELL' });
    expect(client.read('/last-trades-prices', {}, body)).toEqual([
      { token_id: rain.yes, price: '0.41', side: 'SELL' },
      { token_id: rain.no, price: '0.59', side: 'BUY' },
      { token_id: dry.yes, price: '0.5', side: '' },
    ]);
  });

  it('has the book that POST /books shows', () => {
    const [book] = client.read('/books', {}, body) as unknown[];
    expect(client.read('/book', { token_id: rain.yes })).toEqual(book);
    expect(book).toMatchObject({ asset_id: rain.yes, bids: [{ price: '0.41', size: '15' }], last_trade_price: '0.41' });
  });
});

describe('the history of prices', () => {
  const pointsOf = (query: Record<string, string>) =>
    (client.read('/prices-history', { market: rain.yes, ...query }) as { history: { t: number; p: number }[] }).history;
  const now = first + 2_400;

  it('has the last trade at each step, both ends included', () => {
    const points = [0.6, 0.41, 0.41, 0.41, 0.41].map((p, index) => ({ t: first + 600 * index, p }));
    expect(pointsOf({ fidelity: '10' })).toEqual(points);
    expect(pointsOf({ fidelity: '10', interval: 'max' })).toEqual(points);
    expect(pointsOf({ fidelity: '10', startTs: String(first + 1), endTs: String(first + 600) })).toEqual([points[1]]);
    expect(pointsOf({ fidelity: '10', startTs: String(first - 9), endTs: String(first + 599) })).toEqual([
      points[0],
      { t: first + 599, p: 0.6 },
    ]);
    expect(pointsOf({}).length).toBe(41);
    expect(pointsOf({ endTs: String(first - 1) })).toEqual([]);
  });

  it('mirrors the second token, and counts an interval back from now', () => {
    client.simulator.advance(21_600_000 - 600_000);
    const history = client.read('/prices-history', { market: rain.no, interval: '6h', fidelity: '60' });
    expect((history as { history: object[] }).history[0]).toMatchObject({ p: 0.59 });
    expect(pointsOf({ interval: '1h', fidelity: '30' }).map(({ t }) => t)).toContain(now + 21_000);
    expect(Math.min(...pointsOf({ interval: '1h' }).map(({ t }) => t))).toBe(now + 21_000 - 3_600);
    expect(pointsOf({ interval: '6h' })[0]).toEqual({ t: first + 1_800, p: 0.41 });
  });

  it('never has more than ten thousand points and one', () => {
    client.simulator.advance(30 * 86_400_000);
    const points = pointsOf({});
    expect(points.length).toBeGreaterThan(8_000);
    expect(points.length).toBeLessThanOrEqual(10_001);
  });

  it('comes for several tokens at once', () => {
    const batch = { markets: [rain.yes, '77'], start_ts: first, end_ts: first + 600, fidelity: 10 };
    expect(client.read('/batch-prices-history', {}, batch)).toEqual({
      history: { [rain.yes]: [0, 1].map((step) => ({ t: first + 600 * step, p: step === 0 ? 0.6 : 0.41 })), '77': [] },
    });
    const many = { markets: Array.from({ length: 21 }, String) };
    expect(client.refusal('/batch-prices-history', {}, many)).toBe('400 Payload exceeds the limit');
    for (const wrong of [
      [],
      { markets: 'x' },
      { markets: [1] },
      { markets: [], start_ts: '1' },
      { markets: [], fidelity: 0 },
    ]) {
      expect(client.refusal('/batch-prices-history', {}, wrong)).toBe('400 Invalid payload');
    }
    expect(client.refusal('/batch-prices-history', {}, { markets: [], interval: '2h' })).toMatch(/^400 interval must/);
  });
});

describe('errors', () => {
  const NO_BOOK = '404 No orderbook exists for the requested token id';
  const WITH_BOOK = ['/book', '/midpoint', '/spread', '/last-trade-price', '/price'];

  it('name a wrong token', () => {
    for (const path of [...WITH_BOOK, '/tick-size', '/neg-risk', '/fee-rate']) {
      expect(client.refusal(path, { side: 'BUY' }), path).toBe('400 Invalid token id');
      expect(client.refusal(path, { side: 'BUY', token_id: '0x12' }), path).toBe('400 Invalid token id');
    }
    expect(client.refusal('/prices-history', { market: 'rain' })).toBe('400 Invalid token id');
    expect(client.refusal('/markets-by-token/rain')).toBe('400 Invalid token id');
    for (const path of WITH_BOOK) expect(client.refusal(path, { side: 'BUY', token_id: '77' }), path).toBe(NO_BOOK);
    for (const path of ['/midpoint', '/spread']) expect(client.refusal(path, { token_id: dry.yes })).toBe(NO_BOOK);
    expect(client.refusal('/price', { side: 'SELL', token_id: dry.yes })).toBe(NO_BOOK);
    expect(client.refusal('/prices-history', { market: '77' })).toBe(NO_BOOK);
    expect(client.refusal('/tick-size', { token_id: '77' })).toBe('404 market not found');
  });

  it('name a wrong side', () => {
    for (const query of [{ token_id: rain.yes }, { token_id: rain.yes, side: 'both' }, { token_id: '77', side: 'B' }]) {
      expect(client.refusal('/price', query)).toBe('400 Invalid side');
    }
    expect(client.refusal('/prices', {}, [{ token_id: rain.yes, side: 'both' }])).toBe('400 Invalid side');
    expect(client.refusal('/prices', {}, [{ token_id: '77', side: 1 }])).toBe('400 Invalid side');
  });

  it('name a wrong or long body', () => {
    for (const path of ['/books', '/prices', '/midpoints', '/spreads', '/last-trades-prices']) {
      for (const wrong of [{}, [rain.yes], [{ token: rain.yes }]]) {
        expect(client.refusal(path, {}, wrong), path).toBe('400 Invalid payload');
      }
      const long = Array.from({ length: 501 }, () => ({ token_id: rain.yes }));
      expect(client.refusal(path, {}, long), path).toBe('400 Payload exceeds the limit');
      expect(client.read(path, {}, long.slice(1)), path).toBeDefined();
    }
  });
});

it('the service states its clock, its health and its version', () => {
  expect(client.read('/time')).toBe(Math.floor(client.simulator.now() / 1_000));
  expect(client.read('/ok')).toBe('OK');
  expect(client.read('/version')).toEqual({ version: 2 });
  expect(clobClient('kuest').read('/version')).toEqual({ version: 2 });
});

const FACTS: readonly (readonly [string, ZodType])[] = [
  ['/tick-size', TickSizeSchema],
  ['/neg-risk', NegRiskSchema],
];
const QUOTES: readonly (readonly [string, ZodType])[] = [
  ['/book', OrderBookSchema],
  ['/price', PriceSchema],
  ['/midpoint', MidpointSchema],
  ['/spread', SpreadSchema],
  ['/last-trade-price', LastTradePriceSchema],
];
const BATCHES: readonly (readonly [string, ZodType])[] = [
  ['/books', OrderBooksSchema],
  ['/prices', PricesSchema],
  ['/midpoints', MidpointsSchema],
  ['/spreads', SpreadsSchema],
  ['/last-trades-prices', LastTradePricesSchema],
];

it.each(['polymarket', 'kuest'] as const)('%s: every response satisfies the schemas of the client', (profile) => {
  const small = clobClient(profile);
  const tokens = tokensOf(small);
  for (const token_id of tokens) {
    for (const [path, schema] of FACTS) small.read(path, { token_id }, undefined, schema);
    small.read(`/markets-by-token/${token_id}`, {}, undefined, ConditionByTokenSchema);
  }
  // The client does not know the empty side of a token without trades, which the documents of the service state.
  const quoted = tokens.filter((token_id) => {
    const isTraded = !small.send('/last-trade-price', { token_id }).body.includes('""');
    return isTraded && small.send('/midpoint', { token_id }).status === 200;
  });
  expect(quoted.length).toBeGreaterThan(8);
  for (const token_id of quoted) {
    for (const [path, schema] of QUOTES) small.read(path, { token_id, side: 'BUY' }, undefined, schema);
    const query = { market: token_id, fidelity: '720' };
    const { history } = small.read('/prices-history', query, undefined, PriceHistorySchema) as {
      history: { p: number }[];
    };
    const { price } = small.read('/last-trade-price', { token_id }) as { price: string };
    expect(history.at(-1)?.p, token_id).toBe(Number(price));
  }
  for (const [path, schema] of BATCHES) {
    const list = quoted.map((token_id) => ({ token_id, side: 'SELL' }));
    expect(JSON.stringify(small.read(path, {}, list, schema))).toContain(quoted.at(-1));
  }
});

/** sim/routes/books tests: order books and best prices of interface 2.14, 4.16, 4.17. */
import { describe, expect, it } from 'vitest';
import { MICRO } from '../../base/units.ts';
import { assertClaim } from '../../proof/venue/counterexamples/fixtures/claimed-runs.ts';
import { okBody, responseOf } from '../../proof/venue/reads/calls.ts';
import { conditionId, tokenId } from '../../proof/venue/reads/plain-world.ts';
import type { OrderBook, PriceMap } from '../../spec/resources/order-book.ts';
import { createTradingService, perform, START_MS } from '../fixtures/trading-world.ts';
import type { Service } from '../service.ts';
import { books, prices } from './books.ts';

const listOf = (tokens: readonly string[]) => tokens.map((token) => ({ token_id: token }));

function read(service: Service, tokens: readonly string[]): readonly OrderBook[] {
  return okBody('books', books, service, { body: listOf(tokens) }) as OrderBook[];
}

function best(service: Service, tokens: readonly string[]): PriceMap {
  return okBody('prices', prices, service, { body: listOf(tokens) }) as PriceMap;
}

function rest(service: Service, wallet: number, outcome: 0 | 1, side: 'BUY' | 'SELL', price: number, salt = ''): void {
  const order = { wallet, key: wallet, market: 0, outcome, side, price, size: 10 * MICRO } as const;
  const accepted = perform(service, {
    kind: 'place',
    ...order,
    type: 'GTC',
    postOnly: false,
    salt: `${outcome}${side}${price}${salt}`,
  });
  expect(accepted).toBe(true);
}

describe('4.16 books', () => {
  it('an empty book', () => {
    const [book] = read(createTradingService(), [tokenId(1, 0)]);
    expect(book).toEqual({
      market: conditionId(1),
      asset_id: tokenId(1, 0),
      timestamp: String(START_MS),
      hash: expect.stringMatching(/^[0-9a-f]{40}$/),
      bids: [],
      asks: [],
      min_order_size: '1',
      tick_size: '0.01',
      neg_risk: true,
      last_trade_price: '',
    });
  });

  it('levels come with the best one last, both tokens see one book', () => {
    const service = createTradingService();
    for (const cents of [4_000, 4_200, 4_100]) rest(service, 0, 0, 'BUY', cents);
    for (const cents of [4_500, 4_300]) rest(service, 1, 1, 'BUY', cents);
    const [yes, no] = read(service, [tokenId(0, 0), tokenId(0, 1)]);
    expect(yes?.bids.map((level) => level.price)).toEqual(['0.4', '0.41', '0.42']);
    expect(yes?.asks.map((level) => level.price)).toEqual(['0.57', '0.55']);
    expect(no?.bids.map((level) => level.price)).toEqual(['0.43', '0.45']);
    expect(no?.asks.map((level) => level.price)).toEqual(['0.6', '0.59', '0.58']);
  });

  it('the last price is in terms of each token', () => {
    const service = createTradingService();
    rest(service, 0, 0, 'BUY', 4_200);
    rest(service, 1, 1, 'BUY', 5_800);
    expect(read(service, [tokenId(0, 0), tokenId(0, 1)]).map((book) => book.last_trade_price)).toEqual([
      '0.42',
      '0.58',
    ]);
  });

  it('the hash can be recomputed, equal hashes mean equal books, and no level is empty', () => {
    expect(assertClaim('bookHashes').get('book')).toBeGreaterThan(500);
  });

  it('a cached text is never older than the book', () => {
    expect(assertClaim('bookTextsFresh').get('levels')).toBeGreaterThan(500);
  });
});

describe('4.17 prices', () => {
  it('BUY is the best ask, SELL the best bid, an empty side is left out', () => {
    const service = createTradingService();
    rest(service, 0, 0, 'BUY', 4_000);
    expect(best(service, [tokenId(0, 0), tokenId(0, 1), tokenId(1, 0)])).toEqual({
      [tokenId(0, 0)]: { SELL: '0.4' },
      [tokenId(0, 1)]: { BUY: '0.6' },
      [tokenId(1, 0)]: {},
    });
    rest(service, 1, 1, 'BUY', 5_500);
    expect(best(service, [tokenId(0, 0)])).toEqual({ [tokenId(0, 0)]: { BUY: '0.45', SELL: '0.4' } });
  });
});

describe.each([
  ['books', books],
  ['prices', prices],
] as const)('the body of %s', (id, route) => {
  const reply = (body: unknown) => responseOf(id, route, createTradingService(), { body });

  it('may be empty', () => {
    expect(reply([])).toEqual({ kind: 'ok', json: id === 'books' ? '[]' : '{}' });
  });

  it.each([
    undefined,
    null,
    {},
    'x',
    [tokenId(0, 0)],
    [null],
    [[]],
    [{}],
    [{ token_id: 1 }],
    [{ token_id: null }],
    [{ tokenId: 'x' }],
  ])('%j is refused', (body) => {
    expect(reply(body)).toMatchObject({ kind: 'error', condition: 'bad-request' });
  });

  it('holds up to 500 items', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ token_id: tokenId(0, 0), side: 'BUY' }));
    expect(reply(many(500))).toMatchObject({ kind: 'ok' });
    expect(reply(many(501))).toMatchObject({ kind: 'error', condition: 'bad-request' });
  });

  it('keeps the order of the request, lists repeated tokens once and omits unknown ones', () => {
    const tokens = [tokenId(3, 1), 'unknown', tokenId(0, 0), tokenId(3, 1), '__proto__'];
    const response = okBody(id, route, createTradingService(), { body: listOf(tokens) });
    const named =
      id === 'books' ? (response as OrderBook[]).map((book) => book.asset_id) : Object.keys(response as object);
    expect(named).toEqual([tokenId(3, 1), tokenId(0, 0)]);
  });
});

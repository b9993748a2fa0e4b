/** spec/clob/book-routes: public reads of the service and of single tokens: books, prices, price history. */

import { z } from 'zod';
import { integerParam, secondsParam, stringParam } from '../params.ts';
import { BestPrices, OrderBook } from '../resources/order-book.ts';
import { amount, decimalText, flag, integer, text, unixSeconds } from '../resources/resource.ts';
import type { Param } from '../route.ts';
import { type ExtraRoute, publicRead, rowsOf } from './extra-route.ts';

/** The values of `interval`: everything, or so long until now. */
export const PRICE_HISTORY_INTERVALS = ['max', 'all', '1m', '1w', '1d', '6h', '1h'] as const;
export const PRICE_HISTORY_TOKENS_MAX = 20;

const token = stringParam('token_id', 'the outcome token', { required: 'by-route' });
const side = stringParam('side', '`BUY` or `SELL`', { required: 'by-route' });

const service = rowsOf(publicRead);
const ofToken = rowsOf({ ...publicRead, query: [token] });
const batch = rowsOf({
  ...publicRead,
  method: 'POST',
  body: 'tokens',
  errors: ['bad-request', 'too-large', 'internal'],
});

const PriceHistoryPoint = z.strictObject({ t: unixSeconds, p: amount });
const LastTrade = { price: decimalText, side: z.enum(['BUY', 'SELL', '']) };
const ByToken = z.record(text, decimalText);
const MarketOfToken = z.strictObject({ condition_id: text, primary_token_id: text, secondary_token_id: text });

const priceHistoryQuery: readonly Param[] = [
  { ...token, name: 'market' },
  stringParam('interval', 'so long until now, unless bounds are given', { members: PRICE_HISTORY_INTERVALS }),
  secondsParam('startTs', 'only points from this moment on'),
  secondsParam('endTs', 'only points up to this moment'),
  integerParam('fidelity', 'minutes between two points', { min: 1, default: 1 }),
];

const factRoutes: readonly ExtraRoute[] = [
  service('time', '/time', 'the service clock, Unix seconds', unixSeconds),
  service('ok', '/ok', 'whether the service runs', z.literal('OK')),
  service(
    'version',
    '/version',
    'version of the exchange that orders are signed for',
    z.strictObject({ version: integer }),
  ),
  ofToken('tick-size', '/tick-size', 'price step of a token', z.strictObject({ minimum_tick_size: amount })),
  ofToken(
    'neg-risk',
    '/neg-risk',
    'whether a token belongs to a negative-risk group',
    z.strictObject({ neg_risk: flag }),
  ),
  ofToken('fee-rate', '/fee-rate', 'fee of a taker, basis points', z.strictObject({ base_fee: amount })),
  service('market-by-token', '/markets-by-token/{token_id}', 'market of a token', MarketOfToken, {
    pathParam: { ...token, required: true },
  }),
];

const quoteRoutes: readonly ExtraRoute[] = [
  ofToken('book', '/book', 'order book of a token', OrderBook, { limits: ['book-all', 'book-book'] }),
  ofToken('price', '/price', 'best price of a token on one side', z.strictObject({ price: decimalText }), {
    query: [token, side],
    limits: ['book-all', 'book-price'],
  }),
  ofToken('midpoint', '/midpoint', 'mean of the best bid and the best ask', z.strictObject({ mid: decimalText }), {
    limits: ['book-all', 'book-midpoint'],
  }),
  ofToken('spread', '/spread', 'best ask less best bid', z.strictObject({ spread: decimalText })),
  ofToken('last-trade-price', '/last-trade-price', 'price and side of the last trade', z.strictObject(LastTrade)),
  service(
    'prices-history',
    '/prices-history',
    'prices of a token over time',
    z.strictObject({ history: z.array(PriceHistoryPoint) }),
    { query: priceHistoryQuery, limits: ['book-all', 'book-prices-history'] },
  ),
];

const batchRoutes: readonly ExtraRoute[] = [
  batch('books', '/books', 'order books of several tokens', z.array(OrderBook), { limits: ['book-all', 'book-books'] }),
  batch('prices', '/prices', 'best prices of several tokens, on the requested sides', z.record(text, BestPrices), {
    limits: ['book-all', 'book-prices'],
  }),
  batch('midpoints', '/midpoints', 'midpoints of several tokens', ByToken),
  batch('spreads', '/spreads', 'spreads of several tokens', ByToken),
  batch(
    'last-trades-prices',
    '/last-trades-prices',
    'last trades of several tokens',
    z.array(z.strictObject({ token_id: text, ...LastTrade })),
  ),
  batch(
    'batch-prices-history',
    '/batch-prices-history',
    'prices of several tokens over time',
    z.strictObject({ history: z.record(text, z.array(PriceHistoryPoint)) }),
    { body: 'json', limits: ['book-all', 'book-batch-prices-history'] },
  ),
];

export const bookRoutes: readonly ExtraRoute[] = [...factRoutes, ...quoteRoutes, ...batchRoutes];

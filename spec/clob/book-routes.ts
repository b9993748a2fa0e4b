/** spec/clob/book-routes: public reads of the service and of single tokens: books, prices, price history. */
import { z } from 'zod';
import { BestPrices, OrderBook } from '../resources/order-book.ts';
import { amount, decimalText, flag, integer, text, unixSeconds } from '../resources/resource.ts';
import type { Param } from '../route.ts';
import { type ExtraRoute, publicRead } from './extra-route.ts';

/** The values of `interval`: everything, or so long until now. */
export const HISTORY_INTERVALS = ['max', 'all', '1m', '1w', '1d', '6h', '1h'] as const;
/** Most tokens in one request for price histories. */
export const HISTORY_TOKENS_MAX = 20;

const token: Param = { name: 'token_id', type: 'string', required: 'by-route', text: 'the outcome token' };
const side: Param = { name: 'side', type: 'string', required: 'by-route', text: '`BUY` or `SELL`' };

const ofToken = { ...publicRead, query: [token] } as const;
const batch = {
  ...publicRead,
  method: 'POST',
  body: 'tokens',
  query: [],
  errors: ['bad-request', 'too-large', 'internal'],
} as const;

const HistoryPoint = z.strictObject({ t: unixSeconds, p: amount });
const LastTrade = { price: decimalText, side: z.enum(['BUY', 'SELL', '']) };
const byToken = z.record(text, decimalText);

const serviceRoutes: readonly ExtraRoute[] = [
  {
    ...publicRead,
    id: 'P/time',
    path: '/time',
    purpose: 'the service clock, Unix seconds',
    query: [],
    ok: unixSeconds,
  },
  { ...publicRead, id: 'P/ok', path: '/ok', purpose: 'whether the service runs', query: [], ok: z.literal('OK') },
  {
    ...publicRead,
    id: 'P/version',
    path: '/version',
    purpose: 'version of the exchange that orders are signed for',
    query: [],
    ok: z.strictObject({ version: integer }),
  },
];

const factRoutes: readonly ExtraRoute[] = [
  {
    ...ofToken,
    id: 'P/tick-size',
    path: '/tick-size',
    purpose: 'price step of a token',
    ok: z.strictObject({ minimum_tick_size: amount }),
  },
  {
    ...ofToken,
    id: 'P/neg-risk',
    path: '/neg-risk',
    purpose: 'whether a token belongs to a negative-risk group',
    ok: z.strictObject({ neg_risk: flag }),
  },
  {
    ...ofToken,
    id: 'P/fee-rate',
    path: '/fee-rate',
    purpose: 'fee of a taker, basis points',
    ok: z.strictObject({ base_fee: amount }),
  },
  {
    ...publicRead,
    id: 'P/market-by-token',
    path: '/markets-by-token/{token_id}',
    purpose: 'market of a token',
    pathParam: { ...token, required: true },
    query: [],
    ok: z.strictObject({ condition_id: text, primary_token_id: text, secondary_token_id: text }),
  },
];

const quoteRoutes: readonly ExtraRoute[] = [
  {
    ...ofToken,
    id: 'P/book',
    path: '/book',
    purpose: 'order book of a token',
    ok: OrderBook,
    limits: ['book-all', 'book-book'],
  },
  {
    ...publicRead,
    id: 'P/price',
    path: '/price',
    purpose: 'best price of a token on one side',
    query: [token, side],
    ok: z.strictObject({ price: decimalText }),
    limits: ['book-all', 'book-price'],
  },
  {
    ...ofToken,
    id: 'P/midpoint',
    path: '/midpoint',
    purpose: 'mean of the best bid and the best ask',
    ok: z.strictObject({ mid: decimalText }),
    limits: ['book-all', 'book-midpoint'],
  },
  {
    ...ofToken,
    id: 'P/spread',
    path: '/spread',
    purpose: 'best ask less best bid',
    ok: z.strictObject({ spread: decimalText }),
  },
  {
    ...ofToken,
    id: 'P/last-trade-price',
    path: '/last-trade-price',
    purpose: 'price and side of the last trade',
    ok: z.strictObject(LastTrade),
  },
  {
    ...publicRead,
    id: 'P/prices-history',
    path: '/prices-history',
    purpose: 'prices of a token over time',
    query: [
      { ...token, name: 'market' },
      {
        name: 'interval',
        type: 'string',
        members: HISTORY_INTERVALS,
        text: 'so long until now, unless bounds are given',
      },
      { name: 'startTs', type: 'unix-seconds', text: 'only points from this moment on' },
      { name: 'endTs', type: 'unix-seconds', text: 'only points up to this moment' },
      { name: 'fidelity', type: 'integer', min: 1, default: 1, text: 'minutes between two points' },
    ],
    ok: z.strictObject({ history: z.array(HistoryPoint) }),
    limits: ['book-all', 'book-prices-history'],
  },
];

const batchRoutes: readonly ExtraRoute[] = [
  {
    ...batch,
    id: 'P/books',
    path: '/books',
    purpose: 'order books of several tokens',
    ok: z.array(OrderBook),
    limits: ['book-all', 'book-books'],
  },
  {
    ...batch,
    id: 'P/prices',
    path: '/prices',
    purpose: 'best prices of several tokens, on the requested sides',
    ok: z.record(text, BestPrices),
    limits: ['book-all', 'book-prices'],
  },
  { ...batch, id: 'P/midpoints', path: '/midpoints', purpose: 'midpoints of several tokens', ok: byToken },
  { ...batch, id: 'P/spreads', path: '/spreads', purpose: 'spreads of several tokens', ok: byToken },
  {
    ...batch,
    id: 'P/last-trades-prices',
    path: '/last-trades-prices',
    purpose: 'last trades of several tokens',
    ok: z.array(z.strictObject({ token_id: text, ...LastTrade })),
  },
  {
    ...batch,
    id: 'P/batch-prices-history',
    path: '/batch-prices-history',
    purpose: 'prices of several tokens over time',
    body: 'json',
    ok: z.strictObject({ history: z.record(text, z.array(HistoryPoint)) }),
    limits: ['book-all', 'book-batch-prices-history'],
  },
];

export const bookRoutes: readonly ExtraRoute[] = [...serviceRoutes, ...factRoutes, ...quoteRoutes, ...batchRoutes];

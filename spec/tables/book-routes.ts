/** spec/tables/book-routes: market lists with a cursor, order books and best prices (interface 4.15 to 4.17). */
import type { z } from 'zod';
import { cursor } from '../params.ts';
import { OrderBook, PriceMap } from '../resources/order-book.ts';
import { SimplifiedMarket, TradingMarket } from '../resources/trading-market.ts';
import type { Route, RouteId } from '../route.ts';
import { arrayOf, pageOf, trading } from './family-rows.ts';

function cursorList(id: RouteId, purpose: string, item: z.ZodType): Route {
  return {
    ...trading,
    id,
    path: `/${id}`,
    section: '4.15',
    purpose,
    query: [cursor],
    ...pageOf('4.15', `${id}.`, item),
    errors: ['bad-request', 'internal'],
  };
}

export const bookRoutes: readonly Route[] = [
  cursorList('sampling-markets', 'sampling markets', TradingMarket),
  cursorList('sampling-simplified-markets', 'sampling markets in short form', SimplifiedMarket),
  cursorList('simplified-markets', 'all markets in short form', SimplifiedMarket),
  {
    ...trading,
    id: 'books',
    method: 'POST',
    path: '/books',
    section: '4.16',
    purpose: 'several order books',
    subject: 'book',
    body: 'tokens',
    ...arrayOf(OrderBook),
    errors: ['bad-request', 'too-large', 'internal'],
    limits: ['book-all', 'book-books'],
  },
  {
    ...trading,
    id: 'prices',
    method: 'POST',
    path: '/prices',
    section: '4.17',
    purpose: 'best prices of several tokens',
    subject: 'book',
    body: 'tokens',
    ok: PriceMap,
    errors: ['bad-request', 'too-large', 'internal'],
    limits: ['book-all', 'book-prices'],
  },
];

/** spec/tables/book-routes: market lists with a cursor, order books and best prices (interface 4.15 to 4.17). */
import { z } from 'zod';
import { cursor } from '../params.ts';
import { OrderBook, PriceMap } from '../resources/order-book.ts';
import { SimplifiedMarket, TradingMarket } from '../resources/trading-market.ts';
import type { Route, RouteId } from '../route.ts';
import { page, trading } from './family-rows.ts';

function cursorList(id: RouteId, purpose: string, item: z.ZodType, resourceSection: string): Route {
  return {
    ...trading,
    id,
    method: 'GET',
    path: `/${id}`,
    section: '4.15',
    purpose,
    subject: 'none',
    auth: 'none',
    query: [cursor],
    body: 'none',
    ok: page('4.15', `${id}.`, item),
    item: { schema: item, at: 'data' },
    resource: resourceSection,
    errors: ['bad-request', 'internal'],
    paging: 'cursor',
    limits: ['book-all'],
  };
}

export const bookRoutes: readonly Route[] = [
  cursorList('sampling-markets', 'sampling markets', TradingMarket, '2.10'),
  cursorList('sampling-simplified-markets', 'sampling markets in short form', SimplifiedMarket, '2.11'),
  cursorList('simplified-markets', 'all markets in short form', SimplifiedMarket, '2.11'),
  {
    ...trading,
    id: 'books',
    method: 'POST',
    path: '/books',
    section: '4.16',
    purpose: 'several order books',
    subject: 'book',
    auth: 'none',
    query: [],
    body: 'tokens',
    ok: z.array(OrderBook),
    item: { schema: OrderBook, at: '' },
    resource: '2.14',
    errors: ['bad-request', 'too-large', 'internal'],
    paging: 'none',
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
    auth: 'none',
    query: [],
    body: 'tokens',
    ok: PriceMap,
    resource: '4.17',
    errors: ['bad-request', 'too-large', 'internal'],
    paging: 'none',
    limits: ['book-all', 'book-prices'],
  },
];

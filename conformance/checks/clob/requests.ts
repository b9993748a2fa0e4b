/** conformance/checks/clob/requests: an acceptable request for each route of a profile, and one that it must refuse. */

import type { ExtraRoute } from '../../../spec/clob/extra-route.ts';
import { CURSOR_START } from '../../../spec/cursor.ts';
import { textAt } from '../../../spec/json.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { bare, get, type Request, withJson } from '../../../wire/message.ts';
import type { CheckContext } from '../../check.ts';
import { orderBody } from '../orders/plan.ts';
import { farPlan } from '../orders/resting-orders.ts';
import { NO_CONDITION, NO_ORDER } from '../unknown-names.ts';
import { CATALOG_REQUESTS } from './catalog-requests.ts';

/** A token with a book that has bids and asks. */
export function bookToken({ bindings, notTestable }: Pick<CheckContext, 'bindings' | 'notTestable'>): string {
  const [book] = bindings.books;
  return textAt(book, 'asset_id') ?? notTestable('no book names its token', 'correct asset_id of the books');
}

const READS: Readonly<Record<string, (token: string) => Request>> = {
  'P/time': () => get('/time'),
  'P/ok': () => get('/ok'),
  'P/version': () => get('/version'),
  'P/market-by-token': (token) => get(`/markets-by-token/${token}`),
  'P/price': (token) => get('/price', { token_id: token, side: 'BUY' }),
  'P/prices-history': (token) => get('/prices-history', { market: token, interval: '1d', fidelity: '60' }),
  'P/batch-prices-history': (token) =>
    withJson('POST', '/batch-prices-history', { markets: [token], interval: '1d', fidelity: 60 }),
  ...Object.fromEntries(
    ['tick-size', 'neg-risk', 'fee-rate', 'book', 'midpoint', 'spread', 'last-trade-price'].map((name) => [
      `P/${name}`,
      (token: string) => get(`/${name}`, { token_id: token }),
    ]),
  ),
  ...Object.fromEntries(
    ['books', 'prices', 'midpoints', 'spreads', 'last-trades-prices'].map((name) => [
      `P/${name}`,
      (token: string) => withJson('POST', `/${name}`, [{ token_id: token }]),
    ]),
  ),
};

/** The acceptable request of a public route; undefined for a route that needs a wallet. Not testable without the entity that it is about. */
export function readRequest(id: string, context: CheckContext): Request | undefined {
  const aboutToken = READS[id];
  if (aboutToken !== undefined) return aboutToken(bookToken(context));
  const aboutEntity = CATALOG_REQUESTS[id];
  if (aboutEntity === undefined) return undefined;
  const request = aboutEntity(context.bindings);
  return (
    request ??
    context.notTestable('the target has shown nothing that this route is about', 'fill the lists of the catalog')
  );
}

type Signed = (context: CheckContext, wallet: Wallet) => Request;

/** Requests that change nothing but for the order that they may place. */
const SIGNED: Readonly<Record<string, Signed>> = {
  'P/create-api-key': () => bare('POST', '/auth/api-key'),
  'P/derive-api-key': () => get('/auth/derive-api-key'),
  'P/api-keys': () => get('/auth/api-keys'),
  'P/delete-api-key': () => bare('DELETE', '/auth/api-key'),
  'P/closed-only': () => get('/auth/ban-status/closed-only'),
  'P/balance-allowance': () => get('/balance-allowance', { asset_type: 'COLLATERAL', signature_type: '0' }),
  'P/update-balance-allowance': () => get('/balance-allowance/update', { asset_type: 'COLLATERAL' }),
  'P/notifications': () => get('/notifications', { signature_type: '0' }),
  'P/drop-notifications': () => bare('DELETE', '/notifications'),
  'P/order-scoring': () => get('/order-scoring', { order_id: NO_ORDER }),
  'P/orders-scoring': () => withJson('POST', '/orders-scoring', [NO_ORDER]),
  'P/place-order': (context, wallet) => withJson('POST', '/order', orderBody(context, wallet, farPlan(context))),
  'P/place-orders': (context, wallet) => withJson('POST', '/orders', [orderBody(context, wallet, farPlan(context))]),
  'P/cancel-order': () => withJson('DELETE', '/order', { orderId: NO_ORDER }),
  'P/cancel-orders': () => withJson('DELETE', '/orders', [NO_ORDER]),
  'P/cancel-all': () => bare('DELETE', '/cancel-all'),
  'P/cancel-market-orders': () => withJson('DELETE', '/cancel-market-orders', { market: NO_CONDITION }),
  'P/order': () => get(`/data/order/${NO_ORDER}`),
  'P/open-orders': () => get('/data/orders', { next_cursor: CURSOR_START }),
  'P/own-trades': () => get('/data/trades', { next_cursor: CURSOR_START }),
  'P/heartbeat': () => withJson('POST', '/heartbeats', {}),
  'P/heartbeat-v1': () => withJson('POST', '/v1/heartbeats', {}),
};

/** An acceptable request of a signed route, without its headers; undefined for any other route. */
export function signedRequest(id: string, context: CheckContext, wallet: Wallet): Request | undefined {
  return SIGNED[id]?.(context, wallet);
}

/** A parameter or a body that is wrong, in place of those of the acceptable request. */
const WRONG: Readonly<Record<string, (token: string) => Request>> = {
  'P/price': (token) => get('/price', { token_id: token, side: 'HOLD' }),
  'P/market-by-token': () => get('/markets-by-token/no-such-token'),
  'P/open-orders': () => get('/data/orders', { next_cursor: '%' }),
  'P/own-trades': () => get('/data/trades', { next_cursor: '%' }),
  'P/batch-prices-history': () => withJson('POST', '/batch-prices-history', []),
  'P/cancel-orders': () => withJson('DELETE', '/orders', { id: 7 }),
};

/** A request that the route must refuse: without its parameters, or with an object in place of its body. */
export function wrongRequest(route: ExtraRoute, token: string): Request {
  const own = WRONG[route.id]?.(token);
  if (own !== undefined) return own;
  if (route.body === 'none') return wrongRead(route);
  return withJson(route.method === 'DELETE' ? 'DELETE' : 'POST', route.path, {});
}

/** An entity that does not exist, else no required parameter, else a text for a parameter of another type. */
function wrongRead({ path, query, pathParam }: ExtraRoute): Request {
  if (pathParam !== undefined) return get(path.replace(/\{\w+\}/, 'no-such-thing'));
  const typed = query.find(({ type }) => ['integer', 'number', 'boolean', 'unix-seconds', 'address'].includes(type));
  return query.some(({ required }) => required) || typed === undefined ? get(path) : get(path, { [typed.name]: 'x' });
}

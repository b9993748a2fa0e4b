/** sim/routes/live-orders: `GET /data/orders` (interface 4.5): the caller's orders in the book, oldest first. */
import { invariant } from '../../base/result.ts';
import { formatMicro, formatPrice } from '../../base/units.ts';
import { decodeCursor, encodeCursor } from '../../spec/cursor.ts';
import type { OrderView } from '../core/order-view.ts';
import type { ParamValues } from '../query.ts';
import type { Service } from '../service.ts';
import type { WorldAccount } from '../world/world.ts';
import { error, okValue, type RouteFunction, type RouteResponse } from './call.ts';

/** One page. `limit` is the page size, `count` the orders on this page. Condition: bad-request. */
export const liveOrders: RouteFunction = (service, { params, caller }) => {
  invariant(caller !== undefined, 'live orders belong to a verified wallet');
  const orders = ordersOf(service, caller, params);
  const rowOf = (order: OrderView): object => orderRow(service, caller, order);
  return cursorPage(service, pageStart(params), orders, service.profile.pages.liveOrders, rowOf);
};

/** The page of `items` from `start`, which is undefined for a malformed cursor. */
export function cursorPage<Item>(
  { profile }: Service,
  start: number | undefined,
  items: readonly Item[],
  limit: number,
  rowOf: (item: Item) => object,
): RouteResponse {
  if (start === undefined) return error('bad-request', MALFORMED_CURSOR);
  const page = items.slice(start, start + limit);
  const end = start + page.length;
  const next = page.length > 0 && end < items.length ? encodeCursor(end) : profile.cursorEnds.liveOrders;
  return okValue({ data: page.map(rowOf), next_cursor: next, limit, count: page.length });
}

export const MALFORMED_CURSOR = 'next_cursor must be a cursor that an earlier page gave';

/** The offset of a `next_cursor`: 0 without a cursor, undefined if it is malformed. */
export function pageStart(params: ParamValues): number | undefined {
  const cursor = params['next_cursor'];
  return cursor === undefined || cursor === '' ? 0 : decodeCursor(String(cursor));
}

function ordersOf(service: Service, caller: WorldAccount, params: ParamValues): readonly OrderView[] {
  const { id, market, asset_id: assetId } = params;
  const { views, world } = service;
  views.catchUp();
  const condition = market === undefined ? undefined : views.tokens.marketByCondition(String(market))?.index;
  const orders: OrderView[] = [];
  for (const number of views.openOrders.ofWallet(caller.index)) {
    const order = world.venue.order(number);
    if (order?.state !== 'live') continue;
    const card = views.tokens.card(order.market, order.outcome);
    if (id !== undefined && views.ids.order.encode(number) !== id) continue;
    if (market !== undefined && order.market !== condition) continue;
    if (assetId !== undefined && card.tokenId !== assetId) continue;
    orders.push(order);
  }
  return orders;
}

function orderRow({ views }: Service, caller: WorldAccount, order: OrderView) {
  const card = views.tokens.card(order.market, order.outcome);
  return {
    associateTrades: views.openOrders.tradesOf(order.order).map((trade) => views.ids.trade.encode(trade)),
    id: views.ids.order.encode(order.order),
    status: 'LIVE',
    market: card.conditionId,
    originalSize: formatMicro(order.size),
    outcome: card.outcomeName,
    makerAddress: caller.address,
    owner: caller.key?.apiKey ?? '',
    price: formatPrice(order.price),
    sizeMatched: formatMicro(order.matched),
    assetId: card.tokenId,
    side: order.side,
    type: order.type,
    createdAt: new Date(order.acceptedAt).toISOString(),
  };
}

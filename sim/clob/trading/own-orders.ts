/** sim/clob/trading/own-orders: the caller's orders as clients read them: snake case, seconds, cursors that end. */
import { encodeCursor } from '../../../spec/cursor.ts';
import type { OrderView } from '../../core/order-view.ts';
import type { ParamValues } from '../../query.ts';
import { error, okJson, type RouteFunction, type RouteResponse } from '../../routes/call.ts';
import { MALFORMED_CURSOR, pageStart } from '../../routes/live-orders.ts';
import type { Service } from '../../service.ts';
import { ownerOf } from '../account/api-keys.ts';
import type { Owner } from '../account/owners.ts';
import { orderRecord } from './records.ts';

/** One page of open orders, oldest first. Condition: bad-request. */
export const openSignedOrders: RouteFunction = (service, { params, caller }) => {
  const owner = ownerOf(service, caller?.index);
  const orders = openOrdersOf(service, owner).filter((order) => matches(service, order, params));
  return pageOf(service, params, orders, service.profile.pages.liveOrders, (order) => orderRow(service, order));
};

export const ORDER_ID = /^0x[0-9a-f]{64}$/i;
export const INVALID_ORDER_ID = error('bad-request', 'Invalid orderID');

/** One order of the caller, ended ones included; `null` for any other id. Condition: bad-request. */
export const ownOrder: RouteFunction = (service, { pathValue, caller }) => {
  if (!ORDER_ID.test(pathValue)) return INVALID_ORDER_ID;
  const owner = ownerOf(service, caller?.index);
  const number = service.views.ids.order.decode(pathValue);
  const order = number === undefined ? undefined : service.world.venue.order(number);
  const isOwn = order !== undefined && owner.wallets.some(({ index }) => index === order.wallet);
  return okJson(isOwn ? JSON.stringify(orderRow(service, order)) : 'null');
};

/** The orders of all wallets of an owner that rest or wait for their delay, oldest first. */
export function openOrdersOf({ views, world }: Service, owner: Owner): OrderView[] {
  views.catchUp();
  const numbers = owner.wallets.flatMap(({ index }) => [...views.openOrders.ofWallet(index)]);
  return numbers.sort((a, b) => a - b).flatMap((number) => world.venue.order(number) ?? []);
}

export function pageOf<Item>(
  service: Service,
  params: ParamValues,
  items: readonly Item[],
  limit: number,
  rowOf: (item: Item) => object,
): RouteResponse {
  const start = params['next_cursor'] === service.profile.cursorEnds.liveOrders ? items.length : pageStart(params);
  if (start === undefined) return error('bad-request', MALFORMED_CURSOR);
  const page = items.slice(start, start + limit);
  const end = start + page.length;
  const next = page.length > 0 && end < items.length ? encodeCursor(end) : service.profile.cursorEnds.liveOrders;
  return okJson(JSON.stringify({ data: page.map(rowOf), next_cursor: next, limit, count: page.length }));
}

function matches({ views }: Service, order: OrderView, { id, market, asset_id: token }: ParamValues): boolean {
  const card = views.tokens.card(order.market, order.outcome);
  if (id !== undefined && views.ids.order.encode(order.order) !== String(id).toLowerCase()) return false;
  if (market !== undefined && card.conditionId !== String(market).toLowerCase()) return false;
  return token === undefined || card.tokenId === token;
}

const STATUS: Readonly<Record<OrderView['state'], string>> = {
  live: 'LIVE',
  delayed: 'DELAYED',
  matched: 'MATCHED',
  cancelled: 'CANCELED',
  expired: 'CANCELED',
  killed: 'UNMATCHED',
};

function orderRow(service: Service, order: OrderView) {
  const { ids, openOrders } = service.views;
  return {
    ...orderRecord(service, order),
    status: STATUS[order.state],
    created_at: Math.floor(order.acceptedAt / 1_000),
    associate_trades: openOrders.tradesOf(order.order).map((trade) => ids.trade.encode(trade)),
  };
}

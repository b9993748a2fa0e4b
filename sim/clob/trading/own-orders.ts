/** sim/clob/trading/own-orders: orders and trades of the caller as clients read them: snake case, seconds, cursors. */
import type { OrderView } from '../../core/order-view.ts';
import type { ParamValues } from '../../query.ts';
import { error, okJson, type RouteFunction } from '../../routes/call.ts';
import { cursorPage, pageStart } from '../../routes/live-orders.ts';
import type { Service } from '../../service.ts';
import { ownerOf } from '../account/api-keys.ts';
import type { Owner } from '../account/owners.ts';
import { orderRecord, tradeRecord } from './records.ts';

/** One page of open orders, oldest first. Condition: bad-request. */
export const openSignedOrders: RouteFunction = (service, { params, caller }) => {
  const owner = ownerOf(service, caller?.index);
  const orders = openOrdersOf(service, owner).filter((order) => isListedOrder(service, order, params));
  const start = startOf(service, params, orders);
  return cursorPage(service, start, orders, service.profile.pages.liveOrders, (order) => orderRow(service, order));
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

/** The start of a page; the cursor of the end is valid, too. */
function startOf({ profile }: Service, params: ParamValues, items: readonly unknown[]): number | undefined {
  return params['next_cursor'] === profile.cursorEnds.liveOrders ? items.length : pageStart(params);
}

function isListedOrder({ views }: Service, order: OrderView, { id, market, asset_id: token }: ParamValues): boolean {
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

/** One page of the trades of the caller's wallets on either side, newest first. Condition: bad-request. */
export const ownTrades: RouteFunction = (service, { params, caller }) => {
  const owner = ownerOf(service, caller?.index);
  const { views } = service;
  views.catchUp();
  const own = new Set(owner.wallets.flatMap(({ index }) => [...views.trades.ofWallet(index)]));
  const newestFirst = [...own].sort((a, b) => b - a).filter((trade) => isListedTrade(service, trade, params));
  const start = startOf(service, params, newestFirst);
  return cursorPage(service, start, newestFirst, service.profile.pages.trades, (trade) => {
    return tradeRecord(service, owner.account.index, views.trades.record(trade));
  });
};

function isListedTrade({ views }: Service, trade: number, params: ParamValues): boolean {
  const { id, maker_address: maker, market, asset_id: token, before, after } = params;
  const { event } = views.trades.record(trade);
  const outcomes = [event.outcome, ...event.makers.map(({ outcome }) => outcome)];
  const cards = outcomes.map((outcome) => views.tokens.card(event.market, outcome));
  const wallet = maker === undefined ? undefined : views.people.byAddress(String(maker))?.account.index;
  const wallets = [event.takerWallet, ...event.makers.map((leg) => leg.wallet)];
  return (
    (id === undefined || views.ids.trade.encode(trade) === id) &&
    (maker === undefined || wallets.some((index) => index === wallet)) &&
    (market === undefined || cards[0]?.conditionId === String(market).toLowerCase()) &&
    (token === undefined || cards.some((card) => card.tokenId === token)) &&
    (before === undefined || event.at < Number(before) * 1_000) &&
    (after === undefined || event.at > Number(after) * 1_000)
  );
}

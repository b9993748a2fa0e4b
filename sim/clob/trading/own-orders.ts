/** sim/clob/trading/own-orders: the caller's orders and trades as clients read them, and cancellations. */
import { isObject } from '../../../base/json.ts';
import type { Refusal } from '../../../spec/venue/command.ts';
import type { OrderView } from '../../core/order-view.ts';
import type { ParamValues } from '../../query.ts';
import {
  badRequest,
  type Call,
  error,
  notFound,
  okJson,
  okValue,
  type RouteFunction,
  type RouteResponse,
} from '../../routes/call.ts';
import { cursorPage, pageStart } from '../../routes/own-lists.ts';
import type { Service } from '../../service.ts';
import { ownerOf } from '../account/api-keys.ts';
import type { Owner } from '../account/owners.ts';
import { orderRecord, tradeRecord } from './records.ts';
import { INVALID_ORDER } from './signed-body.ts';

/** One page of open orders, oldest first. Condition: bad-request. */
export const openSignedOrders: RouteFunction = (service, { params, caller }) => {
  const owner = ownerOf(service, caller?.index);
  const orders = openOrdersOf(service, owner).filter((order) => isListedOrder(service, order, params));
  const start = startOf(service, params, orders);
  return cursorPage(service, start, orders, service.profile.pages.liveOrders, (order) => orderRow(service, order));
};

const ORDER_ID = /^0x[0-9a-f]{64}$/i;
const INVALID_ORDER_ID = badRequest('Invalid orderID');

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
function openOrdersOf({ views, world }: Service, owner: Owner): OrderView[] {
  views.catchUp();
  const numbers = owner.wallets.flatMap(({ index }) => [...views.openOrders.ofWallet(index)]);
  return numbers.sort((a, b) => a - b).flatMap((number) => world.venue.order(number) ?? []);
}

/** The start of a page; the cursor of the end is valid, too. */
function startOf({ profile }: Service, params: ParamValues, items: readonly unknown[]) {
  return params['next_cursor'] === profile.cursorEnds.liveOrders ? items.length : pageStart(params);
}

function isListedOrder({ views }: Service, order: OrderView, { id, market, asset_id: token }: ParamValues) {
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

function isListedTrade(
  { views }: Service,
  trade: number,
  { id, maker_address: maker, market, asset_id: token, before, after }: ParamValues,
) {
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

const CANCELS_MAX = 3_000;

/** Cancels the order that the body names. Conditions: bad-request; in some profiles not-found and not-accepting. */
export const cancelSignedOrder: RouteFunction = (service, call) => {
  const { cancelField = 'orderID', cancelRefusals } = service.profile.clob ?? {};
  const id = isObject(call.body) ? call.body[cancelField] : undefined;
  if (typeof id !== 'string') return badRequest(`${INVALID_ORDER}: ${cancelField} is required`);
  if (!ORDER_ID.test(id)) return INVALID_ORDER_ID;
  const refusal = cancel(service, call, id);
  if (refusal === undefined || cancelRefusals !== 'status') return cancelled([[id, refusal]]);
  return refusal.kind === 'order-finished' ? error('not-accepting', reasonOf(refusal)) : notFound(reasonOf(refusal));
};

/** The body is a list of ids. */
export const cancelSignedOrders: RouteFunction = (service, call) => {
  const { body } = call;
  if (!Array.isArray(body)) return badRequest(`${INVALID_ORDER}: the body must be a list of order ids`);
  if (body.length > CANCELS_MAX) return badRequest(`Too many orders in payload, max allowed: ${CANCELS_MAX}`);
  if (!body.every((id) => ORDER_ID.test(id))) return INVALID_ORDER_ID;
  return cancelled([...new Set<string>(body)].map((id) => [id, cancel(service, call, id)]));
};

export const cancelAll: RouteFunction = (service, call) => cancelWhere(service, call, () => true);

/** Cancels the orders of a condition, of a token, or of both; Python clients send an empty text for the other. */
export const cancelMarketOrders: RouteFunction = (service, call) => {
  const { market = '', asset_id: snake = '', assetId: token = snake } = isObject(call.body) ? call.body : {};
  if (typeof market !== 'string' || typeof token !== 'string' || (market === '' && token === '')) {
    return badRequest(`${INVALID_ORDER}: market or asset_id is required`);
  }
  return cancelWhere(service, call, (order) => {
    const card = service.views.tokens.card(order.market, order.outcome);
    const isMarket = market === '' || card.conditionId === market.toLowerCase();
    return isMarket && (token === '' || card.tokenId === token);
  });
};

function cancelWhere(service: Service, call: Call, test: (order: OrderView) => boolean): RouteResponse {
  const orders = openOrdersOf(service, ownerOf(service, call.caller?.index)).filter(test);
  const ids = orders.map(({ order }) => service.views.ids.order.encode(order));
  return cancelled(ids.map((id) => [id, cancel(service, call, id)]));
}

function cancel(service: Service, { caller, now }: Call, id: string): Refusal | undefined {
  const { venue } = service.world;
  const number = service.views.ids.order.decode(id);
  const order = number === undefined ? undefined : venue.order(number);
  const owner = ownerOf(service, caller?.index);
  if (order === undefined || !owner.wallets.some(({ index }) => index === order.wallet))
    return { kind: 'unknown-order' };
  const result = venue.step({ kind: 'cancel', wallet: order.wallet, order: order.order }, now);
  return result.ok ? undefined : result.refusal;
}

function cancelled(results: readonly (readonly [string, Refusal | undefined])[]): RouteResponse {
  const canceled = results.flatMap(([id, refusal]) => (refusal === undefined ? [id] : []));
  const others = results.flatMap(([id, refusal]) => (refusal === undefined ? [] : [[id, reasonOf(refusal)] as const]));
  return okValue({ canceled, not_canceled: Object.fromEntries(others) });
}

/** An order of another owner gets the reason of an unknown one. */
function reasonOf(refusal: Refusal): string {
  if (refusal.kind !== 'order-finished') return "order can't be found - already canceled or matched";
  return refusal.state === 'matched' ? 'order already matched' : 'order already canceled';
}

/** sim/routes/own-lists: `GET /data/orders` (interface 4.5) and `GET /builder/trades` (4.6), with pages by cursor. */

import { invariant } from '../../base/result.ts';
import { formatMicro, formatPrice } from '../../base/units.ts';
import { decodeCursor, encodeCursor } from '../../spec/cursor.ts';
import type { BuilderTrade, MakerOrder } from '../../spec/resources/order.ts';
import type { MakerLeg } from '../../spec/venue/event.ts';
import type { OrderView } from '../core/order-view.ts';
import type { ParamValues } from '../query.ts';
import type { Service } from '../service.ts';
import { MICRO_PER_PRICE_UNIT } from '../views/token-price.ts';
import type { TradeFilter, TradeRecord } from '../views/trades.ts';
import type { Views } from '../views/views.ts';
import type { WorldAccount } from '../world/world.ts';
import { badRequest, okValue, type RouteFunction, type RouteResponse } from './call.ts';

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
  if (start === undefined) return badRequest(MALFORMED_CURSOR);
  const page = items.slice(start, start + limit);
  const end = start + page.length;
  const next = page.length > 0 && end < items.length ? encodeCursor(end) : profile.cursorEnds.liveOrders;
  return okValue({ data: page.map(rowOf), next_cursor: next, limit, count: page.length });
}

const MALFORMED_CURSOR = 'next_cursor must be a cursor that an earlier page gave';

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

/** One page. Condition: bad-request. */
export const builderTrades: RouteFunction = ({ views, profile }, { params }) => {
  views.catchUp();
  const start = pageStart(params);
  if (start === undefined) return badRequest(MALFORMED_CURSOR);
  const limit = profile.pages.trades;
  const found = views.trades.newestFirst(filterOf(views, params), start, limit + 1);
  const next = found.length > limit ? encodeCursor(start + limit) : profile.cursorEnds.trades;
  const json = JSON.stringify(found.slice(0, limit).map((trade) => builderTrade(views, views.trades.record(trade))));
  return { kind: 'ok', json, headers: { 'x-next-cursor': next } };
};

/** A number that no trade, wallet or market has: they count from 0. */
const NONE = -1;

/** All filters are about the row itself, that is about the taker. */
function filterOf(views: Views, params: ParamValues): TradeFilter {
  const { id, market, asset_id: assetId, before, after, maker_address: maker } = params;
  const token = assetId === undefined ? undefined : views.tokens.byTokenId(String(assetId));
  return {
    trade: id === undefined ? undefined : (views.ids.trade.decode(String(id)) ?? NONE),
    taker: maker === undefined ? undefined : (views.people.byAddress(String(maker))?.account.index ?? NONE),
    market: market === undefined ? undefined : (views.tokens.marketByCondition(String(market))?.index ?? NONE),
    token: assetId === undefined ? undefined : { market: token?.market.index ?? NONE, outcome: token?.outcome ?? 0 },
    before: before === undefined ? undefined : Number(before) * 1000,
    after: after === undefined ? undefined : Number(after) * 1000,
  };
}

/** One trade (2.16), seen from its taker; its price is the average over its legs. */
export function builderTrade(views: Views, { event, status, updatedAt }: TradeRecord): BuilderTrade {
  const card = views.tokens.card(event.market, event.outcome);
  return {
    id: views.ids.trade.encode(event.trade),
    taker_order_id: views.ids.order.encode(event.takerOrder),
    market: card.conditionId,
    asset_id: card.tokenId,
    side: event.side,
    size: formatMicro(event.size),
    fee_rate_bps: String(card.market.takerBaseFee),
    price: formatMicro(averagePrice(event.makers, event.size)),
    status,
    outcome: card.outcomeName,
    maker_address: views.people.person(event.takerWallet).account.address,
    owner: views.ids.owner.encode(event.takerKey),
    transaction_hash: views.ids.tradeTransaction.encode(event.trade),
    match_time: new Date(event.at).toISOString(),
    last_update: new Date(updatedAt).toISOString(),
    bucket_index: 0,
    type: 'TAKER',
    maker_orders: event.makers.map((leg) => makerOrder(views, event.market, leg)),
  };
}

export function makerOrder(views: Views, market: number, leg: MakerLeg): MakerOrder {
  const card = views.tokens.card(market, leg.outcome);
  return {
    order_id: views.ids.order.encode(leg.order),
    maker_address: views.people.person(leg.wallet).account.address,
    owner: views.ids.owner.encode(leg.key),
    matched_amount: formatMicro(leg.size),
    fee_rate_bps: String(card.market.makerBaseFee),
    price: formatPrice(leg.price),
    asset_id: card.tokenId,
    outcome: card.outcomeName,
    side: leg.side,
  };
}

/** Mean price of the legs by size, micro dollars a share, half up. The cash of the trade is rounded already. */
function averagePrice(legs: readonly MakerLeg[], size: number): number {
  const worth = legs.reduce((sum, leg) => sum + BigInt(leg.takerPrice) * BigInt(leg.size), 0n);
  const shares = BigInt(size);
  return Number((2n * worth * BigInt(MICRO_PER_PRICE_UNIT) + shares) / (2n * shares));
}

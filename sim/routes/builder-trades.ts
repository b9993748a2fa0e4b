/**
 * sim/routes/builder-trades: `GET /builder/trades` (interface 4.6): all trades, newest first, one row per taker order. The
 * body is a bare array, so the next cursor travels in the header `x-next-cursor`.
 */
import { encodeCursor } from '../../spec/cursor.ts';
import type { BuilderTrade, MakerOrder } from '../../spec/resources/builder-trade.ts';
import { formatMicro, formatPrice, MICRO, mulDivHalfUp } from '../../spec/units.ts';
import type { MakerLeg } from '../core/event.ts';
import { MICRO_PER_PRICE_UNIT } from '../views/token-price.ts';
import type { TradeRecord } from '../views/trades.ts';
import type { Views } from '../views/views.ts';
import { error, type ParamValues, type RouteFunction } from './call.ts';
import { MALFORMED_CURSOR, pageStart } from './live-orders.ts';

/** One page. Condition: bad-request. */
export const builderTrades: RouteFunction = ({ views, profile }, { params }) => {
  views.catchUp();
  const start = pageStart(params);
  if (start === undefined) return error('bad-request', MALFORMED_CURSOR);
  const limit = profile.pages.trades;
  const found = newestFirst(views.trades.all, start, limit + 1, accepts(views, params));
  const page = found.slice(0, limit);
  const next = found.length > limit ? encodeCursor(start + limit) : profile.cursorEnds.trades;
  const json = JSON.stringify(page.map((record) => tradeRow(views, record)));
  return { kind: 'ok', json, headers: { 'x-next-cursor': next } };
};

/** At most `count` accepted trades from the newest back, after skipping `start` of them. */
function newestFirst(
  all: readonly TradeRecord[],
  start: number,
  count: number,
  accept: (record: TradeRecord) => boolean,
): readonly TradeRecord[] {
  const found: TradeRecord[] = [];
  let skip = start;
  for (let index = all.length - 1; index >= 0 && found.length < count; index -= 1) {
    const record = all[index];
    if (record === undefined || !accept(record)) continue;
    if (skip > 0) skip -= 1;
    else found.push(record);
  }
  return found;
}

/** All filters are about the row itself, that is about the taker. */
function accepts(views: Views, params: ParamValues): (record: TradeRecord) => boolean {
  const { id, market, asset_id: assetId, before, after, maker_address: maker } = params;
  const trade = id === undefined ? undefined : views.ids.trade.decode(String(id));
  const wallet = maker === undefined ? undefined : views.people.byAddress(String(maker))?.account.index;
  const condition = market === undefined ? undefined : views.tokens.marketByCondition(String(market))?.index;
  const token = assetId === undefined ? undefined : views.tokens.byTokenId(String(assetId));
  return ({ event }) =>
    (id === undefined || event.trade === trade) &&
    (maker === undefined || event.takerWallet === wallet) &&
    (market === undefined || event.market === condition) &&
    (assetId === undefined || (event.market === token?.market.index && event.outcome === token.outcome)) &&
    (before === undefined || event.at < Number(before) * 1000) &&
    (after === undefined || event.at > Number(after) * 1000);
}

/** One trade (2.16), seen from its taker; its price is the average over its legs. */
function tradeRow(views: Views, { event, status, updatedAt }: TradeRecord): BuilderTrade {
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

/** Micro dollars a share, half up. */
function averagePrice(legs: readonly MakerLeg[], size: number): number {
  const [first] = legs;
  if (first !== undefined && legs.every((leg) => leg.takerPrice === first.takerPrice))
    return first.takerPrice * MICRO_PER_PRICE_UNIT;
  const cash = legs.reduce((sum, leg) => sum + leg.takerCash, 0);
  return mulDivHalfUp(cash, MICRO, size);
}

function makerOrder(views: Views, market: number, leg: MakerLeg): MakerOrder {
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

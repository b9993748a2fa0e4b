/** sim/routes/builder-trades: `GET /builder/trades` (4.6), newest first. The next cursor is in a header. */
import { formatMicro, formatPrice } from '../../base/units.ts';
import { encodeCursor } from '../../spec/cursor.ts';
import type { BuilderTrade, MakerOrder } from '../../spec/resources/builder-trade.ts';
import type { MakerLeg } from '../../spec/venue/event.ts';
import type { ParamValues } from '../query.ts';
import { MICRO_PER_PRICE_UNIT } from '../views/token-price.ts';
import type { TradeFilter, TradeRecord } from '../views/trades.ts';
import type { Views } from '../views/views.ts';
import { error, type RouteFunction } from './call.ts';
import { MALFORMED_CURSOR, pageStart } from './live-orders.ts';

/** One page. Condition: bad-request. */
export const builderTrades: RouteFunction = ({ views, profile }, { params }) => {
  views.catchUp();
  const start = pageStart(params);
  if (start === undefined) return error('bad-request', MALFORMED_CURSOR);
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

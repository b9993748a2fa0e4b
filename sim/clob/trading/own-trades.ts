/** sim/clob/trading/own-trades: `GET /data/trades`: the trades of the caller's wallets, as taker or as maker, newest first. */

import { formatMicro, formatPrice } from '../../../base/units.ts';
import type { OwnTrade } from '../../../spec/clob/trading-routes.ts';
import type { MakerLeg, TradeEvent } from '../../../spec/venue/event.ts';
import type { ParamValues } from '../../query.ts';
import type { RouteFunction } from '../../routes/call.ts';
import type { Service } from '../../service.ts';
import { averagePrice } from '../../views/average-price.ts';
import { ownerOf } from '../account/api-keys.ts';
import { type Owner, ownersOf } from '../account/owners.ts';
import { apiKeyOf, pageOf } from './own-orders.ts';

/** One page. Condition: bad-request. */
export const ownTrades: RouteFunction = (service, { params, caller }) => {
  const owner = ownerOf(service, caller?.index);
  const { views } = service;
  views.catchUp();
  const own = new Set(owner.wallets.flatMap(({ index }) => [...views.trades.ofWallet(index)]));
  const newestFirst = [...own].sort((a, b) => b - a).filter((trade) => matches(service, trade, params));
  return pageOf(service, params, newestFirst, service.profile.pages.trades, (trade) => tradeRow(service, owner, trade));
};

function matches({ views }: Service, trade: number, params: ParamValues): boolean {
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

/** A trade as its owner sees it. The fields outside `maker_orders` are those of the taker, also for a maker. */
function tradeRow(service: Service, owner: Owner, trade: number): OwnTrade {
  const { views } = service;
  const { event, status, updatedAt } = views.trades.record(trade);
  const card = views.tokens.card(event.market, event.outcome);
  const isTaker = owner.wallets.some(({ index }) => index === event.takerWallet);
  return {
    id: views.ids.trade.encode(trade),
    taker_order_id: views.ids.order.encode(event.takerOrder),
    market: card.conditionId,
    asset_id: card.tokenId,
    side: event.side,
    size: formatMicro(event.size),
    price: formatMicro(averagePrice(event.makers, event.size)),
    fee_rate_bps: String(card.market.takerBaseFee),
    status: status === 'HELD' ? 'MATCHED' : status,
    match_time: String(Math.floor(event.at / 1_000)),
    last_update: String(Math.floor(updatedAt / 1_000)),
    outcome: card.outcomeName,
    bucket_index: 0,
    owner: keyShownTo(service, owner, event.takerWallet, event.takerKey),
    maker_address: views.people.person(event.takerWallet).account.address,
    transaction_hash: views.ids.tradeTransaction.encode(trade),
    trader_side: isTaker ? 'TAKER' : 'MAKER',
    maker_orders: event.makers.map((leg) => makerOrder(service, owner, event, leg)),
  };
}

function makerOrder(service: Service, owner: Owner, { market }: TradeEvent, leg: MakerLeg) {
  const { views } = service;
  const card = views.tokens.card(market, leg.outcome);
  return {
    order_id: views.ids.order.encode(leg.order),
    owner: keyShownTo(service, owner, leg.wallet, leg.key),
    maker_address: views.people.person(leg.wallet).account.address,
    matched_amount: formatMicro(leg.size),
    price: formatPrice(leg.price),
    fee_rate_bps: String(card.market.makerBaseFee),
    asset_id: card.tokenId,
    outcome: card.outcomeName,
    outcome_index: leg.outcome,
    side: leg.side,
  };
}

/** An API key is shown to its owner alone; others see an id that stands for it. */
function keyShownTo(service: Service, owner: Owner, wallet: number, key: number): string {
  const isOwn = ownersOf(service.world).byWallet(wallet)?.address === owner.address;
  return isOwn ? apiKeyOf(service, owner) : service.views.ids.owner.encode(key);
}

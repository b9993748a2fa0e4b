/** sim/streams/user-frames: the messages of the user channel, each as one wallet sees it. */
import { formatMicro, formatPrice } from '../../base/units.ts';
import type { MakerLeg, TradeEvent, TradeStatus } from '../../spec/venue/event.ts';
import { averagePrice } from '../views/average-price.ts';
import { type Outlet, secondsText } from './frame.ts';
import type { OpenOrder } from './log-fold.ts';

export type OrderNews = {
  readonly type: 'PLACEMENT' | 'UPDATE' | 'CANCELLATION';
  readonly status: 'LIVE' | 'MATCHED' | 'DELAYED' | 'CANCELED';
  readonly at: number;
};

/** A message to the owner of the order. */
export function emitOrder({ views, names, emit }: Outlet, order: OpenOrder, news: OrderNews): void {
  const { wallet } = order;
  const card = views.tokens.card(order.market, order.outcome);
  const text = (): string => {
    const owner = names.apiKey(wallet);
    return JSON.stringify({
      event_type: 'order',
      type: news.type,
      id: names.orderId(order.order),
      owner,
      order_owner: owner,
      market: card.conditionId,
      asset_id: card.tokenId,
      side: order.side,
      original_size: formatMicro(order.size),
      size_matched: formatMicro(order.size - order.left),
      price: formatPrice(order.price),
      outcome: card.outcomeName,
      associate_trades: order.trades.length === 0 ? null : order.trades.map((trade) => views.ids.trade.encode(trade)),
      created_at: secondsText(order.at),
      expiration: order.expiresAt === undefined ? '0' : secondsText(order.expiresAt),
      order_type: order.type,
      status: news.status,
      maker_address: names.makerAddress(order.order, wallet),
      timestamp: String(news.at),
    });
  };
  emit({ channel: 'user', event: 'order', wallet, market: card.conditionId, text });
}

/** A message to the taker, and one to each maker. Both describe the whole trade; `trader_side` is that of the receiver. */
export function emitUserTrade(
  outlet: Outlet,
  trade: TradeEvent,
  status: Exclude<TradeStatus, 'HELD'>,
  at: number,
): void {
  const market = outlet.views.tokens.card(trade.market, trade.outcome).conditionId;
  const orders = new Map([[trade.takerWallet, trade.takerOrder]]);
  for (const leg of trade.makers) orders.set(leg.wallet, leg.order);
  for (const [wallet, order] of orders) {
    const text = (): string => tradeText(outlet, trade, { wallet, order, status, at });
    outlet.emit({ channel: 'user', event: 'trade', wallet, market, text });
  }
}

type Receiver = { readonly wallet: number; readonly order: number; readonly status: string; readonly at: number };

function tradeText(outlet: Outlet, trade: TradeEvent, { wallet, order, status, at }: Receiver): string {
  const { views, names } = outlet;
  const card = views.tokens.card(trade.market, trade.outcome);
  return JSON.stringify({
    event_type: 'trade',
    type: 'TRADE',
    id: views.ids.trade.encode(trade.trade),
    taker_order_id: names.orderId(trade.takerOrder),
    market: card.conditionId,
    asset_id: card.tokenId,
    side: trade.side,
    size: formatMicro(trade.size),
    price: formatMicro(averagePrice(trade.makers, trade.size)),
    fee_rate_bps: String(card.market.takerBaseFee),
    status,
    match_time: secondsText(trade.at),
    last_update: secondsText(at),
    outcome: card.outcomeName,
    owner: names.apiKey(wallet),
    trade_owner: ownerOf(outlet, wallet, trade.takerWallet, trade.takerKey),
    maker_address: names.makerAddress(order, wallet),
    transaction_hash: views.ids.tradeTransaction.encode(trade.trade),
    bucket_index: 0,
    trader_side: wallet === trade.takerWallet ? 'TAKER' : 'MAKER',
    maker_orders: trade.makers.map((leg) => makerOrder(outlet, wallet, trade.market, leg)),
    timestamp: String(at),
  });
}

function makerOrder(outlet: Outlet, receiver: number, market: number, leg: MakerLeg) {
  const card = outlet.views.tokens.card(market, leg.outcome);
  return {
    order_id: outlet.names.orderId(leg.order),
    owner: ownerOf(outlet, receiver, leg.wallet, leg.key),
    maker_address: outlet.names.makerAddress(leg.order, leg.wallet),
    matched_amount: formatMicro(leg.size),
    price: formatPrice(leg.price),
    fee_rate_bps: String(card.market.makerBaseFee),
    asset_id: card.tokenId,
    outcome: card.outcomeName,
    outcome_index: leg.outcome,
    side: leg.side,
  };
}

/** API keys of others are secret: an identifier stands for them. */
function ownerOf({ views, names }: Outlet, receiver: number, wallet: number, key: number): string {
  return wallet === receiver ? names.apiKey(wallet) : views.ids.owner.encode(key);
}

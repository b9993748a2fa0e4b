/** sim/streams/user-frames: the messages of the user channel, each as one wallet sees it. */
import type { TradeEvent, TradeStatus } from '../../spec/venue/event.ts';
import { addressOf, apiKeyOf, orderRecord, secondsText, tradeRecord } from '../clob/trading/records.ts';
import type { Outlet } from './frame.ts';
import type { OpenOrder } from './log-fold.ts';

export type OrderNews = {
  readonly type: 'PLACEMENT' | 'UPDATE' | 'CANCELLATION';
  readonly status: 'LIVE' | 'MATCHED' | 'DELAYED' | 'CANCELED';
  readonly at: number;
};

/** A message to the owner of the order. */
export function emitOrder(outlet: Outlet, order: OpenOrder, { type, status, at }: OrderNews): void {
  const { ids, tokens } = outlet.views;
  const { conditionId: market } = tokens.card(order.market, order.outcome);
  const text = (): string => {
    const record = orderRecord(outlet, { ...order, matched: order.size - order.left });
    return JSON.stringify({
      event_type: 'order',
      type,
      ...record,
      order_owner: record.owner,
      associate_trades: order.trades.length === 0 ? null : order.trades.map((trade) => ids.trade.encode(trade)),
      created_at: secondsText(order.acceptedAt),
      status,
      timestamp: String(at),
    });
  };
  outlet.emit({ channel: 'user', event: 'order', wallet: order.wallet, market, text });
}

/** A message to the taker, and one to each maker, about the whole trade; `trader_side` is the receiver's. */
export function emitUserTrade(outlet: Outlet, trade: TradeEvent, status: TradeStatus, at: number): void {
  const { conditionId: market } = outlet.views.tokens.card(trade.market, trade.outcome);
  for (const wallet of new Set([trade.takerWallet, ...trade.makers.map((leg) => leg.wallet)])) {
    const text = (): string => {
      const record = tradeRecord(outlet, wallet, { event: trade, status, updatedAt: at });
      return JSON.stringify({
        event_type: 'trade',
        type: 'TRADE',
        ...record,
        owner: apiKeyOf(outlet, wallet),
        trade_owner: record.owner,
        maker_address: addressOf(outlet, wallet),
        trader_side: wallet === trade.takerWallet ? 'TAKER' : 'MAKER',
        timestamp: String(at),
      });
    };
    outlet.emit({ channel: 'user', event: 'trade', wallet, market, text });
  }
}

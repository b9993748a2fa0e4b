/** sim/streams/frames: the messages of both channels: a function of the event log alone, however it is read. */
import type { Event, TradeEvent, TradeStatus } from '../../spec/venue/event.ts';
import {
  addressOf,
  apiKeyOf,
  orderRecord,
  type RecordedService,
  secondsText,
  tradeRecord,
} from '../clob/trading/records.ts';
import type { Emit, Outlet } from './frame.ts';
import {
  acceptOrder,
  applyTrade,
  bookOf,
  changeTick,
  closeOrder,
  continues,
  endChange,
  type LogFold,
  listMarket,
  newLogFold,
  type OpenOrder,
  reduceOrder,
  releaseOrder,
  settleTrade,
} from './log-fold.ts';
import { type BestPrices, bestPrices } from './market-book.ts';
import { bookFrameText, emitChange, emitListed, emitResolved, emitTick, emitTrade } from './market-frames.ts';

export type Frames = {
  /** Passes the messages of events since the last call, or only follows them. Call it between commands alone. */
  catchUp(emit?: Emit): void;
  /** The book of a token as of the last event that was read; undefined for an unknown token or one without a book. */
  book(tokenId: string): string | undefined;
};

/** Messages of a service from its present on. Reads the log at once. `service`: the present parts of one life. */
export function createFrames(service: () => RecordedService): Frames {
  const fold = newLogFold();
  const write = createWriter(service, fold);
  let seen = 0;
  const catchUp: Frames['catchUp'] = (emit = () => undefined) => {
    const { venue } = service().world;
    for (const { eventCount } = venue; seen < eventCount; ) {
      const event = venue.eventAt(seen);
      seen += 1;
      if (event !== undefined) write(event, emit);
    }
    write(undefined, emit);
  };
  catchUp();
  return {
    catchUp,
    book(tokenId) {
      const card = service().views.tokens.byTokenId(tokenId);
      return card?.market.enableOrderBook ? bookFrameText(card, bookOf(fold, card.market.index)) : undefined;
    },
  };
}

type Write = (event: Event | undefined, emit: Emit) => void;

/** Applies one event to the fold, and emits its messages. `undefined`: the end of the log. */
function createWriter(service: () => RecordedService, fold: LogFold): Write {
  const shown: BestPrices[] = [];
  const end = (outlet: Outlet) => {
    const change = endChange(fold);
    if (change === undefined) return;
    const book = bookOf(fold, change.market);
    const before = shown[change.market] ?? NO_PRICES;
    shown[change.market] = bestPrices(book, 0);
    emitChange(outlet, book, change, before);
  };
  return (event, emit) => {
    const { world, views } = service();
    const outlet = { world, views, emit };
    if (fold.change !== undefined && (event === undefined || !continues(fold.change, event))) end(outlet);
    if (event !== undefined && !writeOrderEvent(fold, event, outlet)) writeOtherEvent(fold, event, outlet);
  };
}

function writeOrderEvent(fold: LogFold, event: Event, outlet: Outlet): boolean {
  const { at } = event;
  switch (event.kind) {
    case 'order-accepted': {
      const order = acceptOrder(fold, event);
      emitOrder(outlet, order, { type: 'PLACEMENT', status: order.stage === 'delayed' ? 'DELAYED' : 'LIVE', at });
      return true;
    }
    case 'order-released':
      emitOrder(outlet, releaseOrder(fold, event), { type: 'UPDATE', status: 'LIVE', at });
      return true;
    case 'order-reduced':
      emitOrder(outlet, reduceOrder(fold, event), { type: 'UPDATE', status: 'LIVE', at });
      return true;
    case 'order-closed': {
      const order = closeOrder(fold, event);
      // The last fill has reported an order that is filled.
      if (event.reason !== 'matched') emitOrder(outlet, order, { type: 'CANCELLATION', status: 'CANCELED', at });
      return true;
    }
    default:
      return false;
  }
}

function writeOtherEvent(fold: LogFold, event: Event, outlet: Outlet) {
  const { at } = event;
  switch (event.kind) {
    case 'market-listed':
      listMarket(fold, event);
      emitListed(outlet, event);
      break;
    case 'tick-changed':
      emitTick(outlet, event, changeTick(fold, event));
      break;
    case 'market-resolved':
      emitResolved(outlet, event);
      break;
    case 'trade': {
      const orders = applyTrade(fold, event);
      emitTrade(outlet, event);
      emitUserTrade(outlet, event, 'MATCHED', at);
      for (const order of orders)
        emitOrder(outlet, order, { type: 'UPDATE', status: order.left === 0 ? 'MATCHED' : 'LIVE', at });
      break;
    }
    case 'trade-status': {
      const trade = settleTrade(fold, event);
      if (trade !== undefined && event.status !== 'HELD') emitUserTrade(outlet, trade, event.status, at);
      break;
    }
    default:
  }
}

const NO_PRICES = bestPrices({ levels: new Map() }, 0);

type OrderNews = {
  readonly type: 'PLACEMENT' | 'UPDATE' | 'CANCELLATION';
  readonly status: 'LIVE' | 'MATCHED' | 'DELAYED' | 'CANCELED';
  readonly at: number;
};

/** A message to the owner of the order. */
function emitOrder(outlet: Outlet, order: OpenOrder, { type, status, at }: OrderNews) {
  const { ids, tokens } = outlet.views;
  const { conditionId: market } = tokens.card(order.market, order.outcome);
  const text = () => {
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
function emitUserTrade(outlet: Outlet, trade: TradeEvent, status: TradeStatus, at: number) {
  const { conditionId: market } = outlet.views.tokens.card(trade.market, trade.outcome);
  for (const wallet of new Set([trade.takerWallet, ...trade.makers.map((leg) => leg.wallet)])) {
    const text = () => {
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

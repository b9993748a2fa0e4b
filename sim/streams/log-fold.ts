/** sim/streams/log-fold: the fold of the event log into orders, unsettled trades and books, a change for each order. */

import { invariant } from '../../base/result.ts';
import type { OrderFields } from '../../spec/venue/command.ts';
import type { Event, TradeEvent } from '../../spec/venue/event.ts';
import type { EventOf } from '../core/log-layout.ts';
import { addShares, type LevelKey, levelKey, type MarketBook, newMarketBook } from './market-book.ts';

export type OpenOrder = Omit<OrderFields, 'size'> & {
  readonly order: number;
  readonly acceptedAt: number;
  readonly expiresAt: number | undefined;
  /** Shares wanted, those that self-trade prevention took off excluded, and the unfilled part of them. */
  size: number;
  left: number;
  stage: 'delayed' | 'arriving' | 'resting';
  readonly trades: number[];
};

/** A change of one book that is reported as a whole. */
export type BookChange = {
  readonly market: number;
  readonly at: number;
  /** The order that crosses the book. */
  readonly arriving: OpenOrder | undefined;
  hasTraded: boolean;
  readonly levels: Set<LevelKey>;
};

export type LogFold = {
  readonly orders: Map<number, OpenOrder>;
  /** Trades that are neither confirmed nor failed. */
  readonly trades: Map<number, TradeEvent>;
  readonly books: MarketBook[];
  change: BookChange | undefined;
};

export function newLogFold(): LogFold {
  return { orders: new Map(), trades: new Map(), books: [], change: undefined };
}

export function bookOf(fold: LogFold, market: number): MarketBook {
  const book = fold.books[market];
  invariant(book !== undefined, `market ${market} was listed before it is used`);
  return book;
}

/** Whether the event belongs to the change in progress. All others come after its end. */
export function continues({ arriving, hasTraded }: BookChange, event: Event): boolean {
  if (arriving === undefined) return false;
  switch (event.kind) {
    case 'trade':
      return event.takerOrder === arriving.order && !hasTraded;
    case 'order-reduced':
      return true;
    case 'order-closed':
      return (
        event.reason === 'matched' ||
        event.reason === 'self-trade' ||
        (event.reason === 'killed' && event.order === arriving.order)
      );
    default:
      return false;
  }
}

/** Ends the change in progress: the rest of the arrived order rests. Returns the change if the book changed. */
export function endChange(fold: LogFold): BookChange | undefined {
  const { change } = fold;
  fold.change = undefined;
  if (change === undefined) return undefined;
  const { arriving } = change;
  if (arriving?.stage === 'arriving' && fold.orders.has(arriving.order)) {
    arriving.stage = 'resting';
    changeLevel(fold, change, arriving, arriving.left);
  }
  return change.hasTraded || change.levels.size > 0 ? change : undefined;
}

export function listMarket(fold: LogFold, { market, terms, at }: EventOf<'market-listed'>): void {
  fold.books[market] = newMarketBook(terms.tick, terms.minSize, at);
}

/** Returns the tick before. */
export function changeTick(fold: LogFold, { market, tick, at }: EventOf<'tick-changed'>): number {
  const book = bookOf(fold, market);
  const before = book.tick;
  Object.assign(book, { tick, changedAt: at });
  return before;
}

/** Returns the trade, unless its settlement has ended before. */
export function settleTrade({ trades }: LogFold, event: EventOf<'trade-status'>) {
  const trade = trades.get(event.trade);
  if (event.status === 'CONFIRMED' || event.status === 'FAILED') trades.delete(event.trade);
  return trade;
}

export function acceptOrder(
  fold: LogFold,
  {
    order: number,
    at,
    wallet,
    key,
    market,
    outcome,
    side,
    type,
    price,
    size,
    expiresAt,
    delayedUntil,
  }: EventOf<'order-accepted'>,
): OpenOrder {
  const stage = delayedUntil === undefined ? 'arriving' : 'delayed';
  const fields = { wallet, key, market, outcome, side, type, price, expiresAt };
  const order: OpenOrder = { ...fields, order: number, acceptedAt: at, size, left: size, stage, trades: [] };
  fold.orders.set(number, order);
  if (stage === 'arriving') fold.change = newChange(order.market, at, order);
  return order;
}

export function releaseOrder(fold: LogFold, { order: number, at }: { order: number; at: number }): OpenOrder {
  const order = orderOf(fold, number);
  order.stage = 'arriving';
  fold.change = newChange(order.market, at, order);
  return order;
}

export function reduceOrder(fold: LogFold, event: EventOf<'order-reduced'>): OpenOrder {
  const order = orderOf(fold, event.order);
  order.size -= event.size;
  order.left -= event.size;
  if (order.stage === 'resting') changeLevel(fold, changeOf(fold, order, event.at), order, -event.size);
  return order;
}

export function closeOrder(fold: LogFold, { order: number, at }: { order: number; at: number }): OpenOrder {
  const order = orderOf(fold, number);
  if (order.stage === 'resting') changeLevel(fold, changeOf(fold, order, at), order, -order.left);
  fold.orders.delete(number);
  return order;
}

function orderOf({ orders }: LogFold, number: number): OpenOrder {
  const order = orders.get(number);
  invariant(order !== undefined, `order ${number} is open`);
  return order;
}

/** Returns the orders that traded: those of the makers, then that of the taker. */
export function applyTrade(fold: LogFold, event: TradeEvent): readonly OpenOrder[] {
  const book = bookOf(fold, event.market);
  const taker = orderOf(fold, event.takerOrder);
  const change = changeOf(fold, taker, event.at);
  change.hasTraded = true;
  fold.trades.set(event.trade, event);
  const makers = event.makers.map(({ order: number, size }) => {
    const maker = orderOf(fold, number);
    changeLevel(fold, change, maker, -size);
    for (const party of [maker, taker]) party.left -= size;
    if (maker.trades.at(-1) !== event.trade) maker.trades.push(event.trade);
    book.lastPrice = Math.abs(levelKey(maker.outcome, maker.side, maker.price));
    return maker;
  });
  taker.trades.push(event.trade);
  return [...makers, taker];
}

function changeOf(fold: LogFold, { market }: OpenOrder, at: number): BookChange {
  fold.change ??= newChange(market, at, undefined);
  return fold.change;
}

function newChange(market: number, at: number, arriving: OpenOrder | undefined): BookChange {
  return { market, at, arriving, hasTraded: false, levels: new Set() };
}

function changeLevel(fold: LogFold, change: BookChange, order: OpenOrder, shares: number) {
  if (shares === 0) return;
  const key = levelKey(order.outcome, order.side, order.price);
  const book = bookOf(fold, order.market);
  addShares(book, key, shares);
  book.changedAt = change.at;
  change.levels.add(key);
}

/** proof/venue/reads/market-model: orders, books and prices by plain scans, after the interface and decisions. */
import { addCount } from '../../../base/record.ts';
import type { OutcomeIndex, Side } from '../../../spec/venue/command.ts';
import type { Event } from '../../../spec/venue/event.ts';

/** An order that is accepted, no longer waiting, and not closed. Micro shares and price units. */
export type ModelOrder = {
  readonly order: number;
  readonly wallet: number;
  readonly market: number;
  readonly outcome: OutcomeIndex;
  readonly side: Side;
  readonly type: string;
  readonly price: number;
  readonly acceptedAt: number;
  size: number;
  matched: number;
  waits: boolean;
  readonly trades: number[];
};

type Log = readonly Event[];

/** Every open order that is not delayed, oldest first. */
export function ordersOf(log: Log): readonly ModelOrder[] {
  const open = new Map<number, ModelOrder>();
  for (const event of log) {
    if (event.kind === 'order-accepted') {
      const { at: acceptedAt, delayedUntil } = event;
      open.set(event.order, { ...event, acceptedAt, matched: 0, waits: delayedUntil !== undefined, trades: [] });
    }
    if (event.kind === 'order-closed') open.delete(event.order);
    if (event.kind === 'order-released') change(open, event.order, (order) => ({ ...order, waits: false }));
    if (event.kind === 'order-reduced') {
      change(open, event.order, (order) => ({ ...order, size: order.size - event.size }));
    }
    if (event.kind !== 'trade') continue;
    for (const { order, size } of [{ order: event.takerOrder, size: event.size }, ...event.makers]) {
      change(open, order, (known) => ({
        ...known,
        matched: known.matched + size,
        trades: [...known.trades, event.trade],
      }));
    }
  }
  return [...open.values()].filter((order) => !order.waits);
}

function change(open: Map<number, ModelOrder>, number: number, next: (order: ModelOrder) => ModelOrder) {
  const order = open.get(number);
  if (order !== undefined) open.set(number, next(order));
}

export type ModelLevel = { readonly price: number; readonly size: number };

/** The levels of a token, best first: orders of the other token count as the opposite side at the complement. */
export function levelsOf(log: Log, market: number, outcome: OutcomeIndex, side: Side): readonly ModelLevel[] {
  const levels = new Map<number, number>();
  for (const order of ordersOf(log)) {
    const isOwn = order.outcome === outcome;
    if (order.market !== market || isOwn !== (order.side === side)) continue;
    const price = isOwn ? order.price : 10_000 - order.price;
    addCount(levels, price, order.size - order.matched);
  }
  const sign = side === 'BUY' ? -1 : 1;
  return [...levels].map(([price, size]) => ({ price, size })).sort((a, b) => sign * (a.price - b.price));
}

/** The tick of a market, price units. */
export function tickOf(log: Log, market: number): number | undefined {
  const ticks = log.flatMap((event) => {
    if (event.kind === 'market-listed' && event.market === market) return [event.terms.tick];
    return event.kind === 'tick-changed' && event.market === market ? [event.tick] : [];
  });
  return ticks.at(-1);
}

/** The price of the last trade of a market for a token, price units. */
export function lastPriceOf(log: Log, market: number, outcome: OutcomeIndex): number | undefined {
  const last = log.findLast((event) => event.kind === 'trade' && event.market === market);
  const leg = last?.kind === 'trade' ? last.makers.at(-1) : undefined;
  if (leg === undefined) return undefined;
  return leg.outcome === outcome ? leg.price : 10_000 - leg.price;
}

/** The price of a token in dollars: its payout, else the last trade, else the midpoint, else a half. */
export function priceOf(log: Log, market: number, outcome: OutcomeIndex): number {
  const resolved = log.findLast((event) => event.kind === 'market-resolved' && event.market === market);
  if (resolved?.kind === 'market-resolved') return resolved.payout[outcome] / 1e6;
  const last = lastPriceOf(log, market, outcome);
  if (last !== undefined) return last / 1e4;
  const [bid] = levelsOf(log, market, outcome, 'BUY');
  const [ask] = levelsOf(log, market, outcome, 'SELL');
  return bid === undefined || ask === undefined ? 0.5 : (bid.price + ask.price) / 2e4;
}

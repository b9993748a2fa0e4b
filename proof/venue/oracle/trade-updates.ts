/** proof/venue/oracle/trade-updates: events of orders and trades, applied to the facts. */

import type { MakerLeg, TradeEvent } from '../../../spec/venue/event.ts';
import { complete, schedule } from './agenda.ts';
import { beginArrival, endOrder, meetMaker, reduce } from './arrival-facts.ts';
import { type Facts, holdingOf, type OrderFacts, touch } from './facts.ts';
import type { EventOf } from './invariant.ts';
import { countFill, hold, moveLeg, restingNeed } from './money-facts.ts';

export function applyLeg(facts: Facts, trade: TradeEvent, leg: MakerLeg, maker: OrderFacts, taker: OrderFacts): void {
  countFill(maker, false, leg.price, leg.size, facts.present.makerFee);
  countFill(taker, true, leg.takerPrice, leg.size, facts.present.takerFee);
  hold(facts, maker, restingNeed(maker));
  hold(facts, taker, taker.side === 'BUY' ? taker.need - leg.takerCash - leg.takerFee : taker.need - leg.size);
  moveLeg(facts, trade, leg, 1, { made: maker.holding, took: taker.holding });
  maker.market.lastPrice = maker.bookPrice;
  meetMaker(facts, maker, leg.size);
  touch(facts, facts.touched.orders, maker);
  touch(facts, facts.touched.orders, taker);
  touch(facts, facts.touched.markets, maker.market);
}

export function applyTrade(facts: Facts, event: TradeEvent): void {
  facts.traded += 1;
  facts.arrival.traded = true;
  const dueAt = event.at + facts.rules.minedAfterMs;
  facts.trades.set(event.trade, { event, status: 'MATCHED', due: 'MINED', dueAt });
  schedule(facts.agenda, dueAt, 'MINED', event.trade);
}

export function applyReversal(facts: Facts, event: EventOf<'trade-reversed'>): void {
  facts.reversed = event.trade;
  facts.reversals += 1;
  const market = facts.markets[event.market];
  const taker = facts.wallets[event.takerWallet];
  for (const leg of event.makers) {
    const maker = facts.wallets[leg.wallet];
    if (market === undefined || taker === undefined || maker === undefined) continue;
    moveLeg(facts, event, leg, -1, { made: holdingOf(maker, market), took: holdingOf(taker, market) });
  }
}

export function applyStatus(facts: Facts, event: EventOf<'trade-status'>): void {
  const trade = facts.trades.get(event.trade);
  if (trade === undefined) return;
  trade.status = event.status;
  complete(facts.agenda, trade.due, event.trade);
  if (event.status === 'CONFIRMED' || event.status === 'FAILED') {
    facts.trades.delete(event.trade);
    return;
  }
  if (event.status === 'HELD') {
    trade.due = 'MINED';
    trade.dueAt = Infinity;
    return;
  }
  const isMined = event.status === 'MINED';
  trade.due = isMined ? 'CONFIRMED' : 'MINED';
  trade.dueAt = event.at + (isMined ? facts.rules.confirmedAfterMs : facts.rules.minedAfterMs);
  schedule(facts.agenda, trade.dueAt, trade.due, event.trade);
}

export function applyAcceptance(facts: Facts): void {
  facts.accepted += 1;
  const { order, need } = facts.present;
  if (order === undefined) return;
  facts.orders.set(order.number, order);
  hold(facts, order, need);
  touch(facts, facts.touched.orders, order);
  if (order.expiresAt !== undefined) schedule(facts.agenda, order.expiresAt, 'expire', order.number);
  if (order.delayedUntil === undefined) beginArrival(facts, order);
  else schedule(facts.agenda, order.delayedUntil, 'release', order.number);
}

export function applyRelease(facts: Facts): void {
  const { order } = facts.present;
  if (order?.stage !== 'delayed') return;
  beginArrival(facts, order);
  touch(facts, facts.touched.orders, order);
}

export function applyReduction(facts: Facts, event: EventOf<'order-reduced'>): void {
  const { order } = facts.present;
  if (order !== undefined) reduce(facts, order, event.size);
}

export function applyEnd(facts: Facts, event: EventOf<'order-closed'>): void {
  const { forcedCloses } = facts;
  const { order } = facts.present;
  if (forcedCloses.reason !== undefined && order !== undefined && forcedCloses.orders[forcedCloses.ended] === order)
    forcedCloses.ended += 1;
  else clearForcedCloses(facts);
  if (order !== undefined) endOrder(facts, order, event.reason);
}

export function forceCloses(
  facts: Facts,
  reason: 'heartbeat' | 'market-closed' | 'tick-changed',
  isMeant: (order: OrderFacts) => boolean,
): void {
  clearForcedCloses(facts);
  facts.forcedCloses.reason = reason;
  facts.orders.visit((order) => {
    if (isMeant(order)) facts.forcedCloses.orders.push(order);
  });
}

export function clearForcedCloses(facts: Facts): void {
  facts.forcedCloses.reason = undefined;
  if (facts.forcedCloses.orders.length > 0) facts.forcedCloses.orders.length = 0;
  facts.forcedCloses.ended = 0;
}

/** proof/venue/oracle/trade-updates: trades, reversals and statuses, applied to the facts. */
import type { MakerLeg, TradeEvent } from '../../../spec/venue/event.ts';
import { complete, schedule } from './agenda.ts';
import { meetMaker } from './arrival-facts.ts';
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
    trade.dueAt = Number.POSITIVE_INFINITY;
    return;
  }
  const isMined = event.status === 'MINED';
  trade.due = isMined ? 'CONFIRMED' : 'MINED';
  trade.dueAt = event.at + (isMined ? facts.rules.confirmedAfterMs : facts.rules.minedAfterMs);
  schedule(facts.agenda, trade.dueAt, trade.due, event.trade);
}

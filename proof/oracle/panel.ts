/**
 * proof/oracle/panel: who is asked about the legs of a trade, about an arrival that is over, and about what has to be true
 * or done by now. As in `event-panel.ts`, every question is written out.
 */
import type { Event, MakerLeg, TradeEvent } from '../../sim/core/event.ts';
import { bookUncrossed, filledEnd, immediateEnds, ownOrdersEnd } from './arrival-invariants.ts';
import type { Tell } from './event-panel.ts';
import type { Facts, OrderFacts } from './facts.ts';
import { rolesKept } from './life-invariants.ts';
import { debtSettled, everyWinnerBacked } from './market-invariants.ts';
import {
  limitKept,
  makerPrice,
  makersRest,
  metInFull,
  noOverfill,
  noSelfTrade,
  partiesTrue,
  placeKept,
  pricePriority,
  sidesFit,
  timePriority,
} from './matching-invariants.ts';
import {
  booksBalance,
  feeBounded,
  feeMonotone,
  feeRight,
  feeRoles,
  feeSymmetric,
  feeZeroAtEnds,
  legsZeroSum,
  reserveSuffices,
  residualBooked,
  roundedOnce,
  setsWhole,
  sumsExact,
} from './money-invariants.ts';
import { reversalFails } from './settlement-invariants.ts';
import {
  beatsKept,
  closingEnds,
  delaysEnd,
  expiriesKept,
  heartbeatCancels,
  momentKept,
  noneDelayedTrades,
  noneExpiredTrades,
  settlementKept,
  tickCancels,
  timeForward,
} from './time-invariants.ts';
/** Of each leg of each trade. */
export function askAboutLeg(
  tell: Tell,
  facts: Facts,
  trade: TradeEvent,
  leg: MakerLeg,
  maker: OrderFacts,
  taker: OrderFacts,
): void {
  tell('feeBounded', feeBounded(facts, trade, leg, maker, taker));
  if (facts.isThorough) tell('feeMonotone', feeMonotone(facts, trade, leg, maker, taker));
  tell('feeRight', feeRight(facts, trade, leg, maker, taker));
  tell('feeRoles', feeRoles(facts, trade, leg, maker, taker));
  if (facts.isThorough) tell('feeSymmetric', feeSymmetric(facts, trade, leg, maker, taker));
  tell('feeZeroAtEnds', feeZeroAtEnds(facts, trade, leg, maker, taker));
  tell('legsZeroSum', legsZeroSum(facts, trade, leg, maker, taker));
  tell('limitKept', limitKept(facts, trade, leg, maker, taker));
  tell('makerPrice', makerPrice(facts, trade, leg, maker, taker));
  tell('makersRest', makersRest(facts, trade, leg, maker, taker));
  tell('metInFull', metInFull(facts, trade, leg, maker, taker));
  tell('noOverfill', noOverfill(facts, trade, leg, maker, taker));
  tell('noSelfTrade', noSelfTrade(facts, trade, leg, maker, taker));
  tell('noneDelayedTrades', noneDelayedTrades(facts, trade, leg, maker, taker));
  tell('noneExpiredTrades', noneExpiredTrades(facts, trade, leg, maker, taker));
  tell('partiesTrue', partiesTrue(facts, trade, leg, maker, taker));
  tell('placeKept', placeKept(facts, trade, leg, maker, taker));
  tell('pricePriority', pricePriority(facts, trade, leg, maker, taker));
  tell('reserveSuffices', reserveSuffices(facts, trade, leg, maker, taker));
  tell('rolesKept', rolesKept(facts, trade, leg, maker, taker));
  tell('roundedOnce', roundedOnce(facts, trade, leg, maker, taker));
  tell('setsWhole', setsWhole(facts, trade, leg, maker, taker));
  tell('sidesFit', sidesFit(facts, trade, leg, maker, taker));
  tell('timePriority', timePriority(facts, trade, leg, maker, taker));
}

/** Of an order that has met the book. */
export function askAboutArrival(tell: Tell, facts: Facts, order: OrderFacts): void {
  tell('bookUncrossed', bookUncrossed(facts, order));
  tell('filledEnd', filledEnd(facts, order));
  tell('immediateEnds', immediateEnds(facts, order));
  tell('ownOrdersEnd', ownOrdersEnd(facts, order));
}

/** Where the moment is another than before; `next` is undefined between two commands. */
export function askAboutMoment(tell: Tell, facts: Facts, next: Event | undefined): void {
  tell('momentKept', momentKept(facts, next));
  tell('timeForward', timeForward(facts, next));
}

/** Where money has moved. */
export function askAboutMoney(tell: Tell, facts: Facts, next: Event | undefined): void {
  tell('booksBalance', booksBalance(facts, next));
  tell('residualBooked', residualBooked(facts, next));
}

/** While something waits to be done before anything else may happen. */
export function askWhilePressing(tell: Tell, facts: Facts, next: Event | undefined): void {
  tell('beatsKept', beatsKept(facts, next));
  tell('closingEnds', closingEnds(facts, next));
  tell('debtSettled', debtSettled(facts, next));
  tell('delaysEnd', delaysEnd(facts, next));
  tell('everyWinnerBacked', everyWinnerBacked(facts, next));
  tell('expiriesKept', expiriesKept(facts, next));
  tell('heartbeatCancels', heartbeatCancels(facts, next));
  tell('reversalFails', reversalFails(facts, next));
  tell('settlementKept', settlementKept(facts, next));
  tell('sumsExact', sumsExact(facts, next));
  tell('tickCancels', tickCancels(facts, next));
}

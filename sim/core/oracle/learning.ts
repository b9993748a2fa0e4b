/** sim/core/oracle/learning: takes one event after the other into the facts. */
import type { Event, MakerLeg, TradeEvent } from '../event.ts';
import { fulfil, promise } from './agenda.ts';
import { beginArrival, endOrder, firstCrossed, meetMaker, reduce } from './arrival-facts.ts';
import { wholePayout } from './exact.ts';
import {
  type Facts,
  holdingOf,
  type MarketFacts,
  newMarket,
  newOrder,
  newWallet,
  type OrderFacts,
  touch,
} from './facts.ts';
import {
  addBacking,
  addCash,
  addDebt,
  addSets,
  addTokens,
  arrivalNeed,
  countFill,
  hold,
  moveLeg,
  restingNeed,
} from './money-facts.ts';
import { useSalt } from './salt-facts.ts';

/** Looks up what the event is about, before it is judged. */
export function look(facts: Facts, event: Event): void {
  const { present } = facts;
  switch (event.kind) {
    case 'order-accepted': {
      const order = newOrder(facts, event);
      present.order = order;
      present.crossed = order === undefined ? undefined : firstCrossed(order);
      present.need = order === undefined ? 0 : arrivalNeed(order, present.crossed !== undefined);
      present.isRepeated = facts.isThorough && useSalt(facts.salts, event.wallet, event.salt);
      break;
    }
    case 'order-closed':
    case 'order-released':
    case 'order-reduced':
      present.order = facts.orders.get(event.order);
      break;
    case 'trade':
      present.order = facts.orders.get(event.takerOrder);
      break;
    default:
      present.order = undefined;
  }
}

/** Takes the event in; the legs of a trade have been taken in one by one before. */
export function learn(facts: Facts, event: Event): void {
  const { kind, at } = event;
  facts.at = at;
  facts.events += 1;
  if (kind !== 'order-closed' && facts.doom.reason !== undefined) clearDoom(facts);
  facts.reversed = undefined;
  facts.changedGroup = undefined;
  switch (kind) {
    case 'order-accepted':
      learnAcceptance(facts);
      break;
    case 'order-released':
      learnRelease(facts);
      break;
    case 'order-closed':
      learnEnd(facts, event);
      break;
    case 'order-reduced':
      if (facts.present.order !== undefined) reduce(facts, facts.present.order, event.size);
      break;
    case 'trade':
      learnTrade(facts, event);
      break;
    case 'trade-status':
      learnStatus(facts, event);
      break;
    case 'trade-reversed':
      learnReversal(facts, event);
      break;
    case 'heartbeat-kept':
      facts.beats.set(event.key, event.at + facts.rules.heartbeatMs);
      promise(facts.agenda, event.at + facts.rules.heartbeatMs, 'beat', event.key);
      break;
    case 'heartbeat-lost':
      facts.beats.delete(event.key);
      doom(facts, 'heartbeat', (order) => order.key === event.key);
      break;
    case 'market-listed':
    case 'market-state':
    case 'market-resolved':
    case 'tick-changed':
    case 'markets-grouped':
      learnMarket(facts, event);
      break;
    default:
      learnMoney(facts, event);
      break;
  }
}

type Of<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>;

function learnMarket(
  facts: Facts,
  event: Of<'market-listed' | 'market-state' | 'market-resolved' | 'tick-changed' | 'markets-grouped'>,
): void {
  if (event.kind === 'market-listed') enter(facts.markets, event.market, newMarket(event.market, event.terms));
  if (event.kind === 'markets-grouped') {
    learnGroup(facts, event);
    return;
  }
  const market = facts.markets[event.market];
  if (market === undefined) return;
  touch(facts, facts.touched.markets, market);
  if (event.kind === 'market-state') {
    market.state = event.state;
    if (event.state === 'closed') doom(facts, 'market-closed', (order) => order.market === market);
  }
  if (event.kind === 'tick-changed') {
    market.tick = event.tick;
    doom(facts, 'tick-changed', (order) => order.market === market && !fitsTick(order.price, event.tick));
  }
  if (event.kind === 'market-resolved') learnResolution(facts, market, event.payout);
}

function fitsTick(price: number, tick: number): boolean {
  return price % tick === 0 && price >= tick && price <= 10_000 - tick;
}

/** Adds what comes next; with another number it is no part of the world, and whoever judges numbers says so. */
function enter<Thing>(things: Thing[], number: number, thing: Thing): void {
  if (number === things.length) things.push(thing);
}

function learnGroup(facts: Facts, event: Of<'markets-grouped'>): void {
  const members = event.markets.flatMap((index) => facts.markets[index] ?? []);
  const group = { number: event.group, members, debt: 0 };
  enter(facts.groups, event.group, group);
  for (const member of members) {
    member.group = group;
    touch(facts, facts.touched.markets, member);
  }
}

/** The tokens in the group's vault are worth their payout at once. */
function learnResolution(facts: Facts, market: MarketFacts, payout: readonly [number, number]): void {
  market.state = 'resolved';
  market.payout = payout;
  const { group, vault } = market;
  if (group === undefined) return;
  const paid = wholePayout(payout[1], vault);
  facts.changedGroup = group;
  market.vault = 0;
  market.supply[1] -= vault;
  addBacking(facts, market, -paid);
  addDebt(facts, group, -paid);
}

function learnMoney(
  facts: Facts,
  event: Of<'wallet-opened' | 'deposited' | 'split' | 'merged' | 'redeemed' | 'converted'>,
): void {
  if (event.kind === 'wallet-opened') enter(facts.wallets, event.wallet, newWallet(event.wallet));
  const wallet = facts.wallets[event.wallet];
  if (wallet === undefined) return;
  if (event.kind === 'wallet-opened') touch(facts, facts.touched.wallets, wallet);
  if (event.kind === 'deposited') {
    facts.accounts.deposits += event.amount;
    addCash(facts, wallet, event.amount);
  }
  if (event.kind === 'converted') learnConversion(facts, event);
  if (event.kind !== 'split' && event.kind !== 'merged' && event.kind !== 'redeemed') return;
  const market = facts.markets[event.market];
  if (market === undefined) return;
  const holding = holdingOf(wallet, market);
  if (event.kind === 'redeemed') {
    addCash(facts, wallet, event.paid[0] + event.paid[1]);
    addTokens(facts, holding, 0, -event.sizes[0]);
    addTokens(facts, holding, 1, -event.sizes[1]);
    payOut(facts, market, event);
    return;
  }
  const sets = event.kind === 'split' ? event.size : -event.size;
  addCash(facts, wallet, -sets);
  addTokens(facts, holding, 0, sets);
  addTokens(facts, holding, 1, sets);
  addSets(facts, market, sets);
}

/** With the last token gone, what is left of the collateral is residual. */
function payOut(facts: Facts, market: MarketFacts, { sizes, paid }: Of<'redeemed'>): void {
  market.supply[0] -= sizes[0];
  market.supply[1] -= sizes[1];
  const cash = paid[0] + paid[1];
  const left = market.supply[0] + market.supply[1] === 0 ? market.collateral - cash : 0;
  addBacking(facts, market, -cash - left);
  facts.accounts.residual += left;
  touch(facts, facts.touched.markets, market);
}

/** The group keeps the second-outcome tokens; in every other member complete sets come into existence on credit. */
function learnConversion(facts: Facts, event: Of<'converted'>): void {
  const wallet = facts.wallets[event.wallet];
  const group = facts.groups[event.group];
  if (wallet === undefined || group === undefined) return;
  addCash(facts, wallet, event.paid);
  for (const index of event.markets) {
    const market = facts.markets[index];
    if (market === undefined) continue;
    addTokens(facts, holdingOf(wallet, market), 1, -event.size);
    market.vault += event.size;
    touch(facts, facts.touched.markets, market);
  }
  for (const index of event.others) {
    const market = facts.markets[index];
    if (market === undefined) continue;
    addTokens(facts, holdingOf(wallet, market), 0, event.size);
    addSets(facts, market, event.size);
    market.vault += event.size;
  }
  addDebt(facts, group, (group.members.length - 1) * event.size);
  facts.changedGroup = group;
}

function learnAcceptance(facts: Facts): void {
  facts.accepted += 1;
  const { order, need } = facts.present;
  if (order === undefined) return;
  facts.orders.set(order.number, order);
  hold(facts, order, need);
  touch(facts, facts.touched.orders, order);
  if (order.expiresAt !== undefined) promise(facts.agenda, order.expiresAt, 'expire', order.number);
  if (order.delayedUntil === undefined) beginArrival(facts, order);
  else promise(facts.agenda, order.delayedUntil, 'release', order.number);
}

function learnRelease(facts: Facts): void {
  const { order } = facts.present;
  if (order?.stage !== 'delayed') return;
  beginArrival(facts, order);
  touch(facts, facts.touched.orders, order);
}

function learnEnd(facts: Facts, event: Of<'order-closed'>): void {
  const { doom } = facts;
  const { order } = facts.present;
  if (doom.reason !== undefined && order !== undefined && doom.orders[doom.ended] === order) doom.ended += 1;
  else clearDoom(facts);
  if (order !== undefined) endOrder(facts, order, event.reason);
}

/** One leg of a trade: a fill of the maker and a fill of the taker. */
export function learnLeg(facts: Facts, trade: TradeEvent, leg: MakerLeg, maker: OrderFacts, taker: OrderFacts): void {
  countFill(maker, false, leg.price, leg.size, facts.present.makerFee);
  noteSample(taker, leg);
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

/** Remembers the fee of a taker's first fill, where nothing bounded it. */
function noteSample(taker: OrderFacts, leg: MakerLeg): void {
  if (taker.matched > 0 || leg.takerFee >= leg.takerCash) return;
  const { sample } = taker.market;
  sample.size = leg.size;
  sample.spread = leg.takerPrice * (10_000 - leg.takerPrice);
  sample.fee = leg.takerFee;
}

function learnTrade(facts: Facts, event: TradeEvent): void {
  facts.traded += 1;
  facts.arrival.traded = true;
  const dueAt = event.at + facts.rules.minedAfterMs;
  facts.trades.set(event.trade, { event, status: 'MATCHED', due: 'MINED', dueAt });
  promise(facts.agenda, dueAt, 'MINED', event.trade);
}

/** Everything the trade moved goes back. */
function learnReversal(facts: Facts, event: Of<'trade-reversed'>): void {
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

function learnStatus(facts: Facts, event: Of<'trade-status'>): void {
  const trade = facts.trades.get(event.trade);
  if (trade === undefined) return;
  trade.status = event.status;
  fulfil(facts.agenda, trade.due, event.trade);
  if (event.status === 'CONFIRMED' || event.status === 'FAILED') {
    facts.trades.delete(event.trade);
    return;
  }
  const isMined = event.status === 'MINED';
  trade.due = isMined ? 'CONFIRMED' : 'MINED';
  trade.dueAt = event.at + (isMined ? facts.rules.confirmedAfterMs : facts.rules.minedAfterMs);
  promise(facts.agenda, trade.dueAt, trade.due, event.trade);
}

/** These open orders must end next, in order of number. */
function doom(
  facts: Facts,
  reason: 'heartbeat' | 'market-closed' | 'tick-changed',
  isMeant: (order: OrderFacts) => boolean,
): void {
  clearDoom(facts);
  facts.doom.reason = reason;
  facts.orders.visit((order) => {
    if (isMeant(order)) facts.doom.orders.push(order);
  });
}

function clearDoom(facts: Facts): void {
  facts.doom.reason = undefined;
  if (facts.doom.orders.length > 0) facts.doom.orders.length = 0;
  facts.doom.ended = 0;
}

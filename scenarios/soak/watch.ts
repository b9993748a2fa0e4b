/**
 * scenarios/soak/watch: follows the events of one run and counts the marks. It knows just enough of orders, markets and
 * trades to recognise a happening; whether it was right is for the auditor.
 */

import type { Command, FeeTerms, Refusal, Reply } from '../../sim/core/command.ts';
import type { Event, TradeStatus } from '../../sim/core/event.ts';
import { SIZE_LIMIT, type VenueRules } from '../../sim/core/rules.ts';
import type { Result } from '../../spec/result.ts';
import { MICRO, PRICE_ONE } from '../../spec/units.ts';
import type { Marks } from './marks.ts';
import { seeTrade } from './watch-trades.ts';

type EventOf<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>;

type WatchedOrder = {
  readonly told: EventOf<'order-accepted'>;
  left: number;
  matched: number;
  isReduced: boolean;
  isWaiting: boolean;
  isOpen: boolean;
  /** How often its market had changed when it was accepted. */
  readonly changesBefore: number;
  /** The trade it was the taker of. */
  trade: number | undefined;
};

type WatchedMarket = {
  tick: number;
  readonly fee: FeeTerms;
  /** Counts whatever changes the book. */
  changes: number;
  open: number;
  group: number | undefined;
  payout: readonly [number, number] | undefined;
};

type WatchedTrade = { readonly market: number; readonly taker: number; status: TradeStatus; wasRetried: boolean };

export type Watch = {
  readonly marks: Marks;
  readonly rules: VenueRules;
  wallets: number;
  readonly orders: WatchedOrder[];
  readonly markets: WatchedMarket[];
  /** Members without a resolution, by group. */
  readonly unresolved: number[];
  readonly trades: WatchedTrade[];
  readonly beats: Map<number, number>;
  /** Trades that have not come to an end. */
  unsettled: number;
  /** The market whose tick has just changed. */
  tickChanged: number | undefined;
  lostKeyHadOrders: boolean;
  /** How many different moments the last jump of the clock went through. */
  moments: number;
  lastMoment: number;
};

/** A watch at the beginning of a log; it adds to `marks`. */
export function newWatch(rules: VenueRules, marks: Marks): Watch {
  return {
    marks,
    rules,
    wallets: 0,
    orders: [],
    markets: [],
    unresolved: [],
    trades: [],
    beats: new Map(),
    unsettled: 0,
    tickChanged: undefined,
    lostKeyHadOrders: true,
    moments: 0,
    lastMoment: -1,
  };
}

/** Takes in the next event; `now` is where the clock was moved to. */
export function seeEvent(watch: Watch, event: Event, now: number): void {
  const { marks } = watch;
  marks.events[event.kind] += 1;
  if (event.at !== watch.lastMoment) watch.moments += 1;
  watch.lastMoment = event.at;
  if (watch.tickChanged !== undefined && event.kind !== 'order-closed') endTickChange(watch);
  if (!watch.lostKeyHadOrders && event.kind !== 'order-closed') endLostHeartbeat(watch);
  switch (event.kind) {
    case 'market-listed':
      watch.markets[event.market] = {
        tick: event.terms.tick,
        fee: event.terms.fee,
        changes: 0,
        open: 0,
        group: undefined,
        payout: undefined,
      };
      break;
    case 'wallet-opened':
      watch.wallets += 1;
      break;
    case 'order-accepted':
      seeAccepted(watch, event);
      break;
    case 'order-closed':
      seeClosed(watch, event, now);
      break;
    case 'order-released':
      seeReleased(watch, event.order);
      break;
    case 'order-reduced':
      seeReduced(watch, event);
      break;
    case 'trade':
      watch.trades[event.trade] = {
        market: event.market,
        taker: event.takerOrder,
        status: 'MATCHED',
        wasRetried: false,
      };
      watch.unsettled += 1;
      seeTrade(watch, event);
      break;
    case 'trade-status':
      seeStatus(watch, event);
      break;
    case 'heartbeat-kept':
      if (watch.beats.get(event.key) === event.at - watch.rules.heartbeatMs + 1) {
        marks.happenings['heartbeat on its last millisecond'] += 1;
      }
      watch.beats.set(event.key, event.at);
      break;
    case 'heartbeat-lost':
      watch.beats.delete(event.key);
      watch.lostKeyHadOrders = false;
      break;
    case 'tick-changed':
      watch.tickChanged = event.market;
      break;
    case 'markets-grouped':
      watch.unresolved[event.group] = event.markets.length;
      for (const market of event.markets) {
        const known = watch.markets[market];
        if (known !== undefined) known.group = event.group;
      }
      break;
    case 'converted':
      if (event.others.length === 0) marks.happenings['conversion of a whole group'] += 1;
      else if (event.markets.length === 1) marks.happenings['conversion of one market'] += 1;
      else marks.happenings['conversion of some markets'] += 1;
      break;
    case 'market-resolved':
      seeResolved(watch, event);
      break;
    case 'redeemed':
      seeRedeemed(watch, event);
      break;
    case 'deposited':
    case 'split':
    case 'merged':
    case 'trade-reversed':
    case 'market-state':
      break;
  }
}

/** Between two steps: what was open in the events is decided. */
export function endStep(watch: Watch): void {
  if (watch.tickChanged !== undefined) endTickChange(watch);
  if (!watch.lostKeyHadOrders) endLostHeartbeat(watch);
  if (watch.moments >= 3) watch.marks.happenings['three deadlines in one jump of the clock'] += 1;
  watch.moments = 0;
}

/** Takes in what a command was answered. */
export function seeReply(watch: Watch, command: Command, reply: Result<Reply, Refusal>): void {
  const { marks } = watch;
  if (!reply.ok) {
    marks.refusals[reply.refusal.kind] += 1;
    seeRefusal(watch, command, reply.refusal.kind);
    return;
  }
  if (command.kind !== 'place' || reply.value.kind !== 'placed') return;
  const isPart = reply.value.size > 0 && reply.value.size < command.size;
  if (command.type === 'FOK' && reply.value.size === command.size) marks.happenings['FOK filled'] += 1;
  else if (command.type === 'FAK' && isPart) marks.happenings['FAK filled in part'] += 1;
  else if (isPart && (watch.orders[reply.value.order]?.left ?? 0) > 0) {
    marks.happenings['order traded in part and resting'] += 1;
  }
}

function seeRefusal({ marks, trades, markets }: Watch, command: Command, refusal: Refusal['kind']): void {
  const { happenings } = marks;
  if (refusal === 'self-trade') happenings['self-trade in mode cancel-newest'] += 1;
  if (refusal === 'size-invalid' && 'size' in command && command.size > 0 && command.size <= SIZE_LIMIT) {
    if (command.kind === 'place') happenings['order too large for its level refused'] += 1;
    if (command.kind === 'convert') happenings['conversion too large for the books refused'] += 1;
  }
  if (refusal === 'group-payout' && command.kind === 'resolve-market') {
    if (command.payout[0] === MICRO) happenings['second winner of a group refused'] += 1;
    if (command.payout[1] === MICRO) happenings['group without a winner refused'] += 1;
  }
  if (refusal === 'cannot-reverse' && command.kind === 'disturb-settlement') {
    const market = markets[trades[command.trade]?.market ?? -1];
    if (market?.payout !== undefined) happenings['settlement of a resolved market not taken back'] += 1;
  }
}

function seeAccepted({ orders, markets, marks }: Watch, told: EventOf<'order-accepted'>): void {
  const market = markets[told.market];
  const isWaiting = told.delayedUntil !== undefined;
  orders[told.order] = {
    told,
    left: told.size,
    matched: 0,
    isReduced: false,
    isWaiting,
    isOpen: true,
    changesBefore: market?.changes ?? 0,
    trade: undefined,
  };
  if (market !== undefined) {
    market.open += 1;
    if (!isWaiting) market.changes += 1;
    if (told.price === market.tick) marks.happenings['order at the lowest price'] += 1;
    if (told.price === PRICE_ONE - market.tick) marks.happenings['order at the highest price'] += 1;
  }
  if (told.size === SIZE_LIMIT) marks.happenings['order of the largest size'] += 1;
  if (told.size === 1) marks.happenings['order of one micro share'] += 1;
}

function seeClosed(watch: Watch, { order, reason, at }: EventOf<'order-closed'>, now: number): void {
  const { happenings, endings } = watch.marks;
  endings[reason] += 1;
  const known = watch.orders[order];
  if (known === undefined) return;
  const market = watch.markets[known.told.market];
  if (market !== undefined) {
    market.open -= 1;
    if (!known.isWaiting) market.changes += 1;
  }
  known.left = 0;
  known.isOpen = false;
  if (reason === 'expired') {
    if (at === now) happenings['GTD expired exactly as the clock arrives'] += 1;
    else happenings['GTD expired inside a jump of the clock'] += 1;
  }
  if (reason === 'heartbeat') watch.lostKeyHadOrders = seenHeartbeatLoss(watch);
  if (reason === 'tick-changed') happenings['tick change that cancels'] += 1;
  if (reason === 'self-trade') {
    happenings[`self-trade in mode ${watch.rules.selfTrade}`] += 1;
    if (known.matched > 0) happenings['self-trade after trading with others'] += 1;
    if (known.isReduced) happenings['order reduced to nothing'] += 1;
  }
  if (reason === 'killed' && known.told.type === 'FAK' && known.matched === 0)
    happenings['FAK killed at its release'] += 1;
  if (!known.isWaiting) return;
  if (reason === 'cancelled') happenings['delayed order cancelled while it waits'] += 1;
  if (reason === 'market-closed') happenings['delayed order closed with its market'] += 1;
  if (reason === 'killed' && known.told.type === 'FOK') happenings['FOK killed at its release'] += 1;
}

/** Counts a loss once, at the first order it closes. */
function seenHeartbeatLoss({ marks, lostKeyHadOrders }: Watch): boolean {
  if (!lostKeyHadOrders) marks.happenings['heartbeat lost with open orders'] += 1;
  return true;
}

function endLostHeartbeat(watch: Watch): void {
  watch.marks.happenings['heartbeat lost without open orders'] += 1;
  watch.lostKeyHadOrders = true;
}

function endTickChange(watch: Watch): void {
  const market = watch.markets[watch.tickChanged ?? -1];
  if (market !== undefined && market.open > 0) watch.marks.happenings['tick change that keeps an order'] += 1;
  watch.tickChanged = undefined;
}

function seeReleased({ orders, markets, marks }: Watch, order: number): void {
  const known = orders[order];
  if (known === undefined) return;
  known.isWaiting = false;
  const isUnchanged = markets[known.told.market]?.changes === known.changesBefore;
  if (isUnchanged) marks.happenings['delayed order released into an unchanged book'] += 1;
  else marks.happenings['delayed order released into a changed book'] += 1;
}

function seeReduced({ orders, marks }: Watch, { order, size }: EventOf<'order-reduced'>): void {
  const known = orders[order];
  if (known === undefined) return;
  known.left -= size;
  known.isReduced = true;
  if (known.left > 0) marks.happenings['order reduced and still open'] += 1;
}

function seeStatus(watch: Watch, { trade, status }: EventOf<'trade-status'>): void {
  const { happenings } = watch.marks;
  const known = watch.trades[trade];
  if (known === undefined) return;
  if (status === 'CONFIRMED' || status === 'FAILED') watch.unsettled -= 1;
  if (status === 'CONFIRMED' && known.wasRetried) happenings['settlement retried, then confirmed'] += 1;
  if (status === 'FAILED' && known.status === 'MINED') happenings['settlement failed after mining'] += 1;
  if (status === 'RETRYING') known.wasRetried = true;
  known.status = status;
}

function seeResolved({ marks, markets, unresolved }: Watch, { market, payout }: EventOf<'market-resolved'>): void {
  const { happenings } = marks;
  if (payout[0] === MICRO || payout[1] === MICRO) happenings['resolution that pays one outcome'] += 1;
  else if (payout[0] === payout[1]) happenings['resolution that pays half each'] += 1;
  else happenings['resolution that pays odd parts'] += 1;
  const known = markets[market];
  if (known !== undefined) known.payout = payout;
  const group = known?.group;
  if (group === undefined) return;
  const left = (unresolved[group] ?? 0) - 1;
  unresolved[group] = left;
  happenings['resolution of a member of a group'] += 1;
  if (payout[0] === MICRO) happenings['resolution of the winner of a group'] += 1;
  if (left === 0) happenings['resolution of the last member of a group'] += 1;
}

/** Shares that are worth no whole micro dollars leave a fraction to the venue. */
function seeRedeemed({ marks, markets }: Watch, { market, sizes }: EventOf<'redeemed'>): void {
  const payout = markets[market]?.payout ?? [0, 0];
  const isWhole = ((sizes[0] % MICRO) * payout[0]) % MICRO === 0 && ((sizes[1] % MICRO) * payout[1]) % MICRO === 0;
  if (!isWhole) marks.happenings['redemption that rounds'] += 1;
}

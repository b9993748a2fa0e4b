/**
 * proof/soak/watch: follows the events of one run and counts the marks. It knows just enough of orders, markets and
 * trades to recognise a happening; whether it was right is for the auditor.
 */
import type { FeeTerms } from '../../sim/core/command.ts';
import type { Event, TradeStatus } from '../../sim/core/event.ts';
import type { VenueRules } from '../../sim/core/rules.ts';
import type { Marks } from './marks.ts';
import { observeRedemption, observeResolution, observeStatus } from './watch-markets.ts';
import { observeAcceptance, observeClose, observeReduction, observeRelease } from './watch-orders.ts';
import { observeTrade } from './watch-trades.ts';

type WatchedOrder = {
  readonly accepted: Extract<Event, { kind: 'order-accepted' }>;
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
  /** Orders that are open. */
  open: number;
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
    open: 0,
    unsettled: 0,
    tickChanged: undefined,
    lostKeyHadOrders: true,
    moments: 0,
    lastMoment: -1,
  };
}

/** Takes in the next event; `now` is where the clock was moved to. */
export function observeEvent(watch: Watch, event: Event, now: number): void {
  const { marks } = watch;
  const { kind, at } = event;
  marks.events[kind] += 1;
  if (at !== watch.lastMoment) watch.moments += 1;
  watch.lastMoment = at;
  if (kind !== 'order-closed') {
    if (watch.tickChanged !== undefined) endTickChange(watch);
    if (!watch.lostKeyHadOrders) endLostHeartbeat(watch);
  }
  switch (kind) {
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
      observeAcceptance(watch, event);
      break;
    case 'order-closed':
      observeClose(watch, event, now);
      break;
    case 'order-released':
      observeRelease(watch, event.order);
      break;
    case 'order-reduced':
      observeReduction(watch, event);
      break;
    case 'trade':
      watch.trades[event.trade] = {
        market: event.market,
        taker: event.takerOrder,
        status: 'MATCHED',
        wasRetried: false,
      };
      watch.unsettled += 1;
      observeTrade(watch, event);
      break;
    case 'trade-status':
      observeStatus(watch, event);
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
      observeResolution(watch, event);
      break;
    case 'redeemed':
      observeRedemption(watch, event);
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

function endLostHeartbeat(watch: Watch): void {
  watch.marks.happenings['heartbeat lost without open orders'] += 1;
  watch.lostKeyHadOrders = true;
}

function endTickChange(watch: Watch): void {
  const market = watch.markets[watch.tickChanged ?? -1];
  if (market !== undefined && market.open > 0) watch.marks.happenings['tick change that keeps an order'] += 1;
  watch.tickChanged = undefined;
}

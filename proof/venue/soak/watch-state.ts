/** proof/venue/soak/watch-state: the facts about a run that its marks need, collected event by event. */
import type { FeeTerms } from '../../../spec/venue/command.ts';
import type { Event, TradeStatus } from '../../../spec/venue/event.ts';
import type { VenueRules } from '../../../spec/venue/rules.ts';
import type { Marks } from './marks.ts';

type WatchedOrder = {
  readonly accepted: Extract<Event, { kind: 'order-accepted' }>;
  left: number;
  matched: number;
  isReduced: boolean;
  isWaiting: boolean;
  isOpen: boolean;
  /** Changes of its market before its acceptance. */
  readonly changesBefore: number;
  /** The trade of which it was the taker. */
  trade: number | undefined;
};

type WatchedMarket = {
  tick: number;
  readonly fee: FeeTerms;
  /** Counts changes of the book. */
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
  /** Unresolved members, by group. */
  readonly unresolved: number[];
  readonly trades: WatchedTrade[];
  readonly beats: Map<number, number>;
  open: number;
  unsettled: number;
  /** The market whose tick has just changed. */
  tickChanged: number | undefined;
  lostKeyHadOrders: boolean;
  /** Distinct moments in the last jump of the clock. */
  moments: number;
  lastMoment: number;
};

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

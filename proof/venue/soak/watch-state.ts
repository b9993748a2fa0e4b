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

export class Watch {
  readonly marks: Marks;
  readonly rules: VenueRules;
  wallets = 0;
  readonly orders: WatchedOrder[] = [];
  readonly markets: WatchedMarket[] = [];
  /** Unresolved members, by group. */
  readonly unresolved: number[] = [];
  readonly trades: WatchedTrade[] = [];
  readonly beats = new Map<number, number>();
  open = 0;
  unsettled = 0;
  /** The market whose tick has just changed. */
  tickChanged: number | undefined;
  lostKeyHadOrders = true;
  /** Distinct moments in the last jump of the clock. */
  moments = 0;
  lastMoment = -1;

  constructor(rules: VenueRules, marks: Marks) {
    this.rules = rules;
    this.marks = marks;
  }
}

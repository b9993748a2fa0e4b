/**
 * sim/core/exchange: the state machine. `step(command, now)` either answers and appends events, or refuses and leaves
 * everything as it was. Pure and synchronous: time is an argument, chance does not exist here.
 */
import type { Result } from '../../spec/result.ts';
import type { Command, MarketTerms, OrderType, OutcomeIndex, Refusal, Reply, Side } from './command.ts';
import type { Event } from './event.ts';

/** A price level in first-outcome or own-token terms. */
export type Level = { readonly price: number; readonly size: number };

/** One order as the exchange knows it, live or finished. */
export type OrderView = {
  readonly order: number;
  readonly wallet: number;
  readonly key: number;
  readonly market: number;
  readonly outcome: OutcomeIndex;
  readonly side: Side;
  readonly type: OrderType;
  readonly price: number;
  readonly size: number;
  readonly matched: number;
  readonly state: 'live' | 'delayed' | 'matched' | 'cancelled' | 'expired' | 'killed';
  readonly acceptedAt: number;
  readonly expiresAt: number | undefined;
};

export type MarketView = {
  readonly terms: MarketTerms;
  readonly state: 'open' | 'paused' | 'closed' | 'resolved';
  readonly payout: readonly [number, number] | undefined;
  /** Last trade price in first-outcome terms. */
  readonly lastPrice: number | undefined;
  /** Moment of the last change of the book or of the last trade price: grows with each change. */
  readonly bookChangedAt: number;
  /** Counts changes of the book or the last price: equal versions mean an equal book. */
  readonly bookVersion: number;
};

export type Exchange = {
  /** The service clock: never goes back. Due work (expiry, heartbeats, delays, settlement) is done before a step. */
  readonly now: number;
  readonly log: readonly Event[];
  step(command: Command, now: number): Result<Reply, Refusal>;
  /** Does all work due up to and including `now`, in order of due time. */
  advanceTo(now: number): void;
  /** The next moment something is due, if anything is. */
  nextDue(): number | undefined;
  /** Rolling hash over all events so far: 16 hex digits. */
  hash(): string;
  market(market: number): MarketView | undefined;
  /** Levels of one token's book, best first. */
  bids(market: number, outcome: OutcomeIndex): readonly Level[];
  asks(market: number, outcome: OutcomeIndex): readonly Level[];
  order(order: number): OrderView | undefined;
  /** Cash of a wallet: free and reserved for orders, micro dollars. */
  cash(wallet: number): { readonly free: number; readonly reserved: number };
  /** Tokens of a wallet: free and reserved for orders, micro shares. */
  tokens(wallet: number, market: number, outcome: OutcomeIndex): { readonly free: number; readonly reserved: number };
};

/**
 * sim/core/event: the events of a venue. Their log is the source of truth: positions, activity, holders, live orders and trades are
 * folds over it (`sim/views`). Units as in `sim/core/command`; `at` is the service clock in milliseconds.
 */
import type { MarketTerms, OrderType, OutcomeIndex, Side } from './command.ts';

export type TradeStatus = 'MATCHED' | 'MINED' | 'CONFIRMED' | 'RETRYING' | 'FAILED';
/** Why an order is no longer live. */
export type CloseReason =
  | 'matched'
  | 'cancelled'
  | 'expired'
  | 'killed'
  | 'heartbeat'
  | 'self-trade'
  | 'market-closed'
  | 'tick-changed';

/** The fill of one resting order in a trade. Each party's amounts are in terms of its own token. */
export type MakerLeg = {
  readonly order: number;
  readonly wallet: number;
  readonly key: number;
  readonly outcome: OutcomeIndex;
  readonly side: Side;
  /** The limit price of the maker, at which it trades. */
  readonly price: number;
  readonly size: number;
  /** Dollars the maker pays (BUY) or gets (SELL), without fee. */
  readonly cash: number;
  readonly fee: number;
  /** Price, dollars and fee of the taker's side of this leg, in the taker's token. */
  readonly takerPrice: number;
  readonly takerCash: number;
  readonly takerFee: number;
};

/** A taker order and all its fills at one moment. */
export type Trade = {
  readonly at: number;
  readonly trade: number;
  readonly market: number;
  readonly takerOrder: number;
  readonly takerWallet: number;
  readonly takerKey: number;
  readonly outcome: OutcomeIndex;
  readonly side: Side;
  /** Shares of all legs; dollars and fee of the taker over all legs. */
  readonly size: number;
  readonly cash: number;
  readonly fee: number;
  readonly makers: readonly MakerLeg[];
};

export type TradeEvent = Trade & { readonly kind: 'trade' };

export type Event =
  | { readonly kind: 'market-listed'; readonly at: number; readonly market: number; readonly terms: MarketTerms }
  | { readonly kind: 'wallet-opened'; readonly at: number; readonly wallet: number }
  | { readonly kind: 'deposited'; readonly at: number; readonly wallet: number; readonly amount: number }
  | {
      readonly kind: 'split';
      readonly at: number;
      readonly wallet: number;
      readonly market: number;
      readonly size: number;
    }
  | {
      readonly kind: 'merged';
      readonly at: number;
      readonly wallet: number;
      readonly market: number;
      readonly size: number;
    }
  | {
      readonly kind: 'redeemed';
      readonly at: number;
      readonly wallet: number;
      readonly market: number;
      /** Shares of each outcome given up, and dollars paid for each. */
      readonly sizes: readonly [number, number];
      readonly paid: readonly [number, number];
    }
  | {
      readonly kind: 'order-accepted';
      readonly at: number;
      readonly order: number;
      readonly wallet: number;
      readonly key: number;
      readonly market: number;
      readonly outcome: OutcomeIndex;
      readonly side: Side;
      readonly type: OrderType;
      readonly price: number;
      readonly size: number;
      readonly postOnly: boolean;
      readonly expiresAt: number | undefined;
      readonly salt: string;
      /** When a marketable order meets the book, in a market with a delay; undefined if at once. */
      readonly delayedUntil?: number | undefined;
    }
  | TradeEvent
  /** A trade has failed to settle, and everything that it moved, fees included, was returned. Repeats the trade with another `at`. */
  | (Trade & { readonly kind: 'trade-reversed' })
  /** Self-trade prevention took shares off an open order: `size` fewer are wanted. */
  | { readonly kind: 'order-reduced'; readonly at: number; readonly order: number; readonly size: number }
  /** A delayed order's wait is over: from here on it trades and rests like any other. */
  | { readonly kind: 'order-released'; readonly at: number; readonly order: number }
  | { readonly kind: 'trade-status'; readonly at: number; readonly trade: number; readonly status: TradeStatus }
  | {
      readonly kind: 'order-closed';
      readonly at: number;
      readonly order: number;
      readonly reason: CloseReason;
      /** Shares left unfilled. */
      readonly remaining: number;
    }
  | { readonly kind: 'heartbeat-kept'; readonly at: number; readonly key: number }
  | { readonly kind: 'heartbeat-lost'; readonly at: number; readonly key: number }
  | {
      readonly kind: 'market-state';
      readonly at: number;
      readonly market: number;
      readonly state: 'open' | 'paused' | 'closed';
    }
  | {
      readonly kind: 'market-resolved';
      readonly at: number;
      readonly market: number;
      readonly payout: readonly [number, number];
    }
  | { readonly kind: 'tick-changed'; readonly at: number; readonly market: number; readonly tick: number }
  | {
      readonly kind: 'markets-grouped';
      readonly at: number;
      readonly group: number;
      readonly markets: readonly number[];
    }
  | {
      readonly kind: 'converted';
      readonly at: number;
      readonly wallet: number;
      readonly group: number;
      /** Markets whose second outcome was given up, and the others, whose first outcome was received. */
      readonly markets: readonly number[];
      readonly others: readonly number[];
      readonly size: number;
      /** Dollars received, micro. */
      readonly paid: number;
    };

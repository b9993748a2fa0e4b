/**
 * backtest/result: everything that happened in one run, as numbers. Metrics, reports and the tearsheet are pure
 * functions of it. Prices are in 1e-4 dollars, sizes and cash in micro units, times in Unix microseconds. Nothing in it
 * depends on the wall clock.
 */
import type { OrderType, Side } from '../spec/venue/command.ts';
import type { SimulatedTotals } from './agents/totals.ts';
import type { Unmatched } from './data/coverage.ts';
import type { Assumptions } from './options.ts';
import type { MarketFacts, OrderRequest, Params } from './strategy.ts';

/** Why an order traded. */
export type FillReason =
  /** It took resting liquidity of the recorded book. */
  | 'took-liquidity'
  /** A recorded trade at its price reached it after the queue ahead had traded. */
  | 'trade-at-price'
  /** A recorded trade at a worse price passed its level. */
  | 'trade-through'
  /** The best level lost shares while the recording had no trades, and a share of them counts as traded. */
  | 'inferred'
  /** The recorded book of the other side moved to its price or beyond. */
  | 'book-crossed'
  /** It traded with another participant of the simulation (fidelities injected and agents). */
  | 'matched';

export type OrderRecord = {
  readonly id: number;
  readonly token: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly postOnly: boolean;
  readonly price: number;
  readonly size: number;
  /** When the strategy sent it, when it reached the venue, when it ended; -1 for not at all. */
  sentAt: number;
  arrivedAt: number;
  endedAt: number;
  filled: number;
  /** Middle of the book in the order's token when the strategy sent it and when it arrived; -1 when unknown. */
  sentMid: number;
  arrivalMid: number;
  /** `open`: not ended when the data ended. */
  state: 'open' | 'filled' | 'cancelled' | 'expired' | 'killed' | 'rejected' | 'not-sent';
  /** The kind of the rejection, or why it ended. */
  reason: string;
  /** Recorded size ahead of it when it began to rest; -1 when it never rested. */
  queueAhead: number;
};

export type FillRecord = {
  readonly order: number;
  readonly at: number;
  readonly token: number;
  readonly side: Side;
  readonly price: number;
  readonly size: number;
  readonly fee: number;
  readonly isMaker: boolean;
  readonly reason: FillReason;
  /** Recorded size ahead when the order began to rest, and the time since then, microseconds; -1 for takers. */
  readonly queueAhead: number;
  readonly waited: number;
  /** The row of the recording that caused it, from 0; -1 when there is none. */
  readonly row: number;
  /** A quote of the market had no size then: the assumed one took part. */
  readonly isUnsized?: boolean;
  /**
   * Middle of the book in the order's token once all that was recorded at the moment of the fill is applied, and 1, 10
   * and 60 seconds later; -1 when unknown.
   */
  mid: number;
  mid1s: number;
  mid10s: number;
  mid60s: number;
  /** When its settlement failed and cash and shares went back, or -1. Such a fill counts as not traded. */
  reversedAt: number;
};

/** Dollars split into shares of both outcomes, or merged back. */
export type SetRecord = Readonly<{
  at: number;
  market: number;
  kind: 'split' | 'merge';
  size: number;
}>;

/** The account at a moment. */
export type EquityPoint = Readonly<{
  at: number;
  /** Cash, free and reserved. */
  cash: number;
  /** The proceeds of all shares if they were sold into the bids of their books, net of the taker fee. */
  holdings: number;
  /** All shares at the middle of the book. */
  middle: number;
}>;

/** The value of the shares held over the run, at every change: micro dollars times microseconds, and microseconds. */
export type ExposureTotals = Readonly<{
  area: number;
  heldTime: number;
  time: number;
  /** The largest value, micro dollars, and the largest part of the equity. */
  peak: number;
  peakShare: number;
}>;

/** The middle of a market's first outcome from its first order or forecast on; -1 when unknown. */
export type PriceSeries = Readonly<{
  market: number;
  at: readonly number[];
  bid: readonly number[];
  ask: readonly number[];
}>;

export type ForecastRecord = Readonly<{
  at: number;
  token: number;
  probability: number;
  /** Middle of the book of that token then; -1 when unknown. */
  mid: number;
}>;

export type SettlementRecord = Readonly<{
  at: number;
  market: number;
  /** Micro dollars that a share of each outcome pays. */
  payout: readonly [number, number];
  basis: 'recorded' | 'inferred';
  /** Shares held of each outcome, what had been paid for them, and what they paid. */
  held: readonly [number, number];
  cost: number;
  paid: number;
  /** Paid at the end of the data, which has no resolution of the market. */
  isAtEnd?: boolean;
}>;

/** The price at which the equity values a share, 1e-4 dollars. */
export type Valuation = {
  readonly price: number;
  /**
   * The bids of the book, which end with 0; complete sets, of which the shares with the larger number count their bids
   * and the others the rest of a dollar; the bids that were known last; no bids, because they were never known.
   */
  readonly basis: 'bid' | 'set' | 'last-bid' | 'none';
  /** How long ago the bids were known last, microseconds; -1 when they never were. */
  readonly age: number;
};

/** Shares of a token at the end, what was paid for them, and the middle of the book (-1 when unknown). */
export type HoldingRecord = Valuation &
  Readonly<{
    token: number;
    size: number;
    cost: number;
    mid: number;
  }>;

/** The requests of the strategy in their order, kept only for audits, which compare those of two runs. */
export type Decision = {
  readonly at: number;
  /** The callback in which the strategy requested it. */
  readonly during: string;
} & (
  | { readonly kind: 'place'; readonly request: OrderRequest }
  | { readonly kind: 'cancel'; readonly order: number }
  | { readonly kind: 'split' | 'merge'; readonly market: number; readonly size: number }
  | { readonly kind: 'forecast'; readonly token: number; readonly probability: number }
);

/** Over all markets, measured at each snapshot before it corrects the background. */
export type DriftTotals = Readonly<{
  snapshots: number;
  /** Snapshots at which some level differed. */
  differing: number;
  /** Levels that differed, and by how many micro shares. */
  levels: number;
  size: number;
  /** Micro shares of recorded trades that no resting order matched, and trades that were not played. */
  missedSize: number;
  skippedTrades: number;
}>;

export type RunEnd =
  | { readonly kind: 'complete' }
  /** The row of a strategy that failed or hung is -1 when it had not seen a row yet. */
  | { readonly kind: 'interrupted'; readonly row: number }
  | Readonly<{
      kind: 'strategy-failed';
      row: number;
      callback: string;
      message: string;
      stack: string;
    }>
  | Readonly<{ kind: 'strategy-hung'; row: number; callback: string; seconds: number }>;

export type BacktestResult = Readonly<{
  strategy: string;
  params: Params;
  seed: string;
  assumptions: Assumptions;
  data: Readonly<{
    checksum: string;
    rows: number;
    first: number;
    last: number;
    gaps: number;
    /** The part of the time between the first and the last row of each market in which there was no book. */
    withoutBook: number;
    /** Markets of the run that have rows and never a book. */
    bookless?: number;
    /** Latency `recorded`: rows that reached the strategy and have no receive time. */
    unreceived?: number;
    /** Snapshots before which the recording lacks rows while own orders rested. */
    unseen?: number;
    /** Fidelity injected: how far the background orders were from the recording. */
    drift?: DriftTotals;
    /** Fidelity agents: how the simulated market looked, and what its traders made. */
    simulated?: SimulatedTotals;
    defects: Readonly<Record<string, number>>;
    /** Tokens of the catalog without a book, and the other way round, if there are any. */
    unmatched?: Unmatched;
  }>;
  end: RunEnd;
  markets: readonly MarketFacts[];
  /** Cash at the start. */
  deposit: number;
  decisions: readonly Decision[];
  orders: readonly OrderRecord[];
  fills: readonly FillRecord[];
  /** About 500 points, those of the extremes included. */
  equity: readonly EquityPoint[];
  exposure: ExposureTotals;
  prices: readonly PriceSeries[];
  forecasts: readonly ForecastRecord[];
  settlements: readonly SettlementRecord[];
  sets: readonly SetRecord[];
  /** Shares at the end: cash plus the value of all of them is the last equity. */
  holdings: readonly HoldingRecord[];
  log: readonly { readonly at: number; readonly text: string }[];
}>;

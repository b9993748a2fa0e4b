/**
 * backtest/strategy: the contract between a strategy and the venue it trades on. A strategy is one synchronous object;
 * it sees what was known at `context.now` and nothing later. Prices are dollars (0.01 to 0.99), sizes are shares, times
 * are Unix microseconds.
 */
import type { Rng } from '../base/rng.ts';
import type { OrderType, Side } from '../spec/venue/command.ts';

export type { Rng } from '../base/rng.ts';
export type { OrderType, Side } from '../spec/venue/command.ts';

/** Facts of a market while it trades. `onResolve` delivers the outcome. */
export type MarketFacts = Readonly<{
  /** The number of the market in `context.markets`. */
  index: number;
  name: string;
  question: string;
  category: string;
  /** Markets of one event share its name, if it is known. Intervals in reports treat them as one observation. */
  event?: string;
  /** The first and the second outcome. Their token numbers are `2 * index` and `2 * index + 1`. */
  outcomes: readonly [TokenFacts, TokenFacts];
  /** The scheduled end, Unix microseconds, if the catalog states it. Never the actual close of a settled market. */
  closes: number | undefined;
}>;

export type TokenFacts = {
  /** The number of the token: what orders and books are addressed by. */
  readonly token: number;
  /** The token id of the recording; empty when the recording does not have it. */
  readonly id: string;
  /** The name of the outcome; empty when it is unknown. */
  readonly outcome: string;
};

/**
 * The book of one token as the strategy's feed shows it. It is one object that always shows the present: copy what has
 * to last. The book of the second outcome is the mirror of the first one's: a bid at p is an ask at 1 - p.
 */
export type Book = {
  readonly token: number;
  /** False before the first snapshot, and after a gap until the next one. Prices are undefined meanwhile. */
  readonly isKnown: boolean;
  readonly bestBid: number | undefined;
  readonly bestAsk: number | undefined;
  /** Halfway between the best bid and ask; undefined when a side is empty. */
  readonly mid: number | undefined;
  /** The smallest price step at present, dollars. */
  readonly tick: number;
  /** Shares at a price; 0 when there are none. */
  sizeAt(side: Side, price: number): number;
  /** Up to `count` levels of a side, best first. Allocates: prefer the fields above in a hot path. */
  levels(side: Side, count: number): readonly { readonly price: number; readonly size: number }[];
};

/** A trade of other participants. */
export type MarketTrade = Readonly<{
  token: number;
  /** The side of the taker; undefined when the recording does not have it. */
  side: Side | undefined;
  price: number;
  /** 0 when the recording does not have it. */
  size: number;
  /** Concluded from a snapshot, not recorded. */
  isInferred: boolean;
}>;

export type OrderRequest = Readonly<{
  token: number;
  side: Side;
  /** Limit price, a multiple of the tick. */
  price: number;
  /** Shares, at most six decimals. */
  size: number;
  /** Default GTC. */
  type?: OrderType;
  /** Reject the order instead of taking liquidity. Default false. */
  postOnly?: boolean;
  /** Unix microseconds, GTD only; more than a minute ahead. */
  expiresAt?: number;
}>;

/** One's own order, as of the last update that reached the strategy. */
export type OwnOrder = Readonly<{
  /** The number that `place` returned. */
  id: number;
  token: number;
  side: Side;
  type: OrderType;
  price: number;
  size: number;
  filled: number;
  /** `sent` until the venue's response arrives. `ended` covers filled, cancelled, expired and killed orders. */
  state: 'sent' | 'live' | 'delayed' | 'ended' | 'rejected';
  /** Why a rejected order was rejected, or an ended one ended. */
  reason: string | undefined;
}>;

export type Fill = Readonly<{
  order: OwnOrder;
  price: number;
  size: number;
  /** Dollars. */
  fee: number;
  isMaker: boolean;
}>;

export type Position = {
  readonly token: number;
  /** Shares held, those reserved for open sell orders included. */
  readonly size: number;
  /** Dollars paid for a share on average, fees included; 0 without shares. */
  readonly averagePrice: number;
};

export type Resolution = {
  readonly market: number;
  /** Dollars that a share of each outcome pays. */
  readonly payout: readonly [number, number];
};

export type Context = {
  /** Unix microseconds of the strategy's clock. */
  readonly now: number;
  /** Chance, from the seed of the run. */
  readonly rng: Rng;
  /** Parameters from the command line. */
  readonly params: Params;
  readonly markets: readonly MarketFacts[];
  /** The same object for the same token. Throws `RangeError` for a token that does not exist. */
  book(token: number): Book;
  position(token: number): Position;
  /** Free cash, dollars. */
  readonly cash: number;
  /** Cash reserved for open buy orders, dollars. */
  readonly reservedCash: number;
  /** Own orders that have not ended, oldest first. */
  openOrders(): readonly OwnOrder[];
  order(id: number): OwnOrder | undefined;
  /**
   * Sends an order and returns its number. It reaches the venue after the order latency; acceptance or rejection
   * arrives in `onOrder`. Throws `StrategyError` for values that are no order at all (NaN, an unknown token).
   */
  place(order: OrderRequest): number;
  /** Sends a cancellation. It may come too late: `onOrder` and `onFill` report the outcome. */
  cancel(id: number): void;
  /** Splits dollars into shares of both outcomes, or merges these into dollars, at once. False when refused. */
  split(market: number, size: number): boolean;
  merge(market: number, size: number): boolean;
  /** Calls `onTimer(name)` at `at` (Unix microseconds), or at once when that is past. */
  timer(name: string, at: number): void;
  /** States a probability that the token pays a dollar. The report scores it (Brier score, log loss, calibration). */
  forecast(token: number, probability: number): void;
  /** Adds a line to the log of the report. */
  log(text: string): void;
};

export type Params = Readonly<Record<string, string | number | boolean>>;

/** All callbacks are optional and synchronous. */
export type Strategy = {
  onStart?(context: Context): void;
  /** The first row of a market. A market that had rows before the run starts right after `onStart`. */
  onMarketStart?(market: MarketFacts, context: Context): void;
  /** The rows of a market have ended: its last one was the gap time ago. */
  onMarketEnd?(market: MarketFacts, context: Context): void;
  /** The book of a market changed. Called once for a message of the feed, with the first outcome's book. */
  onBook?(book: Book, context: Context): void;
  onTrade?(trade: MarketTrade, context: Context): void;
  onFill?(fill: Fill, context: Context): void;
  /** An order was accepted, rejected, or has ended. */
  onOrder?(order: OwnOrder, context: Context): void;
  onTimer?(name: string, context: Context): void;
  onResolve?(resolution: Resolution, context: Context): void;
  /** After the last event. Orders placed here are not sent. */
  onEnd?(context: Context): void;
};

/** The default export of a strategy file: a function that makes a strategy, so that each run begins with a new one. */
export type StrategyFactory = (params: Params) => Strategy;

/** A call that no venue could understand. The run ends with a partial report. */
export class StrategyError extends Error {
  override readonly name = 'StrategyError';
}

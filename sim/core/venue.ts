/**
 * sim/core/venue: the trading engine, a state machine. `step(command, now)` returns a reply and appends events, or
 * returns a refusal and changes nothing. Pure and synchronous: time is an argument, and there is no chance.
 */
import { ok, type Result, refuse } from '../../base/result.ts';
import type { Micro, Price } from '../../base/units.ts';
import type {
  Command,
  MarketNumber,
  MarketTerms,
  OrderNumber,
  OutcomeIndex,
  Refusal,
  Reply,
  Side,
  WalletNumber,
} from '../../spec/venue/command.ts';
import type { Event } from '../../spec/venue/event.ts';
import { DOCUMENT_RULES, ownRules, type VenueRules } from '../../spec/venue/rules.ts';
import type { Level } from './depth.ts';
import type { Desk } from './desk.ts';
import type { OrderView } from './order-view.ts';
import { newRollingHash } from './rolling-hash.ts';
import { readSnapshot } from './snapshot.ts';
import type { SnapshotFault } from './snapshot-format.ts';
// biome-ignore lint/suspicious/noImportCycles: the contract and its only implementation, which imports types alone.
import { VenueEngine } from './venue-engine.ts';
import { newVenueState } from './venue-state.ts';

export type MarketView = Readonly<{
  terms: MarketTerms;
  state: 'open' | 'paused' | 'closed' | 'resolved';
  payout: readonly [number, number] | undefined;
  group: number | undefined;
  /** Last trade price in first-outcome terms. */
  lastPrice: Price | undefined;
  /** Moment of the last change of the book or of the last trade price: grows with each change. */
  bookChangedAt: number;
  /** Counts changes of the book or the last price: equal versions mean an equal book. */
  bookVersion: number;
}>;

export type Venue = {
  /** The service clock: never goes back. Due work (expiry, heartbeats, delays, settlement) is done before a step. */
  readonly now: number;
  /** All events so far, always in the same array. Reading the property updates it. */
  readonly log: readonly Event[];
  readonly eventCount: number;
  /** Trades so far, those that failed to settle included. */
  readonly tradeCount: number;
  /** Creates one event from the log. Reading in order is cheap. */
  eventAt(index: number): Event | undefined;
  /**
   * Moves the clock to `now` (milliseconds; an earlier moment leaves it), does all work that is due, then executes the
   * command. A refusal changes only the clock. Throws `RangeError` if `now` is no whole number of milliseconds up to
   * 8.64e15.
   */
  step(command: Command, now: number): Result<Reply, Refusal>;
  /** Orders and cancellations as numbers, without objects, for callers that send millions. The rules are the same. */
  readonly desk: Desk;
  /** Does all work due up to and including `now`, in order of due time. Throws `RangeError` as `step` does. */
  advanceTo(now: number): void;
  /** The next moment at which work is due, if any. */
  nextDue(): number | undefined;
  /** Rolling hash over all events so far: 16 hex digits. */
  hash(): string;
  market(market: MarketNumber): MarketView | undefined;
  /** Levels of one token's book, best first. */
  bids(market: MarketNumber, outcome: OutcomeIndex): readonly Level[];
  asks(market: MarketNumber, outcome: OutcomeIndex): readonly Level[];
  /** Shares that rest at a price of a token, among its bids (`BUY`) or asks (`SELL`), micro. Allocates nothing. */
  restingAt(market: MarketNumber, outcome: OutcomeIndex, side: Side, price: Price): number;
  order(order: OrderNumber): OrderView | undefined;
  /** Unfilled micro shares of an open order; 0 for an order that has ended or does not exist. Allocates nothing. */
  remaining(order: OrderNumber): number;
  /** Cash of a wallet: free and reserved for orders, micro dollars. */
  cash(wallet: WalletNumber): { readonly free: Micro; readonly reserved: Micro };
  /** Tokens of a wallet: free and reserved for orders, micro shares. */
  tokens(
    wallet: WalletNumber,
    market: MarketNumber,
    outcome: OutcomeIndex,
  ): { readonly free: Micro; readonly reserved: Micro };
  /** Tokens of each outcome in existence (micro shares) and the dollars behind them (micro). */
  supply(market: MarketNumber): {
    readonly tokens: readonly [number, number];
    readonly collateral: Micro;
    /** Tokens of the second outcome in the vault of the market's group. */
    readonly vault: Micro;
  };
  /** A negative-risk group, and what it owes the collateral of its markets for conversions, micro dollars. */
  group(group: number): { readonly markets: readonly number[]; readonly debt: Micro } | undefined;
  /**
   * The accounts of the venue, micro dollars: cash of all wallets + collateral - debt + fees + residual = deposits.
   * Residual is the sum of all rounding to whole micro dollars.
   */
  treasury(): Readonly<{
    deposits: Micro;
    collateral: Micro;
    debt: Micro;
    fees: Micro;
    residual: Micro;
  }>;
  /** The whole state, log included. `restoreVenue` creates an equal venue from these bytes. */
  snapshot(): Uint8Array<ArrayBuffer>;
};

/**
 * A venue without markets and wallets, its clock at 0. Throws `RangeError` if a rule is missing, is unknown, or lies
 * outside the range of the clock.
 */
export function createVenue(rules: VenueRules = DOCUMENT_RULES): Venue {
  return new VenueEngine(newVenueState(ownRules(rules)), newRollingHash());
}

/**
 * Creates the venue of a snapshot, at the moment of the snapshot. Refuses bytes that are no whole snapshot, and values
 * that are no
 * `Uint8Array`.
 */
export function restoreVenue(bytes: Uint8Array): Result<Venue, SnapshotFault> {
  if (!ArrayBuffer.isView(bytes) || !(bytes instanceof Uint8Array))
    return refuse({ position: 0, reason: 'a snapshot is a Uint8Array' });
  const restored = readSnapshot(bytes);
  return restored.ok ? ok(new VenueEngine(restored.value.venue, restored.value.hash)) : restored;
}

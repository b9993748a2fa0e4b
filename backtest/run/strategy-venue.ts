/** backtest/run/strategy-venue: a strategy's venue, in any fidelity. Times are Unix microseconds. */
import type { Venue } from '../../sim/core/venue.ts';
import type { SimulatedTotals } from '../agents/totals.ts';
import type { VenueListener } from '../overlay/venue-listener.ts';
import type { RowCursor } from '../replay/row-cursor.ts';
import type { DriftTotals, OrderRecord } from '../result.ts';
import type { LiveRows } from './live-rows.ts';

/** The best prices of a market's first outcome, 1e-4 dollars: 0 when there is no bid, a dollar when there is no ask. */
export type BookTop = { readonly isKnown: boolean; readonly bestBid: number; readonly bestAsk: number };

/** Sizes of a book besides own orders, micro shares at a price of the first outcome. */
export type BookDepth = BookTop & {
  readonly tick: number;
  sizeAt(side: number, price: number): number;
  /** The last price of a side that has shares, or one beyond it. */
  worstPrice(side: number): number;
};

export type StrategyVenue = {
  readonly engine: Venue;
  readonly wallet: number;
  /** By market of the recording. */
  readonly books: readonly BookDepth[];
  /** When the engine has work to do by itself; Infinity when it has none. */
  readonly nextDue: number;
  /** How far the background is from the recording; undefined when there is no background. */
  readonly drift?: DriftTotals | undefined;
  /** Snapshots before which the recording lacks rows while own orders rested. */
  readonly unseen?: number;
  /** The feed of a venue that publishes its own books and trades; the recording is the feed of a venue without. */
  readonly rows?: LiveRows;
  /** Volume and profit of simulated traders. */
  readonly totals?: SimulatedTotals;
  /** Receives the events of own orders. */
  listener: VenueListener;
  /** The recording has come to this row. */
  row(cursor: RowCursor): void;
  /** The book of a market has been silent for the gap time. */
  loseBook(market: number): void;
  /** An own order arrives. `expiresAt` in milliseconds, -1 for none. */
  place(record: OrderRecord, expiresAt: number, at: number): void;
  /** Whether the order would take liquidity if it arrived now. */
  isMarketable(record: OrderRecord): boolean;
  cancel(id: number, at: number): void;
  /** Splits dollars into shares or merges them. Returns whether the engine did it. */
  splitOrMerge(kind: 'split' | 'merge', market: number, size: number, at: number): boolean;
  /** Own shares of a token, those reserved for orders included. */
  sharesOf(token: number): number;
  /** Ends the market and returns what its shares paid. */
  resolve(market: number, payout: readonly [number, number], at: number): number;
  /** Moves the engine's clock and does what is due. */
  advance(at: number): void;
  close(): void;
};

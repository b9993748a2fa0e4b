/**
 * sim/core/venue-state: the whole state of a venue in one record. Only the files of this folder change it, each its own
 * part. Every change is appended to the log.
 */
import { invariant, ok, type Result, refuse } from '../../base/result.ts';
import type { Micro } from '../../base/units.ts';
import type { MarketNumber, Refusal } from '../../spec/venue/command.ts';
import type { VenueRules } from '../../spec/venue/rules.ts';
import { type EventLog, newEventLog } from './event-log.ts';
import { type FeeSum, newFeeSum } from './fees.ts';
import { type Ledger, newLedger, newTreasury, type Treasury } from './ledger.ts';
import type { Market } from './market.ts';
import { type Matching, newMatching } from './matching.ts';
import { newOrderIndex, type OrderIndex } from './open-orders.ts';
import { marketIndexOf, newOrderPool, type OrderPool, type Slot } from './order-pool.ts';
import { newSalts, type Salts } from './salts.ts';
import { newTicket, type Ticket } from './ticket.ts';
import { newTimers, type Timers } from './timers.ts';
import { newTradeIndex, type TradeIndex } from './trade-index.ts';

/** Markets of which exactly one pays its first outcome. */
export type Group = {
  readonly markets: readonly number[];
  /** The debt to the collateral of its markets for conversions, micro dollars. */
  debt: Micro;
};

export type VenueState = {
  readonly rules: VenueRules;
  now: number;
  readonly log: EventLog;
  readonly markets: Market[];
  readonly groups: Group[];
  readonly ledger: Ledger;
  readonly salts: Salts;
  readonly pool: OrderPool;
  readonly orders: OrderIndex;
  readonly trades: TradeIndex;
  readonly treasury: Treasury;
  readonly timers: Timers;
  /** The timer that ends each heartbeat session, by key. */
  readonly heartbeats: Map<number, number>;
  /** Shares by which self-trade prevention reduced orders, by order. */
  readonly reductions: Map<number, number>;
  /** The result of matching the current order; meaningless between steps. */
  readonly matching: Matching;
  readonly takerFee: FeeSum;
  readonly ticket: Ticket;
};

/** The state of a venue without markets and wallets. `log` has the events that led to the restored state. */
export function newVenueState(rules: VenueRules, log = newEventLog()): VenueState {
  return {
    rules,
    now: 0,
    log,
    markets: [],
    groups: [],
    ledger: newLedger(),
    salts: newSalts(),
    pool: newOrderPool(),
    orders: newOrderIndex(),
    trades: newTradeIndex(),
    treasury: newTreasury(),
    timers: newTimers(),
    heartbeats: new Map(),
    reductions: new Map(),
    matching: newMatching(),
    takerFee: newFeeSum(),
    ticket: newTicket(),
  };
}

export function marketOf(venue: VenueState, slot: Slot): Market {
  const market = venue.markets[marketIndexOf(venue.pool, slot)];
  invariant(market !== undefined, 'an open order has a market');
  return market;
}

export function marketAt(venue: VenueState, index: number): Market {
  const market = venue.markets[index];
  invariant(market !== undefined, 'the market is there');
  return market;
}

/** The market, unless it is unknown or in one of these states. */
export function marketBefore(
  { markets }: VenueState,
  index: MarketNumber,
  states: readonly ('closed' | 'resolved')[],
): Result<Market, Refusal> {
  const market = markets[index];
  if (market === undefined) return refuse({ kind: 'unknown-market' });
  const { state } = market;
  const isPast = state !== 'open' && state !== 'paused' && states.includes(state);
  return isPast ? refuse({ kind: 'market-not-accepting', state }) : ok(market);
}

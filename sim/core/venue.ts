/**
 * sim/core/venue: the whole state of the exchange in one record. Only the files of this room change it, each its own
 * part; everything that happens is appended to the log.
 */
import { invariant } from '../../spec/result.ts';
import type { Event } from './event.ts';
import { type Account, newTreasury, type Treasury } from './ledger.ts';
import type { Market } from './market.ts';
import type { Order } from './order.ts';
import type { VenueRules } from './rules.ts';
import { newTimers, type Timers } from './timers.ts';

export type Venue = {
  readonly rules: VenueRules;
  now: number;
  readonly log: Event[];
  readonly markets: Market[];
  readonly accounts: Account[];
  /** Every order ever accepted, by index. */
  readonly orders: Order[];
  trades: number;
  readonly treasury: Treasury;
  readonly timers: Timers;
  /** Open orders by key, in order of acceptance. */
  readonly openByKey: Map<number, Set<Order>>;
  /** The timer that ends each heartbeat session, by key. */
  readonly heartbeats: Map<number, number>;
};

export function newVenue(rules: VenueRules): Venue {
  return {
    rules,
    now: 0,
    log: [],
    markets: [],
    accounts: [],
    orders: [],
    trades: 0,
    treasury: newTreasury(),
    timers: newTimers(),
    openByKey: new Map(),
    heartbeats: new Map(),
  };
}

/** The account of a wallet that is known to exist. */
export function accountOf(venue: Venue, wallet: number): Account {
  const account = venue.accounts[wallet];
  invariant(account !== undefined, `no account for wallet ${wallet}`);
  return account;
}

/** The market of an order that was accepted. */
export function marketOf(venue: Venue, order: Order): Market {
  const market = venue.markets[order.market];
  invariant(market !== undefined, `no market for order ${order.index}`);
  return market;
}

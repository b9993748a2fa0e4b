/**
 * sim/core/exchange: the state machine. `step(command, now)` either answers and appends events, or refuses and leaves
 * everything as it was. Pure and synchronous: time is an argument, chance does not exist here.
 */
import { assertNever, ok, type Result, refuse } from '../../spec/result.ts';
import { levelsAsAsks, levelsAsBids } from './book-side.ts';
import { cancel } from './cancelling.ts';
import type { Command, MarketTerms, OrderType, OutcomeIndex, Refusal, Reply, Side } from './command.ts';
import { advanceTo, nextDue } from './due-work.ts';
import type { Event } from './event.ts';
import { keepHeartbeat } from './heartbeats.ts';
import { newAccount } from './ledger.ts';
import { malformedField } from './malformed.ts';
import { closeMarket, listMarket, resolveMarket, switchMarket } from './market-life.ts';
import { place } from './placing.ts';
import { hashOf, newRollingHash } from './rolling-hash.ts';
import { DOCUMENT_RULES, type VenueRules } from './rules.ts';
import { merge, redeem, split } from './sets.ts';
import { newVenue, type Venue } from './venue.ts';

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
  /** Tokens of each outcome in existence (micro shares) and the dollars behind them (micro). */
  supply(market: number): { readonly tokens: readonly [number, number]; readonly collateral: number };
  /**
   * The venue's own accounts, micro dollars: cash of all wallets + collateral + fees + residual = deposits. Residual is
   * what rounding to whole micro dollars took.
   */
  treasury(): {
    readonly deposits: number;
    readonly collateral: number;
    readonly fees: number;
    readonly residual: number;
  };
};

/** An exchange without markets and wallets, its clock at 0. `rules`: the venue-wide waits. */
export function createExchange(rules: VenueRules = DOCUMENT_RULES): Exchange {
  const venue = newVenue(rules);
  const hash = newRollingHash();
  return {
    get now() {
      return venue.now;
    },
    log: venue.log,
    step(command, now) {
      advanceTo(venue, now);
      return perform(venue, command);
    },
    advanceTo: (now) => advanceTo(venue, now),
    nextDue: () => nextDue(venue),
    hash: () => hashOf(hash, venue.log),
    market: (index) => viewMarket(venue, index),
    bids(index, outcome) {
      const market = venue.markets[index];
      if (market === undefined) return [];
      return outcome === 0 ? levelsAsBids(market.bids) : levelsAsBids(market.asks);
    },
    asks(index, outcome) {
      const market = venue.markets[index];
      if (market === undefined) return [];
      return outcome === 0 ? levelsAsAsks(market.asks) : levelsAsAsks(market.bids);
    },
    order: (index) => viewOrder(venue, index),
    cash(wallet) {
      const account = venue.accounts[wallet];
      if (account === undefined) return { free: 0, reserved: 0 };
      return { free: account.cash - account.reservedCash, reserved: account.reservedCash };
    },
    tokens(wallet, market, outcome) {
      const holding = venue.accounts[wallet]?.holdings.get(market);
      if (holding === undefined) return { free: 0, reserved: 0 };
      return { free: holding.total[outcome] - holding.reserved[outcome], reserved: holding.reserved[outcome] };
    },
    supply(index) {
      const market = venue.markets[index];
      if (market === undefined) return { tokens: [0, 0], collateral: 0 };
      return { tokens: [market.supply[0], market.supply[1]], collateral: market.collateral };
    },
    treasury: () => ({ ...venue.treasury }),
  };
}

function perform(venue: Venue, command: Command): Result<Reply, Refusal> {
  const bad = malformedField(command);
  if (bad !== undefined) return refuse({ kind: 'malformed', what: bad });
  switch (command.kind) {
    case 'list-market':
      return listMarket(venue, command.terms);
    case 'open-wallet':
      return openWallet(venue);
    case 'deposit':
      return deposit(venue, command.wallet, command.amount);
    case 'split':
      return split(venue, command.wallet, command.market, command.size);
    case 'merge':
      return merge(venue, command.wallet, command.market, command.size);
    case 'redeem':
      return redeem(venue, command.wallet, command.market);
    case 'place':
      return place(venue, command);
    case 'cancel':
      return cancel(venue, command.wallet, command.order);
    case 'heartbeat':
      return keepHeartbeat(venue, command.key);
    case 'pause-market':
      return switchMarket(venue, command.market, 'paused');
    case 'resume-market':
      return switchMarket(venue, command.market, 'open');
    case 'close-market':
      return closeMarket(venue, command.market);
    case 'resolve-market':
      return resolveMarket(venue, command.market, command.payout);
    case 'change-tick':
    case 'group-markets':
    case 'convert':
    case 'disturb-settlement':
      return refuse({ kind: 'malformed', what: 'kind' });
    default:
      return assertNever(command);
  }
}

function openWallet(venue: Venue): Result<Reply, Refusal> {
  const index = venue.accounts.length;
  venue.accounts.push(newAccount());
  venue.log.push({ kind: 'wallet-opened', at: venue.now, wallet: index });
  return ok({ kind: 'created', index });
}

function deposit(venue: Venue, wallet: number, amount: number): Result<Reply, Refusal> {
  const account = venue.accounts[wallet];
  if (account === undefined) return refuse({ kind: 'unknown-wallet' });
  // All money there is stays an exact integer; every other sum is a part of this one.
  if (amount > Number.MAX_SAFE_INTEGER - venue.treasury.deposits) return refuse({ kind: 'malformed', what: 'amount' });
  account.cash += amount;
  venue.treasury.deposits += amount;
  venue.log.push({ kind: 'deposited', at: venue.now, wallet, amount });
  return ok({ kind: 'done' });
}

function viewMarket(venue: Venue, index: number): MarketView | undefined {
  const market = venue.markets[index];
  if (market === undefined) return undefined;
  const { terms, state, payout, lastPrice, bookChangedAt, bookVersion } = market;
  return { terms, state, payout, lastPrice, bookChangedAt, bookVersion };
}

function viewOrder(venue: Venue, index: number): OrderView | undefined {
  const known = venue.orders[index];
  if (known === undefined) return undefined;
  const { wallet, key, market, outcome, side, type, price, size, matched, state, acceptedAt, expiresAt } = known;
  return { order: index, wallet, key, market, outcome, side, type, price, size, matched, state, acceptedAt, expiresAt };
}

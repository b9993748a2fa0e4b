/**
 * sim/core/exchange: the state machine. `step(command, now)` either answers and appends events, or refuses and leaves
 * everything as it was. Pure and synchronous: time is an argument, chance does not exist here.
 */
import { assertNever, ok, type Result, refuse } from '../../spec/result.ts';
import { cancel } from './cancelling.ts';
import type { Command, MarketTerms, OutcomeIndex, Refusal, Reply } from './command.ts';
import { createDepth, type Level } from './depth.ts';
import { type Desk, openDesk } from './desk.ts';
import { advanceTo, nextDue } from './due-work.ts';
import type { Event } from './event.ts';
import { addressAfter, addressOf } from './event-log.ts';
import { convert, groupMarkets } from './groups.ts';
import { keepHeartbeat } from './heartbeats.ts';
import {
  changeCash,
  findHolding,
  freeCash,
  freeTokens,
  openAccount,
  reservedCashOf,
  reservedTokensOf,
} from './ledger.ts';
import { readEvent } from './log-read.ts';
import { writeShort } from './log-write.ts';
import { malformedField } from './malformed.ts';
import { changeTick, closeMarket, listMarket, resolveMarket, switchMarket } from './market-life.ts';
import { type OrderView, viewOrder } from './order-view.ts';
import { place } from './placing.ts';
import { DONE } from './replies.ts';
import { hashOf, newRollingHash, type RollingHash } from './rolling-hash.ts';
import { DOCUMENT_RULES, type VenueRules } from './rules.ts';
import { merge, redeem, split } from './sets.ts';
import { disturbSettlement } from './settlement.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import type { SnapshotFault } from './snapshot-format.ts';
import { newVenue, type Venue } from './venue.ts';

export type MarketView = {
  readonly terms: MarketTerms;
  readonly state: 'open' | 'paused' | 'closed' | 'resolved';
  readonly payout: readonly [number, number] | undefined;
  /** The group the market is in. */
  readonly group: number | undefined;
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
  /** All events so far. The array is the same each time and is brought up to date by asking for it. */
  readonly log: readonly Event[];
  readonly eventCount: number;
  /** One event, made anew from the log each time; reading them one after the other is cheap. */
  eventAt(index: number): Event | undefined;
  step(command: Command, now: number): Result<Reply, Refusal>;
  /** Orders and cancellations in numbers, without objects: the same rules, for those who send millions. */
  readonly desk: Desk;
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
  supply(market: number): {
    readonly tokens: readonly [number, number];
    readonly collateral: number;
    /** Tokens of the second outcome in the vault of the market's group. */
    readonly vault: number;
  };
  /** A negative-risk group, and what it owes the collateral of its markets for conversions, micro dollars. */
  group(group: number): { readonly markets: readonly number[]; readonly debt: number } | undefined;
  /**
   * The venue's own accounts, micro dollars: cash of all wallets + collateral - debt + fees + residual = deposits.
   * Residual is what rounding to whole micro dollars took.
   */
  treasury(): {
    readonly deposits: number;
    readonly collateral: number;
    readonly debt: number;
    readonly fees: number;
    readonly residual: number;
  };
  /** Everything there is to know, log included, as bytes that `restoreExchange` makes an equal exchange of. */
  snapshot(): Uint8Array<ArrayBuffer>;
};

/** An exchange without markets and wallets, its clock at 0. `rules`: the venue-wide waits. */
export function createExchange(rules: VenueRules = DOCUMENT_RULES): Exchange {
  return exchangeOver(newVenue(rules), newRollingHash());
}

/** The exchange a snapshot was taken of, at the moment it was taken. Bytes that are no whole snapshot are refused. */
export function restoreExchange(bytes: Uint8Array): Result<Exchange, SnapshotFault> {
  const restored = readSnapshot(bytes);
  return restored.ok ? ok(exchangeOver(restored.value.venue, restored.value.hash)) : restored;
}

function exchangeOver(venue: Venue, hash: RollingHash): Exchange {
  const depth = createDepth();
  const { ledger, log } = venue;
  const events: Event[] = [];
  // Where `eventAt` and `log` read last: the next event is found at once.
  const cursor = { index: 0, address: 0 };
  const eventAt = (index: number): Event | undefined => {
    if (!(index >= 0 && index < log.events)) return undefined;
    if (index === cursor.index + 1) cursor.address = addressAfter(log, cursor.address);
    else if (index !== cursor.index) cursor.address = addressOf(log, index);
    cursor.index = index;
    return readEvent(log, cursor.address);
  };
  return {
    get now() {
      return venue.now;
    },
    get log() {
      for (let event = eventAt(events.length); event !== undefined; event = eventAt(events.length)) events.push(event);
      return events;
    },
    get eventCount() {
      return log.events;
    },
    eventAt,
    step(command, now) {
      advanceTo(venue, now);
      return perform(venue, command);
    },
    desk: openDesk(venue),
    advanceTo: (now) => advanceTo(venue, now),
    nextDue: () => nextDue(venue),
    hash: () => hashOf(hash, log),
    market: (index) => viewMarket(venue, index),
    bids(index, outcome) {
      const market = venue.markets[index];
      return market === undefined ? [] : depth.bids(market, outcome);
    },
    asks(index, outcome) {
      const market = venue.markets[index];
      return market === undefined ? [] : depth.asks(market, outcome);
    },
    order: (index) => viewOrder(venue, index),
    cash(wallet) {
      if (!(wallet >= 0 && wallet < ledger.wallets)) return { free: 0, reserved: 0 };
      return { free: freeCash(ledger, wallet), reserved: reservedCashOf(ledger, wallet) };
    },
    tokens(wallet, market, outcome) {
      const holding = findHolding(ledger, wallet, market);
      if (holding < 0) return { free: 0, reserved: 0 };
      return { free: freeTokens(ledger, holding, outcome), reserved: reservedTokensOf(ledger, holding, outcome) };
    },
    supply(index) {
      const market = venue.markets[index];
      if (market === undefined) return { tokens: [0, 0], collateral: 0, vault: 0 };
      const { supply, collateral, vault } = market;
      return { tokens: [supply[0], supply[1]], collateral, vault };
    },
    group: (index) => {
      const group = venue.groups[index];
      return group === undefined ? undefined : { markets: group.markets, debt: group.debt };
    },
    treasury: () => ({ ...venue.treasury }),
    snapshot() {
      hashOf(hash, log);
      return writeSnapshot(venue, hash);
    },
  };
}

function perform(venue: Venue, command: Command): Result<Reply, Refusal> {
  const bad = malformedField(command);
  if (bad !== undefined) return refuse({ kind: 'malformed', what: bad });
  switch (command.kind) {
    case 'place':
      return place(venue, command);
    case 'cancel':
      return cancel(venue, command.wallet, command.order);
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
      return changeTick(venue, command.market, command.tick);
    case 'group-markets':
      return groupMarkets(venue, command.markets);
    case 'convert':
      return convert(venue, command);
    case 'disturb-settlement':
      return disturbSettlement(venue, command.trade, command.outcome);
    default:
      return assertNever(command);
  }
}

function openWallet(venue: Venue): Result<Reply, Refusal> {
  const index = openAccount(venue.ledger);
  writeShort(venue.log, 'wallet-opened', venue.now, index);
  return ok({ kind: 'created', index });
}

function deposit(venue: Venue, wallet: number, amount: number): Result<Reply, Refusal> {
  if (wallet >= venue.ledger.wallets) return refuse({ kind: 'unknown-wallet' });
  // All money there is, borrowed for conversions or not, stays an exact integer; every other sum is a part of this one.
  const { deposits, debt } = venue.treasury;
  if (amount > Number.MAX_SAFE_INTEGER - deposits - debt) return refuse({ kind: 'malformed', what: 'amount' });
  changeCash(venue.ledger, wallet, amount);
  venue.treasury.deposits += amount;
  writeShort(venue.log, 'deposited', venue.now, wallet, [amount]);
  return DONE;
}

function viewMarket(venue: Venue, index: number): MarketView | undefined {
  const market = venue.markets[index];
  if (market === undefined) return undefined;
  const { terms, state, payout, bookChangedAt, bookVersion } = market;
  const group = market.group < 0 ? undefined : market.group;
  const lastPrice = market.lastPrice === 0 ? undefined : market.lastPrice;
  return { terms, state, payout, group, lastPrice, bookChangedAt, bookVersion };
}

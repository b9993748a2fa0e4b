/** sim/core/venue-engine: the venue over its state, log and rolling hash. */
import type { Result } from '../../base/result.ts';
import { PRICE_ONE, type Price } from '../../base/units.ts';
import type {
  Command,
  MarketNumber,
  OrderNumber,
  OutcomeIndex,
  Refusal,
  Reply,
  Side,
  WalletNumber,
} from '../../spec/venue/command.ts';
import type { Event } from '../../spec/venue/event.ts';
import { sizeAt } from './book-side.ts';
import { handleCommand } from './command-handler.ts';
import { createDepth, type Level } from './depth.ts';
import { type Desk, openDesk } from './desk.ts';
import { findHolding, freeCash, freeTokens, reservedCashOf, reservedTokensOf } from './ledger.ts';
import { createEventReader, type EventReader } from './log-read.ts';
import type { Market } from './market.ts';
import { slotOf } from './open-orders.ts';
import { NONE, remainingOf } from './order-pool.ts';
import { type OrderView, viewOrder } from './order-view.ts';
import { hashOf, type RollingHash } from './rolling-hash.ts';
import { advanceTo, nextDue } from './scheduler.ts';
import { writeSnapshot } from './snapshot.ts';
import { isIndex } from './typed-arrays.ts';
// biome-ignore lint/suspicious/noImportCycles: `venue.ts` has the contract and the functions that create this class.
import type { MarketView, Venue } from './venue.ts';
import type { VenueState } from './venue-state.ts';

/**
 * A class, because an object literal with getters gets a new shape for each venue, so that a program with many venues
 * would look up every access by name. Methods are bound, so that they can be passed as functions. Members are
 * `private`, not `#`: tapes and journals make objects that inherit from a venue.
 */
export class VenueEngine implements Venue {
  readonly desk: Desk;
  private readonly venue: VenueState;
  private readonly rolling: RollingHash;
  private readonly reader: EventReader;
  private readonly depth = createDepth();

  constructor(venue: VenueState, rolling: RollingHash) {
    this.venue = venue;
    this.rolling = rolling;
    this.reader = createEventReader(venue.log);
    this.desk = openDesk(venue);
  }

  get now(): number {
    return this.venue.now;
  }

  get log(): readonly Event[] {
    return this.reader.all();
  }

  get eventCount(): number {
    return this.venue.log.events;
  }

  get tradeCount(): number {
    return this.venue.trades.trades;
  }

  eventAt = (index: number): Event | undefined => this.reader.at(index);

  step = (command: Command, now: number): Result<Reply, Refusal> => {
    advanceTo(this.venue, now);
    return handleCommand(this.venue, command);
  };

  advanceTo = (now: number): void => advanceTo(this.venue, now);

  nextDue = (): number | undefined => nextDue(this.venue);

  hash = (): string => hashOf(this.rolling, this.venue.log);

  market = (index: number): MarketView | undefined => viewMarket(this.venue, index);

  bids = (index: MarketNumber, outcome: OutcomeIndex): readonly Level[] => this.levels(index, true, outcome);

  asks = (index: MarketNumber, outcome: OutcomeIndex): readonly Level[] => this.levels(index, false, outcome);

  private levels(index: MarketNumber, isBids: boolean, outcome: OutcomeIndex): readonly Level[] {
    const market = marketAt(this.venue, index);
    return market === undefined || !isOutcome(outcome) ? [] : this.depth(market, isBids, outcome);
  }

  restingAt = (index: number, outcome: OutcomeIndex, side: Side, price: Price): number => {
    const market = marketAt(this.venue, index);
    if (market === undefined || !isPrice(market, price)) return 0;
    // As in `depth`: a bid of the second outcome at p is an ask of the first at 1 - p.
    const levels = (side === 'BUY') === (outcome === 0) ? market.bids : market.asks;
    return sizeAt(levels, outcome === 0 ? price : PRICE_ONE - price);
  };

  remaining = (order: OrderNumber): number => {
    const { orders, pool } = this.venue;
    const slot = isIndex(order, orders.orders) ? slotOf(orders, order) : NONE;
    return slot > 0 ? remainingOf(pool, slot) : 0;
  };

  order = (index: number): OrderView | undefined => viewOrder(this.venue, index);

  cash = (wallet: WalletNumber): ReturnType<Venue['cash']> => {
    const { ledger } = this.venue;
    if (!isIndex(wallet, ledger.wallets)) return { free: 0, reserved: 0 };
    return { free: freeCash(ledger, wallet), reserved: reservedCashOf(ledger, wallet) };
  };

  tokens = (wallet: WalletNumber, market: MarketNumber, outcome: OutcomeIndex): ReturnType<Venue['tokens']> => {
    const { ledger } = this.venue;
    const holding = findHolding(ledger, wallet, market);
    if (holding < 0 || !isOutcome(outcome)) return { free: 0, reserved: 0 };
    return { free: freeTokens(ledger, holding, outcome), reserved: reservedTokensOf(ledger, holding, outcome) };
  };

  supply = (index: number): ReturnType<Venue['supply']> => {
    const market = marketAt(this.venue, index);
    if (market === undefined) return { tokens: [0, 0], collateral: 0, vault: 0 };
    const { supply, collateral, vault } = market;
    return { tokens: [supply[0], supply[1]], collateral, vault };
  };

  group = (index: number): ReturnType<Venue['group']> => {
    const { groups } = this.venue;
    const group = isIndex(index, groups.length) ? groups[index] : undefined;
    return group === undefined ? undefined : { markets: group.markets, debt: group.debt };
  };

  treasury = (): ReturnType<Venue['treasury']> => ({ ...this.venue.treasury });

  snapshot = (): Uint8Array<ArrayBuffer> => {
    hashOf(this.rolling, this.venue.log);
    return writeSnapshot(this.venue, this.rolling);
  };
}

/** Untyped callers can pass any value, for example `length`. */
function marketAt({ markets }: VenueState, index: number) {
  return isIndex(index, markets.length) ? markets[index] : undefined;
}

function isOutcome(outcome: unknown) {
  return outcome === 0 || outcome === 1;
}

function isPrice({ terms }: Market, price: Price) {
  return isIndex(price, PRICE_ONE) && price > 0 && price % terms.tick === 0;
}

function viewMarket(venue: VenueState, index: number): MarketView | undefined {
  const market = marketAt(venue, index);
  if (market === undefined) return undefined;
  const { terms, state, payout, bookChangedAt, bookVersion } = market;
  const group = market.group < 0 ? undefined : market.group;
  const lastPrice = market.lastPrice === 0 ? undefined : market.lastPrice;
  return { terms, state, payout, group, lastPrice, bookChangedAt, bookVersion };
}

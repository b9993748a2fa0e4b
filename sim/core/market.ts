/** sim/core/market: one condition: its terms, its book, its collateral and its state. */
import type { Micro, Price } from '../../base/units.ts';
import type { MarketTerms } from '../../spec/venue/command.ts';
import { type BookSide, newBookSide } from './book-side.ts';
import { isBookBid, type Terms } from './order-terms.ts';

export type MarketState = 'open' | 'paused' | 'closed' | 'resolved';

export type Market = {
  readonly index: number;
  terms: MarketTerms;
  state: MarketState;
  payout: readonly [number, number] | undefined;
  /** The group it is in, -1 for none. */
  group: number;
  /** Last trade price in first-outcome terms, 0 before the first trade. */
  lastPrice: Price;
  bookChangedAt: number;
  bookVersion: number;
  bids: BookSide;
  asks: BookSide;
  /** Slots of accepted orders that wait for their moment to match, in no order. */
  readonly delayed: Set<number>;
  /** Tokens of each outcome in existence, micro shares. */
  readonly supply: [number, number];
  /** Tokens of the second outcome that the group's vault holds. */
  vault: Micro;
  /** Micro dollars behind them. */
  collateral: Micro;
};

/** Frozen terms, so that they can be shown to readers without a copy. */
export function fixedTerms({ tick, minSize, fee, delayMs }: MarketTerms): MarketTerms {
  return Object.freeze({ tick, minSize, fee: Object.freeze({ ...fee }), delayMs });
}

export function newMarket(index: number, terms: MarketTerms, now: number): Market {
  return {
    index,
    terms: fixedTerms(terms),
    state: 'open',
    payout: undefined,
    group: -1,
    lastPrice: 0,
    bookChangedAt: now,
    bookVersion: 0,
    bids: newBookSide(true, terms.tick),
    asks: newBookSide(false, terms.tick),
    delayed: new Set(),
    supply: [0, 0],
    vault: 0,
    collateral: 0,
  };
}

/** The side an order of these terms rests on. */
export function ownSide(market: Market, terms: Terms): BookSide {
  return isBookBid(terms) ? market.bids : market.asks;
}

/** The side an order of these terms trades with. */
export function oppositeSide(market: Market, terms: Terms): BookSide {
  return isBookBid(terms) ? market.asks : market.bids;
}

/** Notes that the book or the last price has changed. */
export function touchBook(market: Market, now: number): void {
  market.bookVersion += 1;
  market.bookChangedAt = now;
}

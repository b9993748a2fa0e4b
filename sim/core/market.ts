/** sim/core/market: one condition: its terms, its book, its collateral and how far its life has come. */
import { type BookSide, newBookSide } from './book-side.ts';
import type { MarketTerms } from './command.ts';
import type { Order } from './order.ts';

type MarketState = 'open' | 'paused' | 'closed' | 'resolved';

export type Market = {
  readonly index: number;
  readonly terms: MarketTerms;
  state: MarketState;
  payout: readonly [number, number] | undefined;
  lastPrice: number | undefined;
  bookChangedAt: number;
  bookVersion: number;
  readonly bids: BookSide;
  readonly asks: BookSide;
  /** Accepted orders that wait for their moment to match. */
  readonly delayed: Set<Order>;
  /** Tokens of each outcome in existence, micro shares. */
  readonly supply: [number, number];
  /** Micro dollars behind them. */
  collateral: number;
};

export function newMarket(index: number, terms: MarketTerms, now: number): Market {
  return {
    index,
    terms,
    state: 'open',
    payout: undefined,
    lastPrice: undefined,
    bookChangedAt: now,
    bookVersion: 0,
    bids: newBookSide(true, terms.tick),
    asks: newBookSide(false, terms.tick),
    delayed: new Set(),
    supply: [0, 0],
    collateral: 0,
  };
}

/** The side an order rests on. */
export function ownSide(market: Market, order: Order): BookSide {
  return order.isBid ? market.bids : market.asks;
}

/** The side an order trades with. */
export function oppositeSide(market: Market, order: Order): BookSide {
  return order.isBid ? market.asks : market.bids;
}

/** Notes that the book or the last price has changed. */
export function touchBook(market: Market, now: number): void {
  market.bookVersion += 1;
  market.bookChangedAt = now;
}

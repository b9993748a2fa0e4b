/** sim/streams/market-book: the book of one market by level, in first-outcome prices; the second one is its mirror. */
import { PRICE_ONE } from '../../base/units.ts';
import type { OutcomeIndex, Side } from '../../spec/venue/command.ts';
import type { Level } from '../core/depth.ts';
import type { ShownBook } from '../views/books.ts';

/** The price of a bid, or the price of an ask below 0: the best level of a side has the largest key. */
export type LevelKey = number;

export type MarketBook = {
  /** Shares by level of the first outcome's book, without levels of 0. */
  readonly levels: Map<LevelKey, number>;
  lastPrice: number | undefined;
  changedAt: number;
  tick: number;
  readonly minSize: number;
};

export function newMarketBook(tick: number, minSize: number, changedAt: number): MarketBook {
  return { levels: new Map(), lastPrice: undefined, changedAt, tick, minSize };
}

/** The level in the book of the other outcome, if `outcome` is the second one: a bid at p is an ask at 1 - p. */
export function inOutcome(key: LevelKey, outcome: OutcomeIndex): LevelKey {
  if (outcome === 0) return key;
  return key > 0 ? key - PRICE_ONE : key + PRICE_ONE;
}

export function levelKey(outcome: OutcomeIndex, side: Side, price: number): LevelKey {
  return inOutcome(side === 'BUY' ? price : -price, outcome);
}

/** Adds shares to a level, or takes them off if they are below 0. */
export function addShares({ levels }: MarketBook, key: LevelKey, shares: number): void {
  const size = (levels.get(key) ?? 0) + shares;
  if (size === 0) levels.delete(key);
  else levels.set(key, size);
}

/** The book of a token, the best level last. */
export function shownBook(book: MarketBook, outcome: OutcomeIndex): ShownBook {
  const keys = [...book.levels.keys()].map((key) => inOutcome(key, outcome)).sort((a, b) => a - b);
  const levelOf = (key: LevelKey): Level => {
    return { price: Math.abs(key), size: book.levels.get(inOutcome(key, outcome)) ?? 0 };
  };
  return {
    ...book,
    bids: keys.filter((key) => key > 0).map(levelOf),
    asks: keys.filter((key) => key < 0).map(levelOf),
  };
}

/** Best prices of a token. Without bids the best bid is 0, and without asks the best ask is a dollar. */
export type BestPrices = { readonly bid: number; readonly ask: number };

export function bestPrices({ levels }: Pick<MarketBook, 'levels'>, outcome: OutcomeIndex): BestPrices {
  let [bid, ask] = [0, PRICE_ONE];
  for (const level of levels.keys()) {
    const key = inOutcome(level, outcome);
    if (key > 0) bid = Math.max(bid, key);
    else ask = Math.min(ask, -key);
  }
  return { bid, ask };
}

/** sim/streams/market-book: the book of one market by level, in prices of the first outcome. The second outcome's book is its mirror. */
import { PRICE_ONE } from '../../base/units.ts';
import type { OutcomeIndex, Side } from '../../spec/venue/command.ts';
import type { Level } from '../core/depth.ts';
import type { ShownBook } from '../views/book-text.ts';

type OwnLevel = { readonly price: number; size: number };

export type MarketBook = {
  /** The best level last. */
  readonly bids: OwnLevel[];
  readonly asks: OwnLevel[];
  lastPrice: number | undefined;
  changedAt: number;
  tick: number;
  readonly minSize: number;
};

export function newMarketBook(tick: number, minSize: number, changedAt: number): MarketBook {
  return { bids: [], asks: [], lastPrice: undefined, changedAt, tick, minSize };
}

/** A level in prices of the first outcome, as one number: the price of a bid, or the price of an ask below 0. */
export type LevelKey = number;

export function levelKey(outcome: OutcomeIndex, side: Side, price: number): LevelKey {
  const isBid = (side === 'BUY') === (outcome === 0);
  const bookPrice = outcome === 0 ? price : PRICE_ONE - price;
  return isBid ? bookPrice : -bookPrice;
}

export function sizeAt(book: MarketBook, key: LevelKey): number {
  const side = sideOf(book, key);
  const level = side[placeOf(side, key)];
  return level?.price === Math.abs(key) ? level.size : 0;
}

/** Adds shares to a level, or takes them off if they are below 0. */
export function addShares(book: MarketBook, key: LevelKey, shares: number): void {
  if (shares === 0) return;
  const side = sideOf(book, key);
  const place = placeOf(side, key);
  const level = side[place];
  if (level?.price !== Math.abs(key)) side.splice(place, 0, { price: Math.abs(key), size: shares });
  else if (level.size + shares === 0) side.splice(place, 1);
  else level.size += shares;
}

export function shownBook(book: MarketBook, outcome: OutcomeIndex): ShownBook {
  if (outcome === 0) return book;
  return { ...book, bids: book.asks.map(mirrored), asks: book.bids.map(mirrored) };
}

/** Best prices of a token. Without bids the best bid is 0, and without asks the best ask is a dollar. */
export type BestPrices = { readonly bid: number; readonly ask: number };

export function bestPrices({ bids, asks }: Pick<MarketBook, 'bids' | 'asks'>, outcome: OutcomeIndex): BestPrices {
  const bid = bids.at(-1)?.price ?? 0;
  const ask = asks.at(-1)?.price ?? PRICE_ONE;
  return outcome === 0 ? { bid, ask } : { bid: PRICE_ONE - ask, ask: PRICE_ONE - bid };
}

function mirrored({ price, size }: Level): Level {
  return { price: PRICE_ONE - price, size };
}

function sideOf({ bids, asks }: MarketBook, key: LevelKey): OwnLevel[] {
  return key > 0 ? bids : asks;
}

/** The index of the level, or the index at which it belongs: keys grow towards the best level. */
function placeOf(side: readonly OwnLevel[], key: LevelKey): number {
  const sign = key > 0 ? 1 : -1;
  let low = 0;
  let high = side.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sign * (side[middle]?.price ?? 0) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

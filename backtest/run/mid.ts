/** backtest/run/mid: the middle of a book in terms of a token. */
import { DOLLAR } from '../data/event.ts';
import type { BookTop } from './strategy-venue.ts';

/** Halfway between the best bid and ask, 1e-4 dollars; -1 when the book is unknown or a side is empty. */
export function midOf(book: BookTop | undefined, token: number): number {
  if (book === undefined || !book.isKnown || book.bestBid === 0 || book.bestAsk === DOLLAR) return -1;
  const mid = (book.bestBid + book.bestAsk) / 2;
  return token % 2 === 0 ? mid : DOLLAR - mid;
}

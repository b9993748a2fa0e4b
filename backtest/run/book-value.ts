/** backtest/run/book-value: the middle of a token's book, and the net money of shares sold into its bids now. */
import { DOLLAR, SIDE } from '../data/event.ts';
import type { Assumptions } from '../options.ts';
import type { BookDepth, BookTop } from './strategy-venue.ts';

/** Halfway between the best bid and ask, 1e-4 dollars; -1 when the book is unknown or a side is empty. */
export function midOf(book: BookTop | undefined, token: number): number {
  if (!book?.isKnown || book.bestBid === 0 || book.bestAsk === DOLLAR) return -1;
  const mid = (book.bestBid + book.bestAsk) / 2;
  return token % 2 === 0 ? mid : DOLLAR - mid;
}

type Fee = Assumptions['fee'];

/** Whole micro dollars for `size` micro shares of a token. Shares beyond the last bid are worth 0. */
export function exitValue(book: BookDepth, token: number, size: number, fee: Fee): number {
  // A bid for the second outcome is an ask of the first one.
  const isFirst = token % 2 === 0;
  const side = isFirst ? SIDE.buy : SIDE.sell;
  const step = isFirst ? -book.tick : book.tick;
  const end = book.worstPrice(side) + step;
  let price = isFirst ? book.bestBid : book.bestAsk;
  let left = size;
  let value = 0;
  for (; left > 0 && price > 0 && price < DOLLAR && (end - price) * step > 0; price += step) {
    const sold = Math.min(left, book.sizeAt(side, price));
    left -= sold;
    const paid = isFirst ? price : DOLLAR - price;
    value += (sold * paid) / DOLLAR - feeOf(sold, paid / DOLLAR, fee);
  }
  return Math.floor(value);
}

/** No more than the sale brings. */
function feeOf(size: number, price: number, { rate, exponent }: Fee): number {
  const spread = price * (1 - price);
  const factor = exponent === 0 ? 1 : exponent === 1 ? spread : spread * spread;
  return size * Math.min(price, (rate / 1e6) * factor);
}

/** backtest/run/token-book: a token's book as a strategy sees it, in dollars and shares. */
import { DOLLAR, SIDE } from '../data/event.ts';
import type { MarketBook } from '../overlay/market-book.ts';
import type { Book, Side } from '../strategy.ts';

export class TokenBook implements Book {
  readonly token: number;
  readonly #book: MarketBook;
  readonly #isMirrored: boolean;

  constructor(token: number, book: MarketBook) {
    this.token = token;
    this.#book = book;
    this.#isMirrored = token % 2 === 1;
  }

  get isKnown(): boolean {
    return this.#book.isKnown;
  }

  get bestBid(): number | undefined {
    const price = this.#bidUnits();
    return price > 0 ? price / DOLLAR : undefined;
  }

  get bestAsk(): number | undefined {
    const price = this.#askUnits();
    return price < DOLLAR ? price / DOLLAR : undefined;
  }

  get mid(): number | undefined {
    const [bid, ask] = [this.#bidUnits(), this.#askUnits()];
    return bid > 0 && ask < DOLLAR ? (bid + ask) / (2 * DOLLAR) : undefined;
  }

  get tick(): number {
    return this.#book.tick / DOLLAR;
  }

  sizeAt(side: Side, price: number): number {
    return this.#sizeInUnits(side, Math.round(price * DOLLAR)) / 1e6;
  }

  levels(side: Side, count: number): readonly { readonly price: number; readonly size: number }[] {
    const levels: { readonly price: number; readonly size: number }[] = [];
    const step = side === 'BUY' ? -this.#book.tick : this.#book.tick;
    let price = side === 'BUY' ? this.#bidUnits() : this.#askUnits();
    for (; levels.length < count && price > 0 && price < DOLLAR; price += step) {
      const size = this.#sizeInUnits(side, price);
      if (size > 0) levels.push({ price: price / DOLLAR, size: size / 1e6 });
    }
    return levels;
  }

  #bidUnits(): number {
    if (!this.#book.isKnown) return 0;
    return this.#isMirrored ? DOLLAR - this.#book.bestAsk : this.#book.bestBid;
  }

  #askUnits(): number {
    if (!this.#book.isKnown) return DOLLAR;
    return this.#isMirrored ? DOLLAR - this.#book.bestBid : this.#book.bestAsk;
  }

  #sizeInUnits(side: Side, price: number): number {
    if (!this.#book.isKnown) return 0;
    const isBid = (side === 'BUY') !== this.#isMirrored;
    return this.#book.sizeAt(isBid ? SIDE.buy : SIDE.sell, this.#isMirrored ? DOLLAR - price : price);
  }
}

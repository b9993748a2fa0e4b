/**
 * backtest/overlay/house: the other side of every fill. A wallet of the engine stands for the recorded market: it lays
 * recorded liquidity into the engine's book for the moment in which an own order arrives, and trades against resting
 * own orders. It always buys, the complement of what the own order buys if need be, so it needs cash only.
 */
import { addCount } from '../../base/record.ts';
import type { Venue } from '../../sim/core/venue.ts';
import { fillBuy } from '../buy-ticket.ts';
import { DOLLAR, SIDE } from '../data/event.ts';
import type { MarketBook } from './market-book.ts';

/** Half of all cash that an engine can hold, micro dollars. */
export const HOUSE_FUNDS = 4_000_000_000_000_000;

/** An order that the house laid into the book, in prices of the first outcome. */
type Laid = { readonly order: number; readonly price: number; readonly size: number };

export class House {
  readonly #wallet: number;
  readonly #engine: Venue;
  readonly #consumes: boolean;
  /** By market: micro shares that own orders took of recorded levels, by `side * 16,384 + price`. */
  readonly #taken: (Map<number, number> | undefined)[] = [];
  #salt = 0;

  /** `consumes`: liquidity that was taken comes back only as new shares of its level. */
  constructor(engine: Venue, wallet: number, consumes: boolean) {
    this.#engine = engine;
    this.#wallet = wallet;
    this.#consumes = consumes;
  }

  /** Recorded shares at a price that are not taken. */
  available(market: number, book: MarketBook, side: number, price: number): number {
    return Math.max(0, book.sizeAt(side, price) - (this.#taken[market]?.get(keyOf(side, price)) ?? 0));
  }

  /** Whether own orders have taken shares of the market that are missing now. */
  hasTaken(market: number): boolean {
    return (this.#taken[market]?.size ?? 0) > 0;
  }

  /** A level has another size. Shares that were taken are among those that stay, as far as there is room. */
  levelChanged(market: number, side: number, price: number, size: number): void {
    if (!this.hasTaken(market)) return;
    const levels = this.#taken[market] as Map<number, number>;
    const key = keyOf(side, price);
    const taken = levels.get(key);
    if (taken === undefined || taken <= size) return;
    if (size === 0) levels.delete(key);
    else levels.set(key, size);
  }

  /** A snapshot has replaced the book. Levels outside of its window stay as they were. */
  replaced(market: number, book: MarketBook): void {
    for (const key of [...(this.#taken[market]?.keys() ?? [])]) {
      const [side, price] = [Math.floor(key / 16_384), key % 16_384];
      if (book.shows(side, price)) this.levelChanged(market, side, price, book.sizeAt(side, price));
    }
  }

  /** Does `act` while the book has the recorded liquidity that an order of this side, limit and size could take. */
  around<Value>(market: number, book: MarketBook, order: OwnTerms, now: number, act: () => Value): Value {
    const laid = book.isKnown && !book.isCrossed ? this.#lay(market, book, order, now) : [];
    const result = act();
    for (const { order: number, price, size } of laid)
      this.#withdraw(market, number, otherSide(order.side), price, size);
    return result;
  }

  /** Trades `size` against the best own order of a side, which rests at `price`. Returns what traded. */
  hit(market: number, side: number, price: number, size: number, now: number): number {
    const { ticket } = this.#engine.desk;
    this.#fillTicket(market, otherSide(side), price, size);
    ticket.type = 'FAK';
    ticket.postOnly = false;
    return this.#engine.desk.place(now) < 0 ? 0 : ticket.traded;
  }

  /** Notes that own orders took `size` of a recorded level. */
  consume(market: number, side: number, price: number, size: number): void {
    if (!this.#consumes || size === 0) return;
    this.#taken[market] ??= new Map();
    addCount(this.#taken[market], keyOf(side, price), size);
  }

  #lay(market: number, book: MarketBook, { side, price: limit, size }: OwnTerms, now: number): readonly Laid[] {
    const laid: Laid[] = [];
    const other = otherSide(side);
    const step = side === SIDE.buy ? 1 : -1;
    const end = side === SIDE.buy ? Math.min(limit, DOLLAR - 1) : Math.max(limit, 1);
    let left = size;
    for (
      let price = side === SIDE.buy ? book.bestAsk : book.bestBid;
      left > 0 && (end - price) * step >= 0;
      price += step
    ) {
      const available = Math.min(left, this.available(market, book, other, price));
      if (available <= 0) continue;
      left -= available;
      this.#fillTicket(market, other, price, available);
      const { ticket } = this.#engine.desk;
      ticket.type = 'GTC';
      ticket.postOnly = true;
      const order = this.#engine.desk.place(now);
      if (order >= 0) laid.push({ order, price, size: available });
    }
    return laid;
  }

  #withdraw(market: number, order: number, side: number, price: number, size: number) {
    const matched = this.#engine.order(order)?.matched ?? 0;
    this.consume(market, side, price, matched);
    if (matched < size) this.#engine.desk.cancel(this.#wallet, order, this.#engine.now);
  }

  /** An order of the house that stands on `side` of the first outcome's book at `price`. */
  #fillTicket(market: number, side: number, price: number, size: number) {
    const { ticket } = this.#engine.desk;
    this.#salt += 1;
    fillBuy(ticket, this.#wallet, market, side !== SIDE.buy, price, size, this.#salt);
  }
}

export type OwnTerms = { readonly side: number; readonly price: number; readonly size: number };

export function otherSide(side: number): number {
  return side === SIDE.buy ? SIDE.sell : SIDE.buy;
}

export function keyOf(side: number, price: number): number {
  return side * 16_384 + price;
}

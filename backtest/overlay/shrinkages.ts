/** backtest/overlay/shrinkages: levels that lost shares, and trades that explain them, in either order. */
import { MATCH_MICROS } from '../data/event.ts';
import { keyOf } from './house.ts';

export type Shrinkage = {
  at: number;
  side: number;
  price: number;
  before: number;
  after: number;
  /** The part that trades explain, micro shares. */
  traded: number;
};

/** A power of two. */
const ROOM = 16;

export class Shrinkages {
  /** A ring, used again: those from `head` to `tail` are waiting, each in the slot of its number. */
  #slots: Shrinkage[] = Array.from({ length: ROOM }, emptySlot);
  #head = 0;
  #tail = 0;
  /** Trades that no shrinkage has explained yet, by level; those with nothing left are used again. */
  readonly #trades = new Map<number, { at: number; left: number }>();
  /** The parts of the last trade, each with the moment of its shrinkage. */
  readonly #parts: { readonly at: number; readonly size: number }[] = [];

  /** Adds a shrinkage. `since`: trades from this moment on can be its cause. */
  add(at: number, side: number, price: number, before: number, after: number, since = at - MATCH_MICROS): void {
    if (this.#tail - this.#head === this.#slots.length) this.#makeRoom();
    const slot = this.#slotAt(this.#tail);
    this.#tail += 1;
    slot.at = at;
    slot.side = side;
    slot.price = price;
    slot.before = before;
    slot.after = after;
    slot.traded = this.#trades.size === 0 ? 0 : this.#takeTraded(side, price, before - after, since);
  }

  /** Applies the shrinkages whose time has passed at `now` to the queues, and removes them. */
  release(now: number, queues: { readonly isEmpty: boolean; shrink(shrinkage: Shrinkage): void }): void {
    while (this.#head < this.#tail && this.#slotAt(this.#head).at + MATCH_MICROS < now) {
      if (!queues.isEmpty) queues.shrink(this.#slotAt(this.#head));
      this.#head += 1;
    }
  }

  #slotAt(number: number) {
    return this.#slots[number & (this.#slots.length - 1)] as Shrinkage;
  }

  #makeRoom() {
    this.#slots = [...this.waiting(), ...Array.from(this.#slots, emptySlot)];
    this.#tail -= this.#head;
    this.#head = 0;
  }

  waiting(): readonly Shrinkage[] {
    return Array.from({ length: this.#tail - this.#head }, (_, place) => this.#slotAt(this.#head + place));
  }

  /** Matches a trade of the resting side with earlier shrinkages of its level; the rest waits for a later one. */
  trade(at: number, side: number, price: number, size: number): void {
    let left = size;
    this.#parts.length = 0;
    for (let place = this.#head; place < this.#tail && left > 0; place += 1) {
      const shrinkage = this.#slotAt(place);
      if (shrinkage.side !== side || shrinkage.price !== price || shrinkage.at + MATCH_MICROS < at) continue;
      const part = Math.min(left, shrinkage.before - shrinkage.after - shrinkage.traded);
      if (part <= 0) continue;
      shrinkage.traded += part;
      left -= part;
      this.#parts.push({ at: shrinkage.at, size: part });
    }
    if (left === 0) return;
    const key = keyOf(side, price);
    const earlier = this.#trades.get(key);
    if (earlier === undefined) {
      this.#trades.set(key, { at, left });
      return;
    }
    earlier.left = earlier.at < at - MATCH_MICROS ? left : earlier.left + left;
    earlier.at = at;
  }

  /** The part of the last trade that had happened when an order began to rest, at a level smaller already. */
  missedBy(since: number): number {
    let missed = 0;
    for (const { at, size } of this.#parts) if (at <= since) missed += size;
    return missed;
  }

  /** A snapshot has all trades before it. */
  forgetTrades(): void {
    this.#trades.clear();
  }

  clear(): void {
    this.#head = 0;
    this.#tail = 0;
    this.#trades.clear();
  }

  #takeTraded(side: number, price: number, size: number, since: number): number {
    const trade = this.#trades.get(keyOf(side, price));
    if (trade === undefined) return 0;
    if (trade.at < since) trade.left = 0;
    const traded = Math.min(size, trade.left);
    trade.left -= traded;
    return traded;
  }
}

function emptySlot(): Shrinkage {
  return { at: 0, side: 0, price: 0, before: 0, after: 0, traded: 0 };
}

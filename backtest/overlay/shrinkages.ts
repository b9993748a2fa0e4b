/**
 * backtest/overlay/shrinkages: levels of one market that lost shares, and the trades that explain it. A shrinkage and its trade are one event, in either
 * order, when at most `MATCH_MICROS` lie between them. A shrinkage moves no queue before that time has passed.
 */
import { MATCH_MICROS } from '../data/event.ts';

export type Shrinkage = {
  at: number;
  side: number;
  price: number;
  before: number;
  after: number;
  /** The part that trades explain, micro shares. */
  traded: number;
};

const COMPACT_AT = 1_024;

export class Shrinkages {
  /** Used again: those from `head` to `tail` are waiting. */
  private readonly slots: Shrinkage[] = [];
  private head = 0;
  private tail = 0;
  /** Trades that no shrinkage has explained yet, by level. */
  private readonly trades = new Map<number, { at: number; left: number }>();
  /** The parts of the last trade, each with the moment of its shrinkage. */
  private readonly parts: { readonly at: number; readonly size: number }[] = [];

  /** Adds a shrinkage. `since`: trades from this moment on can be its cause. */
  add(at: number, side: number, price: number, before: number, after: number, since = at - MATCH_MICROS): void {
    const traded = this.trades.size === 0 ? 0 : this.takeTraded(side, price, before - after, since);
    const slot = this.slots[this.tail];
    this.tail += 1;
    if (slot === undefined) {
      this.slots.push({ at, side, price, before, after, traded });
      return;
    }
    slot.at = at;
    slot.side = side;
    slot.price = price;
    slot.before = before;
    slot.after = after;
    slot.traded = traded;
  }

  /** Removes the shrinkages whose time has passed at `now`, with a call for each. */
  release(now: number, apply: (shrinkage: Shrinkage) => void): void {
    while (this.head < this.tail && (this.slots[this.head] as Shrinkage).at + MATCH_MICROS < now) {
      apply(this.slots[this.head] as Shrinkage);
      this.head += 1;
    }
    if (this.head === this.tail) {
      this.head = 0;
      this.tail = 0;
    } else if (this.head >= COMPACT_AT) {
      this.slots.push(...this.slots.splice(0, this.head));
      this.tail -= this.head;
      this.head = 0;
    }
  }

  waiting(): readonly Shrinkage[] {
    return this.slots.slice(this.head, this.tail);
  }

  /** Matches a trade of the resting side with the shrinkages of its level before it; the rest waits for one after it. */
  trade(at: number, side: number, price: number, size: number): void {
    let left = size;
    this.parts.length = 0;
    for (let place = this.head; place < this.tail && left > 0; place += 1) {
      const shrinkage = this.slots[place] as Shrinkage;
      if (shrinkage.side !== side || shrinkage.price !== price || shrinkage.at + MATCH_MICROS < at) continue;
      const part = Math.min(left, shrinkage.before - shrinkage.after - shrinkage.traded);
      if (part <= 0) continue;
      shrinkage.traded += part;
      left -= part;
      this.parts.push({ at: shrinkage.at, size: part });
    }
    if (left === 0) return;
    const key = keyOf(side, price);
    const earlier = this.trades.get(key);
    const kept = earlier === undefined || earlier.at < at - MATCH_MICROS ? 0 : earlier.left;
    this.trades.set(key, { at, left: left + kept });
  }

  /** The part of the last trade that had happened when an order began to rest: the level that it came to was smaller already. */
  missedBy(since: number): number {
    let missed = 0;
    for (const { at, size } of this.parts) if (at <= since) missed += size;
    return missed;
  }

  /** A snapshot has all trades before it. */
  forgetTrades(): void {
    this.trades.clear();
  }

  clear(): void {
    this.head = 0;
    this.tail = 0;
    this.trades.clear();
  }

  private takeTraded(side: number, price: number, size: number, since: number): number {
    const trade = this.trades.get(keyOf(side, price));
    if (trade === undefined) return 0;
    const traded = trade.at < since ? 0 : Math.min(size, trade.left);
    trade.left -= traded;
    if (trade.left === 0 || trade.at < since) this.trades.delete(keyOf(side, price));
    return traded;
  }
}

function keyOf(side: number, price: number): number {
  return side * 16_384 + price;
}

/** backtest/overlay/resting-orders: own orders of one market by price and arrival, with the size ahead of each. */
import { SIDE } from '../data/event.ts';
import type { FillReason } from '../result.ts';
import type { QueueRule } from './queue-model.ts';
import type { Shrinkage, Shrinkages } from './shrinkages.ts';

export type RestingOrder = {
  /** The number that the strategy knows, and the engine's. */
  readonly id: number;
  readonly order: number;
  readonly side: number;
  readonly price: number;
  /** Micro shares when it began to rest, and now. */
  readonly size: number;
  remaining: number;
  /** Recorded micro shares ahead; Infinity while the book is unknown. */
  ahead: number;
  /** Recorded size ahead when it began to rest. */
  readonly queueAhead: number;
  readonly since: number;
};

/** Executes a fill of a resting order. The engine decides; `remaining` is reduced by what it did. */
export type Filling = (resting: RestingOrder, size: number, reason: FillReason) => void;

export class RestingOrders {
  /** Bids from the highest, asks from the lowest; equal prices by arrival. */
  readonly bids: RestingOrder[] = [];
  readonly asks: RestingOrder[] = [];
  readonly #rule: QueueRule;

  constructor(rule: QueueRule) {
    this.#rule = rule;
  }

  get isEmpty(): boolean {
    return this.bids.length === 0 && this.asks.length === 0;
  }

  add(resting: RestingOrder): void {
    const queue = this.queueOf(resting.side);
    const isWorse = ({ price }: RestingOrder) =>
      resting.side === SIDE.buy ? price < resting.price : price > resting.price;
    const place = queue.findIndex(isWorse);
    queue.splice(place < 0 ? queue.length : place, 0, resting);
  }

  remove(order: number): void {
    for (const queue of [this.bids, this.asks]) {
      const place = queue.findIndex((resting) => resting.order === order);
      if (place >= 0) queue.splice(place, 1);
    }
  }

  queueOf(side: number): RestingOrder[] {
    return side === SIDE.buy ? this.bids : this.asks;
  }

  /** A level lost shares. Orders that came later found it as it is now. */
  shrink({ at, side, price, before, after, traded }: Shrinkage): void {
    let least = 0;
    for (const resting of this.queueOf(side)) {
      if (resting.price !== price || resting.since >= at) continue;
      const ahead = resting.ahead > before ? after : this.#rule(resting.ahead, before, after, traded);
      // An order that arrived later never stands before an earlier one.
      resting.ahead = Math.max(ahead, least);
      least = resting.ahead;
    }
  }

  /** The size of a level is known: all of it is ahead of the orders whose place was unknown. */
  reveal(side: number, price: number, size: number): void {
    for (const resting of this.queueOf(side)) {
      if (resting.price === price && resting.ahead === Infinity) resting.ahead = size;
    }
  }

  /** In a gap the queue is unknown: after it, all of the recorded size is ahead. */
  forget(): void {
    for (const queue of [this.bids, this.asks]) for (const resting of queue) resting.ahead = Infinity;
  }

  /** A trade of the other side: better prices fill first. An order misses the part that happened before it arrived. */
  tradeAt({ side, price, size, reason, share }: RestingTrade, shrinkages: Shrinkages, fill: Filling): void {
    let [left, passed] = [size, 0];
    for (const resting of [...this.queueOf(side)]) {
      const isBetter = side === SIDE.buy ? resting.price > price : resting.price < price;
      if (!isBetter && resting.price !== price) return;
      // A level that lost shares behind an order is no evidence of a taker, which would have filled the order first.
      if (isBetter && reason === 'inferred') return;
      const missed = shrinkages.missedBy(resting.since);
      const missing = Math.min(left, Math.max(0, missed - (size - left)));
      left -= missing;
      passed += missing;
      if (!isBetter) {
        const consumed = Math.min(left, Math.max(0, resting.ahead - Math.max(0, passed - missed)));
        passed += consumed;
        left -= consumed;
        resting.ahead = Math.max(0, resting.ahead - Math.max(0, passed - missed));
      }
      const filled = Math.min(left, resting.remaining, Math.ceil(resting.size * share));
      if (filled <= 0) continue;
      left -= filled;
      fill(resting, filled, isBetter ? 'trade-through' : reason);
      if (resting.remaining > 0) return;
    }
  }
}

/** A trade in terms of the resting side. */
export type RestingTrade = Readonly<{
  side: number;
  price: number;
  size: number;
  reason: 'trade-at-price' | 'inferred';
  /** Of the size of an order, at most this part fills: an inferred trade happened with this probability at most. */
  share: number;
}>;

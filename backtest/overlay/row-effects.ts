/**
 * backtest/overlay/row-effects: the effects of a change of the recorded book on own resting orders of a market: moves them forward in their queues, and fills
 * those that a trade or the other side of the book has reached.
 */
import { SIDE } from '../data/event.ts';
import type { FillReason } from '../result.ts';
import { type House, otherSide } from './house.ts';
import { CHANGE, type MarketBook } from './market-book.ts';
import type { RestingOrder, RestingOrders } from './resting-orders.ts';

/** One market. */
export type Affected = {
  readonly market: number;
  readonly book: MarketBook;
  readonly resting: RestingOrders;
  /** Whether the recording has trades of the market. Without, a share of size decreases counts as traded. */
  readonly hasTrades: boolean;
};

export class RowEffects {
  private readonly house: House;
  private readonly tradeShare: number;
  private readonly fill: (market: number, order: RestingOrder, size: number, reason: FillReason) => void;

  constructor(house: House, tradeShare: number, fill: RowEffects['fill']) {
    this.house = house;
    this.tradeShare = tradeShare;
    this.fill = fill;
  }

  /** Applies the last change of the book, a code of `CHANGE`. */
  apply(change: number, affected: Affected): void {
    const { book, resting } = affected;
    const { side, price, before, size } = book;
    if (change === CHANGE.level) {
      if (book.isIncomplete) return;
      if (size < before && !affected.hasTrades) this.decrease(affected);
      resting.levelChanged(side, price, before, size);
      if (size > before) this.cross(affected, side);
    } else if (change === CHANGE.replaced) {
      resting.afterSnapshot(book);
      this.cross(affected, SIDE.buy);
      this.cross(affected, SIDE.sell);
    } else if (change === CHANGE.trade) {
      if (side !== SIDE.unknown && book.isKnown) this.trade(affected, otherSide(side), price, size, 'trade-at-price');
    } else resting.forget();
  }

  /** A part of what leaves the best price counts as traded, nothing of what leaves other prices. */
  private decrease(affected: Affected): void {
    const { side, price, before, size, bestBid, bestAsk } = affected.book;
    if (side === SIDE.buy ? price < bestBid : price > bestAsk) return;
    const traded = Math.floor((before - size) * this.tradeShare);
    if (traded > 0) this.trade(affected, side, price, traded, 'size-decrease');
  }

  private trade({ market, resting }: Affected, side: number, price: number, size: number, reason: FillReason): void {
    resting.tradeAt(side, price, size, reason, (order, part, why) => this.fill(market, order, part, why));
  }

  /** Recorded liquidity of a side that has come to the prices of own orders of the other side trades with them. */
  private cross({ market, book, resting }: Affected, side: number): void {
    const isAsk = side === SIDE.sell;
    const step = isAsk ? book.tick : -book.tick;
    for (const order of [...resting.queueOf(otherSide(side))]) {
      let price = isAsk ? book.bestAsk : book.bestBid;
      for (; order.remaining > 0 && (isAsk ? price <= order.price : price >= order.price); price += step) {
        const size = Math.min(order.remaining, this.house.available(market, book, side, price));
        if (size === 0) continue;
        this.house.consume(market, book, side, price, size);
        this.fill(market, order, size, 'book-crossed');
      }
      if (order.remaining > 0) return;
    }
  }
}

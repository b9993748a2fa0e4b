/** backtest/overlay/row-effects: what a change of the recorded book does to own orders: queues move, orders fill. */
import { SIDE } from '../data/event.ts';
import type { Assumptions } from '../options.ts';
import type { FillReason } from '../result.ts';
import { type House, otherSide } from './house.ts';
import { CHANGE, type MarketBook } from './market-book.ts';
import type { RestingOrder, RestingOrders, RestingTrade } from './resting-orders.ts';
import type { Shrinkages } from './shrinkages.ts';

/** One market, with the present row of the recording. */
export type Affected = {
  readonly market: number;
  readonly book: MarketBook;
  readonly resting: RestingOrders;
  readonly shrinkages: Shrinkages;
  /** Venue time of the row, Unix microseconds. */
  time: number;
  /** Whether the recording can have trades of the market now. Without, a share of what levels lose counts as traded. */
  hasTrades: boolean;
  /** Whether the row is the last one of its message, and whether Touchstone concluded it. */
  isLast: boolean;
  isInferred: boolean;
};

type Fill = (market: number, order: RestingOrder, size: number, reason: FillReason) => void;

export class RowEffects {
  readonly #house: House;
  readonly #tradeShare: number;
  readonly #fillsUnseen: boolean;
  /** Snapshots before which the recording lacks rows while own orders rested, so that it does not decide fills. */
  unseen = 0;
  readonly #fill: Fill;

  constructor(house: House, { tradeShare, fillsUnseen = false }: Assumptions, fill: Fill) {
    this.#house = house;
    this.#tradeShare = tradeShare;
    this.#fillsUnseen = fillsUnseen;
    this.#fill = fill;
  }

  /** Applies the last change of the book, a code of `CHANGE`. */
  apply(change: number, affected: Affected): void {
    const { book, resting, shrinkages, time, hasTrades } = affected;
    const { side, price, before, size } = book;
    if (hasTrades) shrinkages.release(time, resting);
    if (change === CHANGE.level) {
      if (book.isIncomplete) return;
      this.#house.levelChanged(affected.market, side, price, size);
      if (size > 0) resting.reveal(side, price, size);
      if (size < before) shrinkages.add(time, side, price, before, size);
      if (!hasTrades && affected.isLast) this.#settle(affected, true);
      this.#uncross(affected, size > before ? side : SIDE.unknown);
    } else if (change === CHANGE.replaced) {
      this.#replaced(affected);
    } else if (change === CHANGE.trade || change === CHANGE.otherTaker) {
      if (side !== SIDE.unknown && book.isKnown) this.#recordedTrade(affected);
    } else {
      resting.forget();
      shrinkages.clear();
    }
  }

  /** A snapshot or a quote. The trades that it implies were inferred when the recording was made. */
  #replaced(affected: Affected) {
    const { book, resting, shrinkages, time, hasTrades } = affected;
    this.#house.replaced(affected.market, book);
    const lacksRows = !resting.isEmpty && !(hasTrades && book.isQuoted) && book.hasMoved;
    if (lacksRows) this.unseen += 1;
    for (const queue of [resting.bids, resting.asks]) {
      for (const { side, price } of queue) {
        if (book.shows(side, price)) resting.reveal(side, price, book.sizeAt(side, price));
      }
    }
    book.eachLost((side, price, before, size) => shrinkages.add(time, side, price, before, size, 0));
    shrinkages.forgetTrades();
    if (!hasTrades) this.#settle(affected, false);
    book.isUncrossing = true;
    this.#uncross(affected, SIDE.unknown);
    if (lacksRows && this.#fillsUnseen) this.#fillAll(affected);
  }

  /** Resting orders may have filled by rows that the recording lacks. */
  #fillAll({ market, resting }: Affected) {
    for (const order of [...resting.bids, ...resting.asks]) this.#fill(market, order, order.remaining, 'inferred');
  }

  /** Without trades, nothing waits for one. If it `infers`, a loss at the best price of one side was a trade. */
  #settle(affected: Affected, infers: boolean) {
    const { book, resting, shrinkages } = affected;
    const lost = infers ? shrinkages.waiting() : [];
    // A level that leaves a crossed book corrects it.
    const isInOrder = !book.isCrossed && !book.isUncrossing;
    const isOneSided = lost.every(({ side }) => side === lost[0]?.side);
    for (const { side, price, before, after } of isOneSided && isInOrder ? lost : []) {
      if (side === SIDE.buy ? price < book.bestBid : price > book.bestAsk) continue;
      this.#trade(affected, side, price, before - after, 'inferred');
    }
    shrinkages.release(Infinity, resting);
  }

  /** A trade row. A crossed book is an error of the recording, so that it fills no order. */
  #recordedTrade(affected: Affected) {
    const { book, isInferred } = affected;
    if (book.isCrossed) return;
    this.#trade(affected, otherSide(book.side), book.price, book.size, isInferred ? 'inferred' : 'trade-at-price');
  }

  /** Of shares that are inferred to be traded, `--trade-share` counts. */
  #trade(
    { market, resting, shrinkages, time }: Affected,
    side: number,
    price: number,
    taken: number,
    reason: RestingTrade['reason'],
  ) {
    const share = reason === 'inferred' ? this.#tradeShare : 1;
    const size = Math.floor(taken * share);
    if (size === 0) return;
    shrinkages.trade(time, side, price, size);
    if (resting.queueOf(side).length === 0) return;
    const trade = { side, price, size, reason, share };
    resting.tradeAt(trade, shrinkages, (order, part, why) => this.#fill(market, order, part, why));
  }

  /** Fills what the book crosses: the side that grew, or both sides once a crossed book is in order again. */
  #uncross(affected: Affected, grown: number) {
    const { book } = affected;
    if (book.isCrossed) book.isUncrossing = true;
    else if (book.isUncrossing) {
      book.isUncrossing = false;
      this.#cross(affected, SIDE.buy);
      this.#cross(affected, SIDE.sell);
    } else if (grown !== SIDE.unknown) this.#cross(affected, grown);
  }

  /** Recorded liquidity of a side that has come to the prices of own orders of the other side trades with them. */
  #cross({ market, book, resting }: Affected, side: number) {
    const isAsk = side === SIDE.sell;
    const step = isAsk ? book.tick : -book.tick;
    const queue = resting.queueOf(otherSide(side));
    if (queue.length === 0) return;
    for (const order of [...queue]) {
      let price = isAsk ? book.bestAsk : book.bestBid;
      for (; order.remaining > 0 && (isAsk ? price <= order.price : price >= order.price); price += step) {
        const size = Math.min(order.remaining, this.#house.available(market, book, side, price));
        if (size === 0) continue;
        this.#house.consume(market, side, price, size);
        this.#fill(market, order, size, 'book-crossed');
      }
      if (order.remaining > 0) return;
    }
  }
}

/** backtest/injected/background-book: a recorded book as orders, of which a shrinking level loses the youngest. */
import { getOrAdd } from '../../base/record.ts';
import { PRICE_ONE } from '../../base/units.ts';
import { REFUSED } from '../../sim/core/ticket.ts';
import type { Venue } from '../../sim/core/venue.ts';
import { type Background, cancelMaker, MAKER, place } from './background.ts';

/** One price of one side. `orders` with their `sizes` are oldest first, and from `head` on they are open. */
export type Level = {
  /** Side and price: `key` of `BackgroundBook`. */
  readonly key: number;
  /** Shares that the recording has. */
  recorded: number;
  /** As `recorded`, before the snapshot that is being read. */
  before: number;
  orders: number[];
  sizes: number[];
  head: number;
  /** Shares of the open orders, as of the last `refresh`. */
  total: number;
  /** Whether it was stated since the last `settle`. */
  isTouched: boolean;
};

/** `blocked`: the keys of levels. */
export type SavedBook = Readonly<{ isKnown: boolean; levels: readonly Level[]; blocked: readonly number[] }>;

const SIDE_STEP = 16_384;
const EMPTY = { recorded: 0, before: 0, head: 0, total: 0, isTouched: false };

export class BackgroundBook {
  readonly levels = new Map<number, Level>();
  /** Whether a snapshot or a quote came since the start or the last gap. */
  isKnown = false;
  #touched: Level[] = [];
  /** Levels whose order would have crossed the own orders of the background wallet. */
  #blocked: Level[] = [];
  readonly #market: number;

  constructor(market: number) {
    this.#market = market;
  }

  /** States the recorded size of a level; `settle` makes it so. `isAsk`, `price`: of the first outcome's book. */
  state(isAsk: boolean, price: number, size: number): void {
    if (price <= 0 || price >= PRICE_ONE) return;
    const key = isAsk ? price + SIDE_STEP : price;
    const level = getOrAdd(this.levels, key, () => ({ ...EMPTY, key, orders: [], sizes: [] }));
    level.recorded = size;
    this.#touch(level);
  }

  /** Begins a whole book: what is not stated before `endWhole` is empty. */
  beginWhole(): void {
    for (const level of this.levels.values()) {
      level.before = level.recorded;
      level.recorded = 0;
      this.#touch(level);
    }
  }

  /** States that one side is empty. */
  clearSide(isAsk: boolean): void {
    for (const level of this.levels.values()) {
      if (level.key > SIDE_STEP !== isAsk) continue;
      level.recorded = 0;
      this.#touch(level);
    }
  }

  /** Brings the orders of all levels that were stated to the recorded size: levels that shrink come first. */
  settle(engine: Venue, background: Background): void {
    const touched = this.#touched;
    if (touched.length === 0) return;
    this.#touched = [];
    for (const level of touched) this.#shrink(engine, level);
    const waiting = this.#blocked;
    this.#blocked = [];
    for (const level of waiting) if (!level.isTouched) this.#grow(engine, background, level);
    for (const level of touched) {
      // Once only: shares that another wallet takes from the new order stay taken.
      this.#grow(engine, background, level);
      level.isTouched = false;
      if (level.recorded === 0 && level.total === 0) this.levels.delete(level.key);
    }
  }

  /** Cancels every order and forgets the book. */
  withdraw(engine: Venue): void {
    for (const { orders, head } of this.levels.values()) {
      for (let at = head; at < orders.length; at += 1) cancelMaker(engine, orders[at] as number);
    }
    this.levels.clear();
    this.#touched = [];
    this.#blocked = [];
    this.isKnown = false;
  }

  /** The shares that still rest at a level. Others only trade with its oldest orders. */
  refresh(engine: Venue, level: Level): number {
    const { orders, sizes } = level;
    for (; level.head < orders.length; level.head += 1) {
      const size = sizes[level.head] as number;
      const left = engine.remaining(orders[level.head] as number);
      if (left === size) break;
      level.total -= size - left;
      sizes[level.head] = left;
      if (left > 0) break;
    }
    if (level.head === orders.length && level.head > 0) {
      orders.length = 0;
      sizes.length = 0;
      level.head = 0;
    }
    return level.total;
  }

  /** The book between two moments. */
  save(): SavedBook {
    return { isKnown: this.isKnown, levels: [...this.levels.values()], blocked: this.#blocked.map(({ key }) => key) };
  }

  restore({ isKnown, levels, blocked }: SavedBook): void {
    this.isKnown = isKnown;
    for (const level of levels) this.levels.set(level.key, level);
    this.#blocked = blocked.flatMap((key) => this.levels.get(key) ?? []);
  }

  #touch(level: Level) {
    if (level.isTouched) return;
    level.isTouched = true;
    this.#touched.push(level);
  }

  /** May cancel too much: the rest of an order that was split comes back when the level grows. */
  #shrink(engine: Venue, level: Level) {
    let excess = this.refresh(engine, level) - level.recorded;
    const { orders, sizes } = level;
    while (excess > 0) {
      const size = sizes.at(-1) as number;
      // An order is not split while others rest here: its rest would go behind them.
      if (size > excess && this.#isShared(engine, level)) return;
      cancelMaker(engine, orders.pop() as number);
      sizes.pop();
      level.total -= size;
      excess -= size;
    }
  }

  #grow(engine: Venue, background: Background, level: Level) {
    const wanted = level.recorded - this.refresh(engine, level);
    if (wanted <= 0) return;
    const isAsk = level.key > SIDE_STEP;
    const price = isAsk ? level.key - SIDE_STEP : level.key;
    const order = place(engine, background, MAKER, this.#market, isAsk, price, wanted);
    if (order === REFUSED['self-trade']) this.#blocked.push(level);
    if (order < 0) return;
    const left = engine.remaining(order);
    if (left > 0) {
      level.orders.push(order);
      level.sizes.push(left);
      level.total += left;
    } else if (engine.desk.ticket.traded < wanted) this.#blocked.push(level);
  }

  #isShared(engine: Venue, { key, total }: Level): boolean {
    const isAsk = key > SIDE_STEP;
    return engine.restingAt(this.#market, 0, isAsk ? 'SELL' : 'BUY', isAsk ? key - SIDE_STEP : key) > total;
  }
}

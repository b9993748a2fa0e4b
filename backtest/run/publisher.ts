/** backtest/run/publisher: the public feed of a venue on the engine, as rows, without the strategy's trades. */
import type { Venue } from '../../sim/core/venue.ts';
import type { Event, Trade } from '../../spec/venue/event.ts';
import { DOLLAR, FLAG, KIND, SIDE } from '../data/event.ts';
import type { LiveRows } from './live-rows.ts';

/** A level of a book as one number: market, side (0 for bids) and price of the first outcome. */
const PRICES = DOLLAR + 1;
const levelOf = (market: number, side: 0 | 1, price: number) => (market * 2 + side) * PRICES + price;
const marketOf = (level: number) => Math.floor(level / (2 * PRICES));
const isBid = (level: number) => Math.floor(level / PRICES) % 2 === 0;

export class Publisher {
  readonly #engine: Venue;
  readonly #rows: LiveRows;
  readonly #strategy: number;
  readonly #numbers: readonly number[];
  /** The sizes that were published last, by level; those of empty levels are left out. */
  readonly #sizes = new Map<number, number>();
  /** By order. */
  readonly #levels: number[] = [];
  #touched: number[] = [];
  #trades: Trade[] = [];

  /** `strategy`: its wallet. `numbers`: the market of the run, by market of the engine. */
  constructor(engine: Venue, rows: LiveRows, strategy: number, numbers: readonly number[]) {
    this.#engine = engine;
    this.#rows = rows;
    this.#strategy = strategy;
    this.#numbers = numbers;
  }

  /** Publishes an empty book: nothing is known of a book before its first snapshot. */
  open(market: number, at: number): void {
    this.#rows.add(at, this.#numbers[market] ?? market, KIND.snapshot, SIDE.unknown, 0, 0, FLAG.first + FLAG.last);
  }

  /** Notes an event of the engine; events have to come in their order. */
  note(event: Event): void {
    switch (event.kind) {
      case 'order-accepted': {
        const { order, market, outcome, side, price } = event;
        const bids = (side === 'BUY') === (outcome === 0);
        const level = levelOf(market, bids ? 0 : 1, outcome === 0 ? price : DOLLAR - price);
        this.#levels[order] = level;
        this.#touched.push(level);
        return;
      }
      case 'trade':
        for (const { order } of event.makers) this.#touch(order);
        this.#touch(event.takerOrder);
        this.#trades.push(event);
        return;
      case 'order-closed':
      case 'order-reduced':
      case 'order-released':
        this.#touch(event.order);
        return;
      default:
    }
  }

  /** Publishes what was noted, trades first. Returns the markets whose books may have changed. */
  publish(at: number): readonly number[] {
    for (const trade of this.#trades) this.#publishTrade(trade, at);
    if (this.#trades.length > 0) this.#trades = [];
    if (this.#touched.length === 0) return [];
    const levels = this.#touched.sort((one, other) => one - other);
    this.#touched = [];
    const markets = new Set(levels.map(marketOf));
    for (const market of markets) this.#publishBook(market, levels, at);
    return [...markets];
  }

  #touch(order: number) {
    const level = this.#levels[order];
    if (level !== undefined) this.#touched.push(level);
  }

  #publishTrade({ market, outcome, side, takerWallet, makers }: Trade, at: number) {
    if (takerWallet === this.#strategy) return;
    const takes = (side === 'BUY') === (outcome === 0) ? SIDE.buy : SIDE.sell;
    let [price, size] = [0, 0];
    const flush = () => {
      if (size > 0)
        this.#rows.add(at, this.#numbers[market] ?? market, KIND.trade, takes, price, size, FLAG.first + FLAG.last);
    };
    for (const leg of makers) {
      if (leg.wallet === this.#strategy) continue;
      const legPrice = outcome === 0 ? leg.takerPrice : DOLLAR - leg.takerPrice;
      if (legPrice !== price) {
        flush();
        [price, size] = [legPrice, 0];
      }
      size += leg.size;
    }
    flush();
  }

  /** One message with the levels whose size is another one. */
  #publishBook(market: number, levels: readonly number[], at: number) {
    const changed = levels.filter((level) => marketOf(level) === market && this.#update(level));
    for (const [index, level] of changed.entries()) {
      const flags = (index === 0 ? FLAG.first : 0) + (index === changed.length - 1 ? FLAG.last : 0);
      const side = isBid(level) ? SIDE.buy : SIDE.sell;
      const size = this.#sizes.get(level) ?? 0;
      this.#rows.add(at, this.#numbers[market] ?? market, KIND.level, side, level % PRICES, size, flags);
    }
  }

  /** Reads the size of a level. Returns whether it is another one than before. */
  #update(level: number): boolean {
    const size = this.#engine.restingAt(marketOf(level), 0, isBid(level) ? 'BUY' : 'SELL', level % PRICES);
    if (size === (this.#sizes.get(level) ?? 0)) return false;
    if (size === 0) this.#sizes.delete(level);
    else this.#sizes.set(level, size);
    return true;
  }
}

/** backtest/run/engine-venue: a venue with the strategy's orders in its engine. A subclass adds the rest. */
import type { Rng } from '../../base/rng.ts';
import { ORDER_REFUSALS } from '../../sim/core/ticket.ts';
import type { Venue } from '../../sim/core/venue.ts';
import type { Event } from '../../spec/venue/event.ts';
import { DOLLAR, SIDE } from '../data/event.ts';
import type { Assumptions } from '../options.ts';
import { EngineEvents, OwnOrders, termsOf, type VenueOrder } from '../overlay/engine-events.ts';
import type { VenueListener } from '../overlay/venue-listener.ts';
import type { RowCursor } from '../replay/row-cursor.ts';
import type { OrderRecord } from '../result.ts';
import type { BookDepth, StrategyVenue } from './strategy-venue.ts';

/** Heartbeats are per key, so that the key differs from that of the house. */
const KEY = 1;

type EngineVenueOptions = Readonly<{
  engine: Venue;
  wallet: number;
  /** By market of the run: its number in the engine; -1 for a market that cannot be served. */
  numbers: readonly number[];
  assumptions: Assumptions;
  chance: Rng;
  /** Called with every event of the engine. */
  onEvent?: (event: Event) => void;
}>;

export abstract class EngineVenue implements StrategyVenue {
  readonly engine: Venue;
  readonly wallet: number;
  abstract readonly books: readonly BookDepth[];
  /** Unix microseconds. */
  protected now = 0;
  protected readonly assumptions: Assumptions;
  protected readonly events: EngineEvents;
  readonly #own = new OwnOrders();
  readonly #numbers: readonly number[];
  #salt = 0;

  constructor({ engine, wallet, numbers, assumptions, chance, onEvent }: EngineVenueOptions) {
    this.engine = engine;
    this.wallet = wallet;
    this.#numbers = numbers;
    this.assumptions = assumptions;
    const { settlement } = assumptions;
    const onClosed = (own: VenueOrder) => this.onClosed(own);
    this.events = new EngineEvents({ engine, own: this.#own, settlement, chance, onClosed, onEvent });
    this.events.cause.reason = 'matched';
    this.events.read(0);
  }

  set listener(listener: VenueListener) {
    this.events.listener = listener;
  }

  get nextDue(): number {
    return this.events.nextDue;
  }

  /** A tape plays the rows, if there is one. */
  row(_: RowCursor): void {}

  /** A tape withdraws the background, if there is one. */
  loseBook(_: number): void {}

  place(record: OrderRecord, expiresAt: number, at: number): void {
    this.advance(at);
    const own = this.#own.add(record, expiresAt);
    const mismatch = this.#mismatchOf(record);
    const order = mismatch === undefined ? this.enter(own) : -1;
    if (mismatch !== undefined || order < 0) {
      this.#own.ended(own);
      this.events.listener.rejected(record, mismatch ?? ORDER_REFUSALS[-1 - order] ?? 'malformed', this.now);
      return;
    }
    this.read();
    const view = this.engine.order(order);
    if (view?.state === 'live') this.rest(own, view.size - view.matched);
  }

  isMarketable(record: OrderRecord): boolean {
    const top = this.books[record.token >> 1];
    const { side, price } = termsOf(record);
    if (!top?.isKnown) return false;
    return side === SIDE.buy ? top.bestAsk <= price : top.bestBid >= price && top.bestBid > 0;
  }

  cancel(id: number, at: number): void {
    this.advance(at);
    const own = this.#own.get(id);
    if (own === undefined) return;
    this.engine.desk.cancel(this.wallet, own.order, this.engine.now);
    this.read();
  }

  splitOrMerge(kind: 'split' | 'merge', market: number, size: number, at: number): boolean {
    this.advance(at);
    const number = this.#numbers[market] ?? -1;
    if (number < 0) return false;
    const { ok } = this.engine.step({ kind, wallet: this.wallet, market: number, size }, this.engine.now);
    this.read();
    return ok;
  }

  sharesOf(token: number): number {
    const outcome = token % 2 === 0 ? 0 : 1;
    const { free, reserved } = this.engine.tokens(this.wallet, this.#numbers[token >> 1] ?? -1, outcome);
    return free + reserved;
  }

  advance(at: number): void {
    this.now = Math.max(this.now, at);
    const now = Math.floor(this.now / 1_000);
    this.events.failSettlements(now);
    this.engine.advanceTo(now);
    this.read();
  }

  resolve(market: number, payout: readonly [number, number], at: number): number {
    this.advance(at);
    const number = this.#numbers[market] ?? -1;
    this.engine.step({ kind: 'close-market', market: number }, this.engine.now);
    this.engine.step({ kind: 'resolve-market', market: number, payout }, this.engine.now);
    return this.redeem(market);
  }

  /** It has no files. */
  close(): void {}

  /** Turns the shares of a market that has resolved into dollars, and returns how many. */
  protected redeem(market: number): number {
    const before = this.engine.cash(this.wallet);
    this.engine.step({ kind: 'redeem', wallet: this.wallet, market: this.#numbers[market] ?? -1 }, this.engine.now);
    this.read();
    const after = this.engine.cash(this.wallet);
    return after.free + after.reserved - before.free - before.reserved;
  }

  /** Reports what the engine has done. */
  protected read(): void {
    this.events.read(this.now);
  }

  /** The reason why the venue rejects an order before the engine sees it; undefined when it does not. */
  #mismatchOf({ token, price, size }: OrderRecord): string | undefined {
    if ((this.#numbers[token >> 1] ?? -1) < 0) return 'market-not-served';
    if (!Number.isInteger(price)) return 'price-off-tick';
    return size < this.assumptions.minSize ? 'size-too-small' : undefined;
  }

  /** Sends an order to the engine. Returns its number there, or a negative code of the refusal. */
  protected enter(own: VenueOrder): number {
    const { token, side, type, price, size, postOnly } = own.record;
    const { desk, now } = this.engine;
    this.#salt += 1;
    const market = this.#numbers[own.market] ?? -1;
    const terms = { wallet: this.wallet, key: KEY, market, outcome: token % 2 === 0 ? (0 as const) : (1 as const) };
    const { expiresAt } = own;
    Object.assign(desk.ticket, { ...terms, side, type, price, size, postOnly, expiresAt, salt: this.#salt });
    const order = desk.place(now);
    if (order >= 0) this.#own.placed(own, order);
    return order;
  }

  /** An own order begins to rest: notes the size ahead of it, which is everything else at its price and side. */
  protected rest({ record, market, terms: { side, price } }: VenueOrder, remaining: number): void {
    const level = this.engine.restingAt(this.#numbers[market] ?? -1, 0, side === SIDE.buy ? 'BUY' : 'SELL', price);
    record.queueAhead = level - remaining;
  }

  protected onClosed(own: VenueOrder): void {
    this.#own.ended(own);
  }

  /** The books of the engine, for markets by their numbers there. */
  protected engineBooks(numbers: readonly number[]): readonly BookDepth[] {
    return numbers.map((number, market) => {
      return new EngineBook(this.engine, number, (side, price) => this.#own.sizeAt(this.engine, market, side, price));
    });
  }
}

/** Own shares that rest at a price of the first outcome. */
type OwnSize = (side: number, price: number) => number;

class EngineBook implements BookDepth {
  readonly tick: number;
  readonly #engine: Venue;
  readonly #market: number;
  readonly #ownAt: OwnSize;

  constructor(engine: Venue, market: number, ownAt: OwnSize) {
    this.#engine = engine;
    this.#market = market;
    this.tick = engine.market(market)?.terms.tick ?? 1;
    this.#ownAt = ownAt;
  }

  sizeAt(side: number, price: number): number {
    const isBid = side === SIDE.buy;
    return this.#engine.restingAt(this.#market, 0, isBid ? 'BUY' : 'SELL', price) - this.#ownAt(side, price);
  }

  worstPrice(side: number): number {
    const isBid = side === SIDE.buy;
    const levels = isBid ? this.#engine.bids(this.#market, 0) : this.#engine.asks(this.#market, 0);
    return levels.at(-1)?.price ?? (isBid ? DOLLAR : 0);
  }

  get isKnown(): boolean {
    return this.bestBid > 0 || this.bestAsk < DOLLAR;
  }

  get bestBid(): number {
    return this.#engine.bids(this.#market, 0)[0]?.price ?? 0;
  }

  get bestAsk(): number {
    return this.#engine.asks(this.#market, 0)[0]?.price ?? DOLLAR;
  }
}

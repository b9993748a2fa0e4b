/** backtest/overlay/overlay-venue: the recorded market with own orders over it, whose fills the engine executes. */
import type { Rng } from '../../base/rng.ts';
import type { MarketCapability } from '../data/coverage.ts';
import { FLAG } from '../data/event.ts';
import type { Assumptions } from '../options.ts';
import type { MarketTable } from '../replay/market-table.ts';
import type { RowCursor } from '../replay/row-cursor.ts';
import type { FillReason } from '../result.ts';
import { EngineVenue } from '../run/engine-venue.ts';
import { openAssumed } from '../run/open-engine.ts';
import type { VenueOrder } from './engine-events.ts';
import { HOUSE_FUNDS, House } from './house.ts';
import { CHANGE, MarketBook } from './market-book.ts';
import { QUEUE_RULES } from './queue-model.ts';
import { type RestingOrder, RestingOrders } from './resting-orders.ts';
import { type Affected, RowEffects } from './row-effects.ts';
import { Shrinkages } from './shrinkages.ts';

const HOUSE = 0;
const STRATEGY = 1;

type OverlayOptions = Readonly<{
  table: MarketTable;
  capabilities: readonly MarketCapability[];
  assumptions: Assumptions;
  start: number;
  chance: Rng;
}>;

export class OverlayVenue extends EngineVenue {
  readonly books: readonly MarketBook[];
  readonly #house: House;
  readonly #markets: readonly Affected[];
  readonly #ticks: number[];
  readonly #effects: RowEffects;
  readonly #table: MarketTable;
  /** By market: since when the recording can have its trades; Infinity for never. */
  readonly #tradesFrom: Float64Array;

  constructor({ table, capabilities, assumptions, start, chance }: OverlayOptions) {
    const { deposit, queue, consumption, quoteSize } = assumptions;
    const books = table.facts.map(() => new MarketBook(quoteSize));
    const ticks = books.map(({ tick }) => tick);
    const engine = openAssumed(assumptions, { ticks, cash: [HOUSE_FUNDS, deposit], firstMs: millisecondsOf(start) });
    super({ engine, wallet: STRATEGY, numbers: [...books.keys()], assumptions, chance });
    this.now = start;
    this.books = books;
    this.#ticks = ticks;
    this.#table = table;
    this.#tradesFrom = Float64Array.from(capabilities, ({ tradesFrom }) => (tradesFrom < 0 ? Infinity : tradesFrom));
    this.#house = new House(engine, HOUSE, consumption);
    this.#markets = books.map((book, market) => {
      book.keepsPrevious = true;
      const [resting, shrinkages] = [new RestingOrders(QUEUE_RULES[queue]), new Shrinkages()];
      return { market, book, resting, shrinkages, time: 0, hasTrades: false, isLast: false, isInferred: false };
    });
    this.#effects = new RowEffects(this.#house, assumptions, (market, order, size, reason) =>
      this.#fill(market, order, size, reason),
    );
  }

  get unseen(): number {
    return this.#effects.unseen;
  }

  /** Applies the present row of the recording. */
  override row({ batch, at, row, time }: RowCursor): void {
    if (batch === undefined) return;
    const market = batch.market[at] as number;
    const outcome = this.#table.outcomeOf[batch.token[at] as number] as number;
    if (outcome < 0 || this.#table.isIncluded[market] === 0) return;
    const affected = this.#markets[market] as Affected;
    const { book, resting } = affected;
    const flags = batch.flags[at] as number;
    const change = book.apply(
      batch.kind[at] as number,
      outcome,
      batch.side[at] as number,
      batch.tick[at] as number,
      batch.size[at] as number,
      flags,
    );
    if (change === CHANGE.none) return;
    const hasTrades = time >= (this.#tradesFrom[market] as number);
    if (resting.isEmpty && !hasTrades && !this.#house.hasTaken(market)) return;
    this.now = time;
    this.events.cause.row = row;
    affected.time = time;
    affected.hasTrades = hasTrades;
    affected.isLast = (flags & FLAG.last) !== 0;
    affected.isInferred = (flags & FLAG.inferred) !== 0;
    this.#effects.apply(change, affected);
    this.events.cause.row = -1;
  }

  /** A gap begins: nothing fills before the next snapshot. */
  override loseBook(market: number): void {
    this.books[market]?.reset();
    this.#markets[market]?.resting.forget();
    this.#markets[market]?.shrinkages.clear();
  }

  /** The book has the recorded liquidity while the order arrives. */
  protected override enter(own: VenueOrder): number {
    const { market, terms } = own;
    const book = this.books[market] as MarketBook;
    this.#refineTick(market, book);
    this.events.cause.reason = 'took-liquidity';
    this.events.cause.isUnsized = book.isUnsized;
    return this.#house.around(market, book, terms, this.engine.now, () => super.enter(own));
  }

  /** Recorded orders at its price are ahead. */
  protected override rest({ market, terms, record, order }: VenueOrder, remaining: number): void {
    const book = this.books[market] as MarketBook;
    const { side, price } = terms;
    const isShown = book.isKnown && book.shows(side, price);
    const recorded = isShown ? book.sizeAt(side, price) : Infinity;
    if (book.isCrossed) book.isUncrossing = true;
    const ahead = this.assumptions.queue === 'none' ? 0 : recorded;
    record.queueAhead = isShown ? ahead : -1;
    const common = { id: record.id, order, side, price, size: remaining, remaining, ahead, since: this.now };
    this.#markets[market]?.resting.add({ ...common, queueAhead: record.queueAhead });
  }

  protected override onClosed(own: VenueOrder): void {
    this.#markets[own.market]?.resting.remove(own.order);
    super.onClosed(own);
  }

  #fill(market: number, order: RestingOrder, size: number, reason: FillReason) {
    const book = this.books[market] as MarketBook;
    this.#refineTick(market, book);
    this.events.cause.reason = reason;
    this.events.cause.isUnsized = book.isUnsized;
    this.events.cause.resting = order;
    this.#house.hit(market, order.side, order.price, size, millisecondsOf(this.now));
    this.read();
    this.events.cause.resting = undefined;
  }

  /** The engine's price step follows the finest price that was recorded. */
  #refineTick(market: number, { tick }: MarketBook) {
    if (this.#ticks[market] === tick) return;
    this.#ticks[market] = tick;
    this.engine.step({ kind: 'change-tick', market, tick }, millisecondsOf(this.now));
  }
}

function millisecondsOf(microseconds: number) {
  return Math.floor(microseconds / 1_000);
}

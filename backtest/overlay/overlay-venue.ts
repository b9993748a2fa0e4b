/**
 * backtest/overlay/overlay-venue: the recorded market with own orders laid over it. Rows of the recording move books and queues; every fill is
 * executed in the engine, against the house, so that cash, shares, fees, reservations and settlement are the engine's.
 */
import { DOCUMENT_RULES } from '../../sim/core/rules.ts';
import type { Rng } from '../../sim/world/rng.ts';
import { FLAG, KIND } from '../data/event.ts';
import type { Assumptions } from '../options.ts';
import type { MarketTable } from '../replay/market-table.ts';
import type { RowCursor } from '../replay/row-cursor.ts';
import type { FillReason } from '../result.ts';
import { EngineVenue } from '../session/engine-venue.ts';
import { openEngine } from '../session/open-engine.ts';
import { HOUSE_FUNDS, House } from './house.ts';
import { CHANGE, MarketBook } from './market-book.ts';
import type { VenueOrder } from './own-orders.ts';
import { QUEUE_RULES } from './queue-model.ts';
import { type RestingOrder, RestingOrders } from './resting-orders.ts';
import { RowEffects } from './row-effects.ts';

const HOUSE = 0;
const STRATEGY = 1;

type OverlayOptions = {
  readonly table: MarketTable;
  readonly hasTrades: Uint8Array;
  readonly assumptions: Assumptions;
  readonly start: number;
  readonly chance: Rng;
};

export class OverlayVenue extends EngineVenue {
  readonly books: readonly MarketBook[];
  private readonly house: House;
  private readonly resting: readonly RestingOrders[];
  private readonly ticks: number[];
  private readonly effects: RowEffects;
  private readonly table: MarketTable;
  private readonly hasTrades: Uint8Array;

  constructor({ table, hasTrades, assumptions, start, chance }: OverlayOptions) {
    const { fee, settlement, deposit, queue, consumption, quoteSize } = assumptions;
    const { minedAfterMs, confirmedAfterMs } = settlement;
    const books = table.facts.map(() => new MarketBook(quoteSize));
    const ticks = books.map(({ tick }) => tick);
    const engine = openEngine({
      ticks,
      cash: [HOUSE_FUNDS, deposit],
      rules: { ...DOCUMENT_RULES, minedAfterMs, confirmedAfterMs },
      ...{ fee, firstMs: millisecondsOf(start) },
    });
    super({ engine, wallet: STRATEGY, numbers: [...books.keys()], assumptions, chance });
    this.now = start;
    this.books = books;
    this.ticks = ticks;
    this.table = table;
    this.hasTrades = hasTrades;
    this.house = new House(engine, HOUSE, consumption);
    this.resting = books.map(() => new RestingOrders(QUEUE_RULES[queue]));
    this.effects = new RowEffects(this.house, assumptions.tradeShare, (market, order, size, reason) =>
      this.fill(market, order, size, reason),
    );
  }

  /** Applies the present row of the recording. */
  override row({ batch, at, row, time }: RowCursor): void {
    if (batch === undefined) return;
    const market = batch.market[at] as number;
    const outcome = this.table.outcomeOf[batch.token[at] as number] as number;
    if (outcome < 0 || this.table.isIncluded[market] === 0) return;
    const book = this.books[market] as MarketBook;
    const resting = this.resting[market] as RestingOrders;
    const kind = batch.kind[at] as number;
    const flags = batch.flags[at] as number;
    if (kind === KIND.snapshot ? (flags & FLAG.first) !== 0 : kind === KIND.quote) {
      if (!resting.isEmpty) resting.beforeSnapshot(book);
    }
    const change = book.apply(
      kind,
      outcome,
      batch.side[at] as number,
      batch.tick[at] as number,
      batch.size[at] as number,
      flags,
    );
    if (change === CHANGE.none || resting.isEmpty) return;
    this.now = time;
    this.events.cause.row = row;
    this.effects.apply(change, { market, book, resting, hasTrades: this.hasTrades[market] === 1 });
    this.events.cause.row = -1;
  }

  /** A gap begins: nothing fills before the next snapshot. */
  override loseBook(market: number): void {
    this.books[market]?.reset();
    this.resting[market]?.forget();
  }

  /** The book has the recorded liquidity while the order arrives. */
  protected override enter(own: VenueOrder): number {
    const { market, terms } = own;
    const book = this.books[market] as MarketBook;
    this.refineTick(market, book);
    this.events.cause.reason = 'took-liquidity';
    return this.house.around(market, book, terms, this.engine.now, () => super.enter(own));
  }

  /** Recorded orders at its price are ahead. */
  protected override rest({ market, terms, record, order }: VenueOrder, remaining: number): void {
    const book = this.books[market] as MarketBook;
    const { side, price } = terms;
    const recorded = book.isKnown ? book.sizeAt(side, price) : Number.POSITIVE_INFINITY;
    const ahead = this.assumptions.queue === 'none' ? 0 : recorded;
    record.queueAhead = book.isKnown ? ahead : -1;
    const common = { id: record.id, order, side, price, remaining, ahead, since: this.now };
    this.resting[market]?.add({ ...common, queueAhead: record.queueAhead, traded: 0, before: 0 });
  }

  protected override onClosed(own: VenueOrder): void {
    this.resting[own.market]?.remove(own.order);
    super.onClosed(own);
  }

  private fill(market: number, order: RestingOrder, size: number, reason: FillReason): void {
    this.refineTick(market, this.books[market] as MarketBook);
    this.events.cause.reason = reason;
    this.events.cause.resting = order;
    this.house.hit(market, order.side, order.price, size, millisecondsOf(this.now));
    this.read();
    this.events.cause.resting = undefined;
  }

  /** The engine's price step follows the finest price that was recorded. */
  private refineTick(market: number, { tick }: MarketBook): void {
    if (this.ticks[market] === tick) return;
    this.ticks[market] = tick;
    this.engine.step({ kind: 'change-tick', market, tick }, millisecondsOf(this.now));
  }
}

function millisecondsOf(microseconds: number): number {
  return Math.floor(microseconds / 1_000);
}

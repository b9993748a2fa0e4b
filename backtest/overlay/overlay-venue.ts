/**
 * backtest/overlay/overlay-venue: the recorded market with own orders laid over it. Rows of the recording move books and queues; every fill is
 * executed in the engine, against the house, so that cash, shares, fees, reservations and settlement are the engine's.
 */

import { DOCUMENT_RULES } from '../../sim/core/rules.ts';
import { ORDER_REFUSALS } from '../../sim/core/ticket.ts';
import { createVenue, type Venue } from '../../sim/core/venue.ts';
import type { Rng } from '../../sim/world/rng.ts';
import { invariant } from '../../spec/result.ts';
import { FLAG, KIND, SIDE } from '../data/event.ts';
import type { Assumptions } from '../options.ts';
import type { MarketTable } from '../replay/market-table.ts';
import type { RowCursor } from '../replay/row-cursor.ts';
import type { FillReason, OrderRecord } from '../result.ts';
import type { StrategyVenue } from '../session/strategy-venue.ts';
import { EngineEvents } from './engine-events.ts';
import { House } from './house.ts';
import { CHANGE, MarketBook } from './market-book.ts';
import { OwnOrders, termsOf, type VenueOrder } from './own-orders.ts';
import { QUEUE_RULES } from './queue-model.ts';
import { type RestingOrder, RestingOrders } from './resting-orders.ts';
import { RowEffects } from './row-effects.ts';
import type { VenueListener } from './venue-listener.ts';

export class OverlayVenue implements StrategyVenue {
  readonly engine: Venue;
  readonly drift = undefined;
  readonly wallet: number;
  readonly books: readonly MarketBook[];
  private readonly house: House;
  private readonly own = new OwnOrders();
  private readonly resting: readonly RestingOrders[];
  private readonly ticks: number[];
  private readonly events: EngineEvents;
  private readonly effects: RowEffects;
  private salt = 0;
  private now: number;
  private readonly table: MarketTable;
  private readonly hasTrades: Uint8Array;
  private readonly assumptions: Assumptions;

  constructor(options: {
    readonly table: MarketTable;
    readonly hasTrades: Uint8Array;
    readonly assumptions: Assumptions;
    readonly start: number;
    readonly chance: Rng;
  }) {
    const { table, hasTrades, assumptions, start, chance } = options;
    const { fee, settlement, deposit, queue, consumption, quoteSize } = assumptions;
    this.table = table;
    this.hasTrades = hasTrades;
    this.assumptions = assumptions;
    this.now = start;
    const { minedAfterMs, confirmedAfterMs } = settlement;
    this.engine = createVenue({ ...DOCUMENT_RULES, minedAfterMs, confirmedAfterMs });
    const now = millisecondsOf(start);
    this.house = new House(this.engine, now, consumption);
    const opened = this.engine.step({ kind: 'open-wallet' }, now);
    invariant(opened.ok && opened.value.kind === 'created', 'a wallet can be opened');
    this.wallet = opened.value.index;
    this.engine.step({ kind: 'deposit', wallet: this.wallet, amount: deposit }, now);
    this.books = table.facts.map(() => new MarketBook(quoteSize));
    this.resting = table.facts.map(() => new RestingOrders(QUEUE_RULES[queue]));
    this.ticks = this.books.map(({ tick }) => tick);
    // The house trades in any size; the smallest own order is the overlay's to enforce.
    for (const tick of this.ticks) {
      this.engine.step({ kind: 'list-market', terms: { tick, minSize: 1, fee, delayMs: 0 } }, now);
    }
    this.effects = new RowEffects(this.house, assumptions.tradeShare, (market, order, size, reason) =>
      this.fill(market, order, size, reason),
    );
    const { engine, own } = this;
    this.events = new EngineEvents({ engine, own, settlement, chance, onClosed: (order) => this.end(order) });
    this.read();
  }

  /** Receives the events of own orders. */
  set listener(listener: VenueListener) {
    this.events.listener = listener;
  }

  /** When the engine has work to do by itself, Unix microseconds; Infinity when it has none. */
  get nextDue(): number {
    return this.events.nextDue;
  }

  /** Applies the present row of the recording. */
  row({ batch, at, row, time }: RowCursor): void {
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
  loseBook(market: number): void {
    this.books[market]?.reset();
    this.resting[market]?.forget();
  }

  /** An own order arrives. A marketable order of a market with a delay has waited for it already. */
  place(record: OrderRecord, expiresAt: number, at: number): void {
    this.advance(at);
    const own = this.own.add(record, expiresAt);
    if (!Number.isInteger(record.price)) {
      this.reject(own, 'price-off-tick');
      return;
    }
    if (record.size < this.assumptions.minSize) {
      this.reject(own, 'size-too-small');
      return;
    }
    const { market, terms } = own;
    const book = this.books[market] as MarketBook;
    this.refineTick(market, book);
    this.events.cause.reason = 'took-liquidity';
    const order = this.house.around(market, book, terms, this.engine.now, () => this.enter(own));
    if (order < 0) {
      this.reject(own, ORDER_REFUSALS[-1 - order] ?? 'malformed');
      return;
    }
    this.read();
    const view = this.engine.order(order);
    if (view?.state === 'live') this.rest(own, view.size - view.matched);
  }

  /** Whether the order would take liquidity if it arrived now. */
  isMarketable(record: OrderRecord): boolean {
    const { isKnown, bestBid, bestAsk } = this.books[record.token >> 1] as MarketBook;
    const terms = termsOf(record);
    return isKnown && (terms.side === SIDE.buy ? bestAsk <= terms.price : bestBid >= terms.price);
  }

  cancel(id: number, at: number): void {
    this.advance(at);
    const own = this.own.get(id);
    if (own === undefined || own.order < 0) return;
    this.engine.desk.cancel(this.wallet, own.order, this.engine.now);
    this.read();
  }

  /** Splits dollars into shares or merges them. Returns whether the engine did it. */
  splitOrMerge(kind: 'split' | 'merge', market: number, size: number, at: number): boolean {
    this.advance(at);
    const { ok } = this.engine.step({ kind, wallet: this.wallet, market, size }, this.engine.now);
    this.read();
    return ok;
  }

  /** Own shares of a token, those reserved for orders included. */
  sharesOf(token: number): number {
    const { free, reserved } = this.engine.tokens(this.wallet, token >> 1, token % 2 === 0 ? 0 : 1);
    return free + reserved;
  }

  /** Ends the market: cancels its orders and pays its shares. Returns what it paid. */
  resolve(market: number, payout: readonly [number, number], at: number): number {
    this.advance(at);
    const { now } = this.engine;
    const before = this.engine.cash(this.wallet);
    this.engine.step({ kind: 'close-market', market }, now);
    this.engine.step({ kind: 'resolve-market', market, payout }, now);
    this.engine.step({ kind: 'redeem', wallet: this.wallet, market }, now);
    this.read();
    const after = this.engine.cash(this.wallet);
    return after.free + after.reserved - before.free - before.reserved;
  }

  /** It has no files. */
  close(): void {}

  /** Moves the engine's clock and does what is due: expiry, settlement. */
  advance(at: number): void {
    this.now = Math.max(this.now, at);
    const now = millisecondsOf(this.now);
    this.events.failSettlements(now);
    this.engine.advanceTo(now);
    this.read();
  }

  private fill(market: number, order: RestingOrder, size: number, reason: FillReason): void {
    this.refineTick(market, this.books[market] as MarketBook);
    this.events.cause.reason = reason;
    this.events.cause.resting = order;
    this.house.hit(market, order.side, order.price, size, millisecondsOf(this.now));
    this.read();
    this.events.cause.resting = undefined;
  }

  private enter(own: VenueOrder): number {
    const { record, market, expiresAt } = own;
    const { ticket } = this.engine.desk;
    this.salt += 1;
    ticket.wallet = this.wallet;
    ticket.key = 1;
    ticket.market = market;
    ticket.outcome = record.token % 2 === 0 ? 0 : 1;
    ticket.side = record.side;
    ticket.type = record.type;
    ticket.price = record.price;
    ticket.size = record.size;
    ticket.postOnly = record.postOnly;
    ticket.expiresAt = expiresAt;
    ticket.salt = this.salt;
    const order = this.engine.desk.place(this.engine.now);
    if (order >= 0) this.own.placed(own, order);
    return order;
  }

  private rest(own: VenueOrder, remaining: number): void {
    const { market, terms, record, order } = own;
    const book = this.books[market] as MarketBook;
    const recorded = book.isKnown ? book.sizeAt(terms.side, terms.price) : Number.POSITIVE_INFINITY;
    const ahead = this.assumptions.queue === 'none' ? 0 : recorded;
    record.queueAhead = book.isKnown ? ahead : -1;
    const { side, price } = terms;
    const common = { id: record.id, order, side, price, remaining, ahead, since: this.now };
    this.resting[market]?.add({ ...common, queueAhead: record.queueAhead, traded: 0, before: 0 });
  }

  private end(own: VenueOrder): void {
    this.resting[own.market]?.remove(own.order);
    this.own.ended(own);
  }

  private read(): void {
    this.events.read(this.now);
  }

  private reject(own: VenueOrder, reason: string): void {
    this.own.ended(own);
    this.events.listener.rejected(own.record, reason, this.now);
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

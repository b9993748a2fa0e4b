/** backtest/run/order-gateway: orders on their way to the venue, and responses on their way to the strategy. */
import { DOLLAR } from '../data/event.ts';
import type { Assumptions } from '../options.ts';
import type { VenueFill, VenueListener } from '../overlay/venue-listener.ts';
import type { OrderRecord } from '../result.ts';
import { type Fill, type OrderRequest, type OrderType, StrategyError } from '../strategy.ts';
import { midOf } from './book-value.ts';
import { KnownAccount } from './known-account.ts';
import { KnownOrder } from './own-order.ts';
import type { Recorder } from './recorder.ts';
import type { Schedule } from './schedule.ts';
import type { StrategyVenue } from './strategy-venue.ts';

const ORDER_TYPES: readonly OrderType[] = ['GTC', 'GTD', 'FOK', 'FAK'];
/** Largest order of the engine, shares. */
const SIZE_MAX = 1_000_000_000;

type GatewayParts = Readonly<{
  assumptions: Assumptions;
  schedule: Schedule;
  venue: StrategyVenue;
  recorder: Recorder;
  listener: GatewayListener;
  /** How many tokens there are. */
  tokens: number;
  /** Whether the venue has lost the book of a market in a gap, or after its last row. */
  isLost: (market: number) => boolean;
  /** The middle of a token's book as the strategy sees it. */
  feedMid: (token: number) => number;
}>;

type GatewayListener = { onOrder(order: KnownOrder): void; onFill(fill: Fill): void };

/**
 * How long after a fill the middle of the book is written down, microseconds. All that was recorded at that moment is
 * in the book by then: a fill can happen between the rows of one message, and no participant ever saw that book.
 */
const MARKOUTS = [
  ['mid', 0],
  ['mid1s', 1_000_000],
  ['mid10s', 10_000_000],
  ['mid60s', 60_000_000],
] as const;

const ENDED_STATES: Record<string, OrderRecord['state']> = { matched: 'filled', expired: 'expired', killed: 'killed' };

export class OrderGateway implements VenueListener {
  readonly known: KnownAccount;
  /** No orders leave after the end of the data. */
  isClosed = false;
  /** Orders that have not ended, oldest first. */
  readonly #open = new Map<number, KnownOrder>();
  readonly #parts: GatewayParts;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
    const { deposit, settlement } = parts.assumptions;
    this.known = new KnownAccount(deposit, settlement.failureRate > 0);
    parts.venue.listener = this;
  }

  order(id: number): KnownOrder | undefined {
    const record = this.#parts.recorder.orders[id];
    return this.#open.get(id) ?? (record === undefined ? undefined : KnownOrder.ended(record));
  }

  openOrders(): readonly KnownOrder[] {
    return [...this.#open.values()];
  }

  /** Cash that open buy orders may cost, micro dollars. */
  get reserved(): number {
    let sum = 0;
    for (const { side, price, size, filled } of this.#open.values())
      if (side === 'BUY') sum += price * (size - filled) * 1e6;
    return sum;
  }

  /** Sends an order and returns its number. Throws `StrategyError` for values that are no order. */
  place(request: OrderRequest, now: number): number {
    const { assumptions, recorder, schedule, feedMid } = this.#parts;
    const record = recordOf(request, recorder.orders.length, now, this.#parts.tokens);
    record.sentMid = feedMid(record.token);
    recorder.orders.push(record);
    recorder.follow(record.token >> 1, now);
    if (this.isClosed) return record.id;
    this.#open.set(record.id, new KnownOrder(record));
    record.state = 'open';
    recorder.decide(now, { kind: 'place', request: { ...request } });
    const { compute, order } = assumptions.latency;
    const expiresAt = request.expiresAt === undefined ? -1 : Math.floor(request.expiresAt / 1_000);
    schedule.add(now + compute + order, (at) => this.#arrive(record, expiresAt, at));
    return record.id;
  }

  cancel(id: number, now: number): void {
    if (this.#parts.recorder.orders[id] === undefined) throw new StrategyError(`cancel(${id}): there is no such order`);
    if (this.isClosed) return;
    this.#parts.recorder.decide(now, { kind: 'cancel', order: id });
    const { compute, cancel } = this.#parts.assumptions.latency;
    this.#parts.schedule.add(now + compute + cancel, (at) => this.#parts.venue.cancel(id, at));
  }

  accepted(record: OrderRecord, at: number): void {
    this.#respond(at, record, (known) => {
      if (known.state !== 'sent') return;
      known.state = 'live';
      this.#parts.listener.onOrder(known);
    });
  }

  rejected(record: OrderRecord, reason: string, at: number): void {
    Object.assign(record, { state: 'rejected', reason, endedAt: at });
    this.#respond(at, record, (known) => this.#end(known, 'rejected', reason));
  }

  ended(record: OrderRecord, reason: string, at: number): void {
    Object.assign(record, { state: ENDED_STATES[reason] ?? 'cancelled', reason, endedAt: at });
    this.#respond(at, record, (known) => this.#end(known, 'ended', reason));
  }

  filled(fill: VenueFill, at: number): void {
    const { recorder, schedule, venue } = this.#parts;
    const written = recorder.fill(fill, at);
    for (const [field, after] of MARKOUTS) {
      schedule.add(at + after, () => {
        written[field] = midOf(venue.books[written.token >> 1], written.token);
      });
    }
    const { record, price, size, cash, fee, isMaker } = fill;
    this.#respond(at, record, (known) => {
      const isPurchase = record.side === 'BUY';
      known.filled += size / 1e6;
      this.known.move(record.token, isPurchase ? size : -size, isPurchase ? -(cash + fee) : cash - fee, written);
      this.#parts.listener.onFill({ order: known, price: price / DOLLAR, size: size / 1e6, fee: fee / 1e6, isMaker });
    });
  }

  reversed(trade: number, at: number): void {
    for (const fill of this.#parts.recorder.reverse(trade, at))
      this.#respond(at, { id: fill.order }, () => this.known.reverse(fill.token, fill));
  }

  #arrive(record: OrderRecord, expiresAt: number, at: number) {
    const { venue, schedule, assumptions } = this.#parts;
    record.arrivalMid = midOf(venue.books[record.token >> 1], record.token);
    record.arrivedAt = at;
    const { delayMs } = assumptions;
    if (delayMs === 0 || record.postOnly || !venue.isMarketable(record)) {
      this.#enter(record, expiresAt, at);
      return;
    }
    this.#respond(at, record, (known) => {
      known.state = 'delayed';
      this.#parts.listener.onOrder(known);
    });
    schedule.add(at + delayMs * 1_000, (release) => this.#enter(record, expiresAt, release));
  }

  /** No venue without a book: an order that arrives in a gap, or after the end of its market, is rejected. */
  #enter(record: OrderRecord, expiresAt: number, at: number) {
    if (this.#parts.isLost(record.token >> 1)) this.rejected(record, 'book-unknown', at);
    else this.#parts.venue.place(record, expiresAt, at);
  }

  #end(known: KnownOrder, state: 'ended' | 'rejected', reason: string) {
    known.state = state;
    known.reason = reason;
    this.#open.delete(known.id);
    this.#parts.listener.onOrder(known);
  }

  /** Delivers a response of the venue after its latency. */
  #respond(at: number, { id }: { readonly id: number }, deliver: (known: KnownOrder) => void) {
    const known = this.order(id);
    if (known === undefined) return;
    this.#parts.schedule.add(at + this.#parts.assumptions.latency.response, () => deliver(known), true);
  }
}

const inspected = (value: unknown) => (typeof value === 'string' ? JSON.stringify(value) : String(value));

/** The record of a requested order. Throws `StrategyError`. */
function recordOf(request: OrderRequest, id: number, sentAt: number, tokens: number): OrderRecord {
  const { token, side, price, size, type = 'GTC', postOnly = false } = request;
  const refuse = (what: string): never => {
    // JSON has no NaN and no undefined: both would be printed as other values.
    const shown = Object.entries(request).map(([name, value]) => `${name}: ${inspected(value)}`);
    throw new StrategyError(`place({ ${shown.join(', ')} }): ${what}`);
  };
  if (!Number.isInteger(token) || token < 0 || token >= tokens)
    refuse(`token must be a number from 0 to ${tokens - 1}`);
  if (side !== 'BUY' && side !== 'SELL') refuse('side must be BUY or SELL');
  if (!ORDER_TYPES.includes(type)) refuse(`type must be one of ${ORDER_TYPES.join(', ')}`);
  if (typeof price !== 'number' || !Number.isFinite(price)) refuse('price must be a number of dollars');
  if (typeof size !== 'number' || !(size > 0 && size <= SIZE_MAX))
    refuse(`size must be shares above 0 and up to ${SIZE_MAX}`);
  const units = price * DOLLAR;
  return {
    id,
    token,
    side,
    type,
    postOnly,
    sentAt,
    // A price between two units fits no tick: the engine rejects it.
    price: Math.abs(units - Math.round(units)) < 1e-6 ? Math.round(units) : units,
    size: Math.round(size * 1e6),
    arrivedAt: -1,
    endedAt: -1,
    filled: 0,
    sentMid: -1,
    arrivalMid: -1,
    state: 'not-sent',
    reason: '',
    queueAhead: -1,
  };
}

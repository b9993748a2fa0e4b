/** backtest/overlay/engine-events: reads the events of the engine and reports those of own orders. */

import type { Rng } from '../../base/rng.ts';
import type { Venue } from '../../sim/core/venue.ts';
import type { Event, MakerLeg, Trade } from '../../spec/venue/event.ts';
import { DOLLAR, SIDE } from '../data/event.ts';
import type { Assumptions } from '../options.ts';
import type { FillReason, FillRecord, OrderRecord } from '../result.ts';
import type { OwnTerms } from './house.ts';
import type { RestingOrder } from './resting-orders.ts';
import { SILENT, type VenueListener } from './venue-listener.ts';

/** An order on its way or at the venue. */
export type VenueOrder = {
  readonly record: OrderRecord;
  readonly market: number;
  /** In terms of the first outcome. */
  readonly terms: OwnTerms;
  /** Milliseconds, GTD only; -1 otherwise. */
  readonly expiresAt: number;
  /** The number in the engine; -1 before it is placed there. */
  order: number;
};

export class OwnOrders {
  readonly #byId = new Map<number, VenueOrder>();
  readonly #byOrder = new Map<number, VenueOrder>();

  add(record: OrderRecord, expiresAt: number): VenueOrder {
    const order: VenueOrder = { record, market: record.token >> 1, terms: termsOf(record), expiresAt, order: -1 };
    this.#byId.set(record.id, order);
    return order;
  }

  placed(own: VenueOrder, order: number): void {
    own.order = order;
    this.#byOrder.set(order, own);
  }

  get(id: number): VenueOrder | undefined {
    return this.#byId.get(id);
  }

  at(order: number): VenueOrder | undefined {
    return this.#byOrder.get(order);
  }

  /** Own shares that rest at a price of a market, in terms of its first outcome. */
  sizeAt(engine: Pick<Venue, 'remaining'>, market: number, side: number, price: number): number {
    let size = 0;
    for (const { market: own, terms, order } of this.#byOrder.values())
      if (own === market && terms.side === side && terms.price === price) size += engine.remaining(order);
    return size;
  }

  ended(own: VenueOrder): void {
    this.#byId.delete(own.record.id);
    this.#byOrder.delete(own.order);
  }
}

/** A purchase of the second outcome at p is a sale of the first at 1 - p. */
export function termsOf({ token, side, price, size }: OrderRecord): OwnTerms {
  const isBid = (side === 'BUY') === (token % 2 === 0);
  return { side: isBid ? SIDE.buy : SIDE.sell, price: token % 2 === 0 ? price : DOLLAR - price, size };
}

/** Why a fill of the present moment happens. */
type Cause = { reason: FillReason; row: number; isUnsized: boolean; resting: RestingOrder | undefined };

type EventsParts = Readonly<{
  engine: Venue;
  own: OwnOrders;
  settlement: Assumptions['settlement'];
  chance: Rng;
  onClosed: (own: VenueOrder) => void;
  /** Called with each event of the engine, also those of other wallets. */
  onEvent?: ((event: Event) => void) | undefined;
}>;

export class EngineEvents {
  listener: VenueListener = SILENT;
  readonly cause: Cause = { reason: 'took-liquidity', row: -1, isUnsized: false, resting: undefined };
  /** When the engine has work to do by itself, Unix microseconds; Infinity when it has none. */
  nextDue = Infinity;
  readonly #parts: EventsParts;
  /** Trades whose settlement will fail, in the order of their moments (milliseconds). */
  readonly #failing: { readonly at: number; readonly trade: number }[] = [];
  #seen = 0;

  constructor(parts: EventsParts) {
    this.#parts = parts;
  }

  /** Reports the events since the last call. `now` is in Unix microseconds. */
  read(now: number): void {
    const { engine, onEvent } = this.#parts;
    for (; this.#seen < engine.eventCount; this.#seen += 1) {
      const event = engine.eventAt(this.#seen);
      if (event === undefined) continue;
      onEvent?.(event);
      this.#report(event, now);
    }
    this.nextDue = Math.min(engine.nextDue() ?? Infinity, this.#failing[0]?.at ?? Infinity) * 1_000;
  }

  /** Lets the settlements fail that are due, `now` in milliseconds. */
  failSettlements(now: number): void {
    for (let first = this.#failing[0]; first !== undefined && first.at <= now; first = this.#failing[0]) {
      this.#failing.shift();
      this.#parts.engine.step({ kind: 'disturb-settlement', trade: first.trade, outcome: 'fail' }, first.at);
    }
  }

  #report(event: Event, now: number) {
    if (event.kind === 'trade') this.#reportTrade(event, now);
    else if (event.kind === 'trade-reversed') this.listener.reversed(event.trade, now);
    else if (event.kind === 'order-accepted') {
      const own = this.#parts.own.at(event.order);
      if (own !== undefined) this.listener.accepted(own.record, now);
    } else if (event.kind === 'order-closed') {
      const own = this.#parts.own.at(event.order);
      if (own === undefined) return;
      this.#parts.onClosed(own);
      this.listener.ended(own.record, event.reason, now);
    }
  }

  #reportTrade({ trade, takerOrder, makers }: Trade, now: number) {
    const taker = this.#parts.own.at(takerOrder);
    let isOwn = false;
    for (const leg of makers) {
      const maker = this.#parts.own.at(leg.order);
      if (taker !== undefined) this.#reportTaken(taker, trade, leg, now);
      else if (maker !== undefined) this.#reportMade(maker, trade, leg, now);
      isOwn ||= taker !== undefined || maker !== undefined;
    }
    const { settlement, chance, engine } = this.#parts;
    const { failureRate, minedAfterMs } = settlement;
    if (isOwn && failureRate > 0 && chance.chance(failureRate)) {
      this.#failing.push({ at: engine.now + minedAfterMs, trade });
    }
  }

  #reportTaken(
    { record }: VenueOrder,
    trade: number,
    { takerPrice: price, takerCash: cash, takerFee: fee, size }: MakerLeg,
    now: number,
  ) {
    const own = { isMaker: false, queueAhead: -1, waited: -1 };
    this.listener.filled({ record, trade, price, size, cash, fee, ...this.#caused(), ...own }, now);
  }

  #reportMade({ record }: VenueOrder, trade: number, { price, size, cash, fee }: MakerLeg, now: number) {
    const { resting } = this.cause;
    if (resting !== undefined) resting.remaining -= size;
    const queueAhead = resting?.queueAhead ?? record.queueAhead;
    const own = { isMaker: true, queueAhead, waited: now - (resting?.since ?? record.arrivedAt) };
    this.listener.filled({ record, trade, price, size, cash, fee, ...this.#caused(), ...own }, now);
  }

  #caused(): Pick<FillRecord, 'reason' | 'row' | 'isUnsized'> {
    const { reason, row, isUnsized } = this.cause;
    return { reason, row, ...(isUnsized && { isUnsized }) };
  }
}

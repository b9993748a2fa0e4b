/** backtest/overlay/own-orders: the strategy's orders as the venue knows them, by both of their numbers. */
import type { Venue } from '../../sim/core/venue.ts';
import { DOLLAR, SIDE } from '../data/event.ts';
import type { OrderRecord } from '../result.ts';
import type { OwnTerms } from './house.ts';

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

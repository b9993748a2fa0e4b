/**
 * sim/core/order: one accepted order from acceptance to its end, and how it looks in the book. The book is kept in
 * first-outcome prices: a BUY of the second outcome at p is an ask of the first at 1-p.
 */
import { PRICE_ONE } from '../../spec/units.ts';
import type { OrderType, OutcomeIndex, PlaceOrder, Side } from './command.ts';

export type OrderState = 'live' | 'delayed' | 'matched' | 'cancelled' | 'expired' | 'killed';

export type Order = {
  readonly index: number;
  readonly wallet: number;
  readonly key: number;
  readonly market: number;
  readonly outcome: OutcomeIndex;
  readonly side: Side;
  readonly type: OrderType;
  /** Limit in the order's own token, and in the first outcome's. */
  readonly price: number;
  readonly bookPrice: number;
  /** True where the order stands among the bids of the first outcome. */
  readonly isBid: boolean;
  readonly size: number;
  readonly acceptedAt: number;
  readonly expiresAt: number | undefined;
  matched: number;
  state: OrderState;
  /** Held for this order: cash of a BUY, tokens of a SELL. */
  reserved: number;
  /** What rounding took from the order so far, in ten-thousandths of a micro dollar (`rounding.ts`). */
  rounding: number;
  /** Fee so far: exact (`fees.ts`), and charged in micro dollars. */
  feeExact: bigint;
  feeCharged: number;
  /** Neighbours in the queue of its price level. */
  previous: Order | undefined;
  next: Order | undefined;
};

/** Whether an order of this side and outcome stands among the bids of the first outcome. */
export function isBookBid(side: Side, outcome: OutcomeIndex): boolean {
  return (side === 'BUY') === (outcome === 0);
}

/** A price of the given outcome's token in terms of the first outcome's token. */
export function bookPriceOf(price: number, outcome: OutcomeIndex): number {
  return outcome === 0 ? price : PRICE_ONE - price;
}

export function newOrder(index: number, command: PlaceOrder, now: number): Order {
  return {
    index,
    wallet: command.wallet,
    key: command.key,
    market: command.market,
    outcome: command.outcome,
    side: command.side,
    type: command.type,
    price: command.price,
    bookPrice: bookPriceOf(command.price, command.outcome),
    isBid: isBookBid(command.side, command.outcome),
    size: command.size,
    acceptedAt: now,
    expiresAt: command.expiresAt,
    matched: 0,
    state: 'live',
    reserved: 0,
    rounding: 0,
    feeExact: 0n,
    feeCharged: 0,
    previous: undefined,
    next: undefined,
  };
}

/** Shares the order still wants. */
export function remainingOf(order: Order): number {
  return order.size - order.matched;
}

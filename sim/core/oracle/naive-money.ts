/**
 * sim/core/oracle/naive-money: what an order has paid, has been charged and can still cost, worked out from the list of
 * its fills each time, in BigInt. Slow on purpose; shares no arithmetic with the engine.
 */
import type { FeeTerms, OrderType, OutcomeIndex, Side } from '../command.ts';

export type NaiveFill = {
  readonly price: bigint;
  readonly size: bigint;
  readonly asTaker: boolean;
  readonly fee: bigint;
};

export type NaiveOrder = {
  readonly order: number;
  readonly wallet: number;
  readonly key: number;
  readonly market: number;
  readonly outcome: OutcomeIndex;
  readonly side: Side;
  readonly type: OrderType;
  readonly price: bigint;
  readonly size: bigint;
  readonly acceptedAt: number;
  readonly expiresAt: number | undefined;
  state: 'live' | 'delayed' | 'matched' | 'cancelled' | 'expired' | 'killed';
  /** Place in the queue of time, given when it comes to rest. */
  rested: number;
  fills: NaiveFill[];
};

const DOLLAR = 10_000n;

export function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

export function filled(order: NaiveOrder): bigint {
  return sum(order.fills.map((fill) => fill.size));
}

export function remaining(order: NaiveOrder): bigint {
  return order.size - filled(order);
}

function ceilDivide(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

/** Dollars over all fills: a buyer's rounded up, a seller's rounded down. */
export function cashOver(order: NaiveOrder, fills: readonly NaiveFill[]): bigint {
  const exact = sum(fills.map((fill) => fill.price * fill.size));
  return order.side === 'BUY' ? ceilDivide(exact, DOLLAR) : exact / DOLLAR;
}

/** A fee as an exact fraction of micro dollars. */
function feeFraction(terms: FeeTerms, fills: readonly NaiveFill[]): { over: bigint; under: bigint } {
  const exponent = BigInt(terms.exponent);
  const charged = fills.filter((fill) => fill.asTaker || !terms.takerOnly);
  const each = charged.map((fill) => fill.size * BigInt(terms.rate) * (fill.price * (DOLLAR - fill.price)) ** exponent);
  return { over: sum(each), under: 1_000_000n * (DOLLAR * DOLLAR) ** exponent };
}

/** The fee on all these fills together: five decimals of a dollar, halves up. */
export function feeOver(terms: FeeTerms, fills: readonly NaiveFill[]): bigint {
  const { over, under } = feeFraction(terms, fills);
  const tens = under * 10n;
  const down = over / tens;
  return (over % tens) * 2n >= tens ? (down + 1n) * 10n : down * 10n;
}

/** What an order that rests (or has just traded) must hold for the rest of its life. */
export function needAtRest(terms: FeeTerms, order: NaiveOrder): bigint {
  const left = remaining(order);
  if (order.side === 'SELL') return left;
  const whole = [...order.fills, { price: order.price, size: left, asTaker: false, fee: 0n }];
  const feesPaid = sum(order.fills.map((fill) => fill.fee));
  return cashOver(order, whole) - cashOver(order, order.fills) + feeOver(terms, whole) - feesPaid;
}

/** What an arriving order must hold until it has met the book. */
export function needOnArrival(terms: FeeTerms, order: NaiveOrder, canTake: boolean): bigint {
  if (!canTake || order.side === 'SELL') return needAtRest(terms, order);
  const worst = order.price < DOLLAR / 2n ? order.price : DOLLAR / 2n;
  return (
    cashOver(order, [{ price: order.price, size: order.size, asTaker: true, fee: 0n }]) +
    feeOver(terms, [{ price: worst, size: order.size, asTaker: true, fee: 0n }])
  );
}

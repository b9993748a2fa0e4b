/** model/naive-money: payments, fees and reservations, computed from the list of fills each time, in BigInt. */
import type { FeeTerms, OrderFields, Side } from '../spec/venue/command.ts';

export type NaiveFill = Readonly<{
  price: number;
  size: bigint;
  asTaker: boolean;
  fee: bigint;
}>;

export type NaiveOrder = Omit<OrderFields, 'size'> & {
  readonly order: number;
  readonly acceptedAt: number;
  readonly expiresAt: number | undefined;
  /** Total size; self-trade prevention can reduce it. */
  size: bigint;
  state: 'live' | 'delayed' | 'matched' | 'cancelled' | 'expired' | 'killed';
  readonly fills: NaiveFill[];
};

const DOLLAR = 10_000n;

export function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

export function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

export function filled(order: NaiveOrder): bigint {
  return sum(order.fills.map((fill) => fill.size));
}

export function remaining(order: NaiveOrder): bigint {
  return order.size - filled(order);
}

/** Dollars over all fills: a buyer's rounded up, a seller's rounded down. */
export function cashOver(side: Side, fills: readonly NaiveFill[]): bigint {
  const exact = sum(fills.map((fill) => BigInt(fill.price) * fill.size));
  return side === 'BUY' ? (exact + DOLLAR - 1n) / DOLLAR : exact / DOLLAR;
}

/** The fee on all these fills together: five decimals of a dollar, halves up. */
export function feeOver(terms: FeeTerms, fills: readonly NaiveFill[]): bigint {
  const charged = fills.filter((fill) => fill.asTaker || !terms.takerOnly);
  if (terms.rate === 0 || charged.length === 0) return 0n;
  const exponent = BigInt(terms.exponent);
  const over = sum(
    charged.map(({ price, size }) => size * BigInt(terms.rate) * BigInt(price * (10_000 - price)) ** exponent),
  );
  const tens = 10n * 1_000_000n * (DOLLAR * DOLLAR) ** exponent;
  return (over / tens + (over % tens >= tens - (over % tens) ? 1n : 0n)) * 10n;
}

/** The reservation of an order that rests or has just traded. */
export function needAtRest(terms: FeeTerms, order: NaiveOrder): bigint {
  const left = remaining(order);
  if (order.side === 'SELL') return left;
  const whole = [...order.fills, { price: order.price, size: left, asTaker: false, fee: 0n }];
  const cash = cashOver('BUY', whole) - cashOver('BUY', order.fills);
  // If makers pay nothing, no fee can follow; otherwise the fee on all of it, less what was charged.
  if (terms.takerOnly) return cash;
  return cash + feeOver(terms, whole) - sum(order.fills.map((fill) => fill.fee));
}

/** The reservation of an arriving order until it is matched. */
export function needOnArrival(terms: FeeTerms, order: NaiveOrder, canTake: boolean): bigint {
  if (!canTake || order.side === 'SELL') return needAtRest(terms, order);
  const whole = { price: order.price, size: order.size, asTaker: true, fee: 0n };
  const fee = feeOver(terms, [whole]);
  const cash = cashOver('BUY', [whole]);
  if (order.price <= 5_000) return cash + fee;
  // The limit is the highest price, but fees peak at a half: rounding can add one step to the fee at the limit.
  return cash + lesser(fee + 10n, feeOver(terms, [{ ...whole, price: 5_000 }]));
}

/**
 * sim/core/fees: `shares x rate x (p(1-p))^exponent`, rounded half up to five decimals of a dollar. The running total
 * of an order is rounded, not each fill, so how an order was cut into fills never changes what it pays. A sale never
 * pays more for a fill than that fill brings.
 */
import { PRICE_ONE } from '../../spec/units.ts';
import type { FeeTerms } from './command.ts';
import { type Order, remainingOf } from './order.ts';

/** Five decimals of a dollar, micro dollars. */
const FEE_STEP = 10;
const RATE_ONE = 1_000_000n;
/** Of `p(1-p)` with p in price units. */
const PRODUCT_ONE = 100_000_000n;

/** Exact fee as a count of `1 / (1e6 x 1e8^exponent)` micro dollars. */
function exactFee(terms: FeeTerms, price: number, size: number): bigint {
  const product = BigInt(price * (PRICE_ONE - price));
  return BigInt(size) * BigInt(terms.rate) * product ** BigInt(terms.exponent);
}

/** An exact fee in micro dollars, half up to five decimals of a dollar. */
function roundedFee(terms: FeeTerms, exact: bigint): number {
  const step = BigInt(FEE_STEP) * RATE_ONE * PRODUCT_ONE ** BigInt(terms.exponent);
  return Number((2n * exact + step) / (2n * step)) * FEE_STEP;
}

function isFree(terms: FeeTerms, asTaker: boolean): boolean {
  return terms.rate === 0 || (terms.takerOnly && !asTaker);
}

/** Fee of one more fill, micro dollars; `cash` is what the fill is worth. Updates the order's running fee. */
export function takeFillFee(
  terms: FeeTerms,
  order: Order,
  asTaker: boolean,
  price: number,
  size: number,
  cash: number,
): number {
  if (isFree(terms, asTaker)) return 0;
  order.feeExact += exactFee(terms, price, size);
  const due = roundedFee(terms, order.feeExact) - order.feeCharged;
  const fee = order.side === 'SELL' && due > cash ? cash : due;
  order.feeCharged += fee;
  return fee;
}

/** The most that the rest of a resting BUY can still be charged: it trades at its own price. */
export function restingFeeLimit(terms: FeeTerms, order: Order): number {
  if (isFree(terms, false)) return 0;
  const exact = order.feeExact + exactFee(terms, order.price, remainingOf(order));
  return roundedFee(terms, exact) - order.feeCharged;
}

/** The fee of a BUY that only rests. */
export function makingFeeLimit(terms: FeeTerms, price: number, size: number): number {
  if (isFree(terms, false)) return 0;
  return roundedFee(terms, exactFee(terms, price, size));
}

/** The most that a BUY which takes can be charged: at the price up to its limit where the fee is highest. */
export function takingFeeLimit(terms: FeeTerms, price: number, size: number): number {
  if (isFree(terms, true)) return 0;
  return roundedFee(terms, exactFee(terms, Math.min(price, PRICE_ONE / 2), size));
}

/**
 * sim/core/fees: `shares x rate x (p(1-p))^exponent`, rounded half up to five decimals of a dollar. The running total
 * of an order is rounded, not each fill, so how an order was cut into fills never changes what it pays. A sale never
 * pays more for a fill than that fill brings. The exact total is kept in three decimal limbs, none of which, nor any
 * product on the way, passes 2^53.
 */
import { PRICE_ONE } from '../../base/units.ts';
import type { FeeTerms } from '../../spec/venue/command.ts';
import { FEE_FLOATS, type OrderPool } from './order-pool.ts';
import { floatAt } from './typed-arrays.ts';

/** An exact fee: `steps + rest / 1e15 + fine / 1e23` times five decimals of a dollar; what of it has been charged, micro dollars. */
export type FeeSum = { steps: number; rest: number; fine: number; charged: number };

/** Five decimals of a dollar, micro dollars. */
const FEE_STEP = 10;
const REST_ONE = 1e15;
const FINE_ONE = 1e8;
/** Up to here the products of `addCharge` stay below 2^53. */
const CHARGE_LIMIT = 3e15;
const HALF = REST_ONE / 2;

export function newFeeSum(): FeeSum {
  return { steps: 0, rest: 0, fine: 0, charged: 0 };
}

export function clearFee(sum: FeeSum): void {
  sum.steps = 0;
  sum.rest = 0;
  sum.fine = 0;
  sum.charged = 0;
}

/** Adds the exact fee of `size` micro shares at `price`. */
export function addExactFee(sum: FeeSum, { rate, exponent }: FeeTerms, price: number, size: number): void {
  const product = price * (PRICE_ONE - price);
  if (exponent === 1) addCharge(sum, size, rate, product);
  else if (exponent === 0) addProduct(sum, size, rate * FINE_ONE);
  else addSquare(sum, size, rate * product, product);
}

/** Adds `size * rate * product / 1e15` for a product up to 2.5e7. */
function addCharge(sum: FeeSum, size: number, rate: number, product: number): void {
  const charge = size * rate;
  if (charge > CHARGE_LIMIT) {
    addProduct(sum, size, rate * product);
    return;
  }
  const high = Math.floor(charge / 1e7);
  const one = high * product;
  const oneHigh = Math.floor(one / 1e8);
  sum.steps += oneHigh;
  sum.rest += (one - oneHigh * 1e8) * 1e7 + (charge - high * 1e7) * product;
  carry(sum);
}

/** Adds `size * factor / 1e15` for a size up to 1e15 and a factor up to 1e14. */
function addProduct(sum: FeeSum, size: number, factor: number): void {
  const sizeHigh = Math.floor(size / 1e8);
  const sizeLow = size - sizeHigh * 1e8;
  const high = Math.floor(factor / 1e7);
  const low = factor - high * 1e7;
  const one = sizeHigh * low;
  const oneHigh = Math.floor(one / 1e7);
  const two = sizeLow * high;
  const twoHigh = Math.floor(two / 1e8);
  sum.steps += sizeHigh * high + oneHigh + twoHigh;
  sum.rest += (one - oneHigh * 1e7) * 1e8 + (two - twoHigh * 1e8) * 1e7 + sizeLow * low;
  carry(sum);
}

/** Adds `size * factor * product / 1e23` for a factor up to 2.5e13 and a product up to 2.5e7. */
function addSquare(sum: FeeSum, size: number, factor: number, product: number): void {
  const factorHigh = Math.floor(factor / 1e7);
  const one = factorHigh * product;
  const two = (factor - factorHigh * 1e7) * product;
  const oneHigh = Math.floor(one / 10);
  const twoHigh = Math.floor(two / FINE_ONE);
  let high = oneHigh + twoHigh;
  let low = (one - oneHigh * 10) * 1e7 + (two - twoHigh * FINE_ONE);
  if (low >= FINE_ONE) {
    high += 1;
    low -= FINE_ONE;
  }
  addProduct(sum, size, high);
  addFine(sum, size, low);
}

/** Adds `size * factor / 1e23` for a factor below 1e8. */
function addFine(sum: FeeSum, size: number, factor: number): void {
  const high = Math.floor(size / 1e8);
  const rest = size - high * 1e8;
  const middle = Math.floor(rest / 1e4);
  const one = middle * factor;
  const oneHigh = Math.floor(one / 1e4);
  const two = (rest - middle * 1e4) * factor;
  const twoHigh = Math.floor(two / FINE_ONE);
  sum.rest += high * factor + oneHigh + twoHigh;
  sum.fine += (one - oneHigh * 1e4) * 1e4 + (two - twoHigh * FINE_ONE);
  carry(sum);
}

function carry(sum: FeeSum): void {
  if (sum.fine >= FINE_ONE) {
    const more = Math.floor(sum.fine / FINE_ONE);
    sum.fine -= more * FINE_ONE;
    sum.rest += more;
  }
  if (sum.rest >= REST_ONE) {
    const more = Math.floor(sum.rest / REST_ONE);
    sum.rest -= more * REST_ONE;
    sum.steps += more;
  }
}

/** The exact sum in micro dollars, half up to five decimals of a dollar. */
export function roundedFee({ steps, rest }: FeeSum): number {
  return (rest >= HALF ? steps + 1 : steps) * FEE_STEP;
}

export function isFree({ rate, takerOnly }: FeeTerms, asTaker: boolean): boolean {
  return rate === 0 || (takerOnly && !asTaker);
}

/** Fee of one more fill, micro dollars; `cash` is the value of the fill. Updates the running fee. */
export function takeFillFee(
  sum: FeeSum,
  terms: FeeTerms,
  isSale: boolean,
  price: number,
  size: number,
  cash: number,
): number {
  addExactFee(sum, terms, price, size);
  const due = roundedFee(sum) - sum.charged;
  const fee = isSale && due > cash ? cash : due;
  sum.charged += fee;
  return fee;
}

const scratch = newFeeSum();

/** The fee of a new order of this size at this price, if all of it were charged. */
function wholeFee(terms: FeeTerms, price: number, size: number): number {
  clearFee(scratch);
  addExactFee(scratch, terms, price, size);
  return roundedFee(scratch);
}

/** The fee of a BUY that only rests. */
export function makingFeeLimit(terms: FeeTerms, price: number, size: number): number {
  return isFree(terms, false) ? 0 : wholeFee(terms, price, size);
}

/**
 * The fee that a BUY which takes must hold beside its limit times its size. Up to a half it is highest at the limit.
 * Above, better prices can have higher fees, but by `RATE_LIMIT` price and fee together grow with the price: fills that cost
 * `d` less exact cash than the limit have at most `d` more exact fee. Rounded, the cash is at least `floor(d)` less, the
 * fee less than `d` and a step more, or, being whole, at most `floor(d)` and a step: one step covers all fills.
 */
export function takingFeeLimit(terms: FeeTerms, price: number, size: number): number {
  if (isFree(terms, true)) return 0;
  const atLimit = wholeFee(terms, price, size);
  if (price <= PRICE_ONE / 2) return atLimit;
  return Math.min(atLimit + FEE_STEP, wholeFee(terms, PRICE_ONE / 2, size));
}

/** The most that the rest of a resting BUY can still be charged: it trades at its own price. */
export function restingFeeLimit(
  pool: OrderPool,
  slot: number,
  terms: FeeTerms,
  price: number,
  remaining: number,
): number {
  if (isFree(terms, false)) return 0;
  loadFee(pool, slot, scratch);
  addExactFee(scratch, terms, price, remaining);
  return roundedFee(scratch) - scratch.charged;
}

/** Fee of one more fill of a resting order. */
export function takeMakerFee(
  pool: OrderPool,
  slot: number,
  terms: FeeTerms,
  isSale: boolean,
  price: number,
  size: number,
  cash: number,
): number {
  if (isFree(terms, false)) return 0;
  loadFee(pool, slot, scratch);
  const fee = takeFillFee(scratch, terms, isSale, price, size, cash);
  storeFee(pool, slot, scratch);
  return fee;
}

function loadFee(pool: OrderPool, slot: number, sum: FeeSum): void {
  const at = slot * FEE_FLOATS;
  sum.steps = floatAt(pool.fees, at);
  sum.rest = floatAt(pool.fees, at + 1);
  sum.fine = floatAt(pool.fees, at + 2);
  sum.charged = floatAt(pool.fees, at + 3);
}

/** Keeps the running fee of an order that rests in a market which charges makers. */
export function storeFee(pool: OrderPool, slot: number, sum: FeeSum): void {
  const at = slot * FEE_FLOATS;
  pool.fees[at] = sum.steps;
  pool.fees[at + 1] = sum.rest;
  pool.fees[at + 2] = sum.fine;
  pool.fees[at + 3] = sum.charged;
}

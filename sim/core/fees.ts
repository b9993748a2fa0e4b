/**
 * sim/core/fees: `shares x rate x (p(1-p))^exponent`, rounded half up to five decimals of a dollar. The running total
 * of an order is rounded, not each fill, so how an order was cut into fills never changes what it pays. A sale never
 * pays more for a fill than that fill brings. The exact total is kept in three decimal limbs. A product that would
 * pass 2^53 is computed as a BigInt.
 */
import { invariant } from '../../base/result.ts';
import { type Micro, PRICE_ONE, type Price } from '../../base/units.ts';
import type { FeeTerms, Side } from '../../spec/venue/command.ts';
import type { MakerLeg } from '../../spec/venue/event.ts';
import { FEE_FLOATS, type OrderPool, remainingOf, type Slot, termsOf } from './order-pool.ts';
import { priceIn } from './order-terms.ts';
import { floatAt } from './typed-arrays.ts';

/** An exact fee: `steps + rest / 1e15 + fine / 1e23` times five decimals of a dollar; the charged part in micros. */
export type FeeSum = { steps: number; rest: number; fine: number; charged: number };

/** Five decimals of a dollar, micro dollars. */
const FEE_STEP = 10;
const REST_ONE = 1e15;
const FINE_ONE = 1e8;
/** `(p(1-p))^exponent` of a flat fee, in units of 1e-8 and of 1e-16. */
const CURVE_ONE = 1e8;
const POWER_ONE = 1e16;
/** Up to here the products of `addCharge` stay below 2^53. */
const CHARGE_LIMIT = 9e14;
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
export function addExactFee(sum: FeeSum, { rate, exponent }: FeeTerms, price: Price, size: Micro): void {
  const charge = size * rate;
  const spread = price * (PRICE_ONE - price);
  // exact: `(p(1-p))^exponent` in units of 1e-16 is below 2^53, or 1e16, which a double holds
  const power = exponent === 0 ? POWER_ONE : exponent === 1 ? spread * CURVE_ONE : spread * spread;
  if (charge <= CHARGE_LIMIT) addCharge(sum, charge, power);
  else addWide(sum, BigInt(size) * BigInt(rate) * BigInt(power));
  invariant(sum.fine < FINE_ONE && sum.rest < REST_ONE, 'the parts of a fee below a step are carried');
}

/** Adds `charge * power / 1e23`. */
function addCharge(sum: FeeSum, charge: number, power: number) {
  invariant(power <= POWER_ONE, 'no power of p(1-p) is above 1, so that the products below are exact');
  const high = Math.floor(charge / 1e7);
  const low = charge - high * 1e7;
  // exact: a quotient that is not whole is at least 1e-8 away from the next whole number
  const curve = Math.floor(power / CURVE_ONE);
  const fine = power - curve * CURVE_ONE;
  const one = high * curve;
  const two = high * fine;
  const three = low * fine;
  const steps = Math.floor(one / 1e8);
  const tens = Math.floor(two / 10);
  const whole = Math.floor(three / FINE_ONE);
  sum.steps += steps;
  sum.rest += (one - steps * 1e8) * 1e7 + low * curve + tens + whole;
  sum.fine += (two - tens * 10) * 1e7 + three - whole * FINE_ONE;
  carry(sum);
}

/** Adds `fee / 1e23`. */
function addWide(sum: FeeSum, fee: bigint) {
  const rest = fee / BigInt(FINE_ONE);
  sum.steps += Number(rest / BigInt(REST_ONE));
  sum.rest += Number(rest % BigInt(REST_ONE));
  sum.fine += Number(fee % BigInt(FINE_ONE));
  carry(sum);
}

function carry(sum: FeeSum) {
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
export function roundedFee({ steps, rest }: FeeSum): Micro {
  return (rest >= HALF ? steps + 1 : steps) * FEE_STEP;
}

export function isFree({ rate, takerOnly }: FeeTerms, asTaker: boolean): boolean {
  return rate === 0 || (takerOnly && !asTaker);
}

/** Charges what the exact sum has grown by, `most` at most. Returns the fee, micro dollars. */
function charge(sum: FeeSum, most: Micro): Micro {
  const due = roundedFee(sum) - sum.charged;
  const fee = due > most ? most : due;
  invariant(fee >= 0, 'a fee that was charged is never given back, because the exact sum grows');
  sum.charged += fee;
  return fee;
}

const scratch = newFeeSum();

/** The fee of a new order of this size at this price, if all of it were charged. */
function wholeFee(terms: FeeTerms, price: Price, size: Micro): Micro {
  clearFee(scratch);
  addExactFee(scratch, terms, price, size);
  return roundedFee(scratch);
}

/** The fee of a BUY that only rests. */
export function makingFeeLimit(terms: FeeTerms, price: Price, size: Micro): Micro {
  return isFree(terms, false) ? 0 : wholeFee(terms, price, size);
}

/**
 * The fee that a BUY which takes must hold beside its limit times its size. Up to a half it is highest at the limit.
 * Above, better prices can have higher fees, but by `RATE_LIMIT` price and fee together grow with the price: fills that
 * cost `d` less exact cash than the limit have at most `d` more exact fee. Rounded, the cash is at least `floor(d)`
 * less, the fee less than `d` and a step more, or, being whole, at most `floor(d)` and a step: one step covers all
 * fills.
 */
export function takingFeeLimit(terms: FeeTerms, price: Price, size: Micro): Micro {
  if (isFree(terms, true)) return 0;
  const atLimit = wholeFee(terms, price, size);
  if (price <= PRICE_ONE / 2) return atLimit;
  return Math.min(atLimit + FEE_STEP, wholeFee(terms, PRICE_ONE / 2, size));
}

/** The most that the rest of a resting BUY can still be charged: it trades at its own price. */
export function restingFeeLimit(pool: OrderPool, slot: Slot, terms: FeeTerms): Micro {
  if (isFree(terms, false)) return 0;
  loadFee(pool, slot, scratch);
  addExactFee(scratch, terms, priceIn(termsOf(pool, slot)), remainingOf(pool, slot));
  const due = roundedFee(scratch) - scratch.charged;
  invariant(due >= 0, 'a resting BUY has paid no more than its exact fee');
  return due;
}

/** Fee of a leg, of the resting order. A sale pays at most what the leg brings. */
export function takeMakerFee(
  pool: OrderPool,
  slot: Slot,
  terms: FeeTerms,
  { side, price, size, cash }: MakerLeg,
): Micro {
  if (isFree(terms, false)) return 0;
  loadFee(pool, slot, scratch);
  addExactFee(scratch, terms, price, size);
  const fee = charge(scratch, side === 'SELL' ? cash : Infinity);
  storeFee(pool, slot, scratch);
  return fee;
}

/** Fee of a leg, of the taker. */
export function takeTakerFee(
  sum: FeeSum,
  terms: FeeTerms,
  side: Side,
  { takerPrice, size, takerCash }: MakerLeg,
): Micro {
  if (isFree(terms, true)) return 0;
  addExactFee(sum, terms, takerPrice, size);
  return charge(sum, side === 'SELL' ? takerCash : Infinity);
}

function loadFee(pool: OrderPool, slot: Slot, sum: FeeSum) {
  const at = slot * FEE_FLOATS;
  invariant(at < pool.fees.length, 'running fees are kept since the first market that charges makers');
  sum.steps = floatAt(pool.fees, at);
  sum.rest = floatAt(pool.fees, at + 1);
  sum.fine = floatAt(pool.fees, at + 2);
  sum.charged = floatAt(pool.fees, at + 3);
}

/** Keeps the running fee of an order that rests in a market which charges makers. */
export function storeFee(pool: OrderPool, slot: Slot, sum: FeeSum): void {
  const at = slot * FEE_FLOATS;
  invariant(at < pool.fees.length, 'a running fee has a place');
  pool.fees[at] = sum.steps;
  pool.fees[at + 1] = sum.rest;
  pool.fees[at + 2] = sum.fine;
  pool.fees[at + 3] = sum.charged;
}

/**
 * conformance/checks/orders/units: the units of sizes and prices of live orders, and of sizes of books and trades. The
 * interface states none: any power of ten of shares and dollars is valid if it is the same in the whole run.
 */
import { type JsonObject, listAt, objectsIn, textAt } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import type { OrderPlan } from './plan.ts';

type Quantity = 'size' | 'price' | 'level' | 'trade';

/** Exponents learned in a run, by its list of markets: all its checks share that, although their bindings differ. */
const learned = new WeakMap<CheckContext['bindings']['markets'], Map<Quantity, number>>();

/** True for 1, 10, 100 and so on. */
export function isPowerOfTen(value: number): boolean {
  return exponentOf(value, 1) !== undefined;
}

/** The power of ten by which `actual` is larger than `expected`; undefined if it is no power of ten. */
function exponentOf(actual: number, expected: number): number | undefined {
  const exponent = Math.round(Math.log10(actual / expected));
  const isPower = Math.abs(actual / expected / 10 ** exponent - 1) < 1e-9;
  return isPower && exponent >= 0 && exponent <= 18 ? exponent : undefined;
}

/** True if a number is this value in the unit of the run. The first number decides the unit. */
function isInUnit({ bindings }: CheckContext, quantity: Quantity, actual: number, expected: number): boolean {
  const exponent = exponentOf(actual, expected);
  if (exponent === undefined) return false;
  const units = learned.get(bindings.markets) ?? new Map<Quantity, number>();
  learned.set(bindings.markets, units);
  const unit = units.get(quantity) ?? exponent;
  units.set(quantity, unit);
  return unit === exponent;
}

/** The factor of the unit of the run; before that is known, the unit is a share or a dollar. */
export function unitOf({ bindings }: CheckContext, quantity: Quantity): number {
  return 10 ** (learned.get(bindings.markets)?.get(quantity) ?? 0);
}

/** The pattern of a value in the unit of the run; in any unit before that is known. */
export function inUnit({ bindings }: CheckContext, quantity: Quantity, value: number): JsonObject {
  const exponent = learned.get(bindings.markets)?.get(quantity);
  return exponent === undefined ? { $scaled: { $near: value } } : { $near: value * 10 ** exponent };
}

/** Learns the units of sizes and prices of live orders from the row of an order. */
export function learnUnits(context: CheckContext, { size, price }: OrderPlan, id: string, { json }: Exchange): void {
  const row = objectsIn(listAt(json, 'data')).find((order) => textAt(order, 'id') === id);
  isInUnit(context, 'size', Number(textAt(row, 'originalSize')), size / MICRO);
  isInUnit(context, 'price', Number(textAt(row, 'price')), price / PRICE_ONE);
}

/** True if a size in a book, or a difference, is this many micro shares. The first one decides the unit. */
export function isLevelSize(context: CheckContext, size: number, shares: number): boolean {
  return isInUnit(context, 'level', size, shares);
}

/** True if the size of trades is this many micro shares. The first one decides the unit of all trades. */
export function isTradeSize(context: CheckContext, size: number, shares: number): boolean {
  return isInUnit(context, 'trade', size, shares / MICRO);
}

/** The size of a book in micro shares; undefined before the unit is known. */
export function levelShares({ bindings }: CheckContext, size: number): number | undefined {
  const exponent = learned.get(bindings.markets)?.get('level');
  return exponent === undefined ? undefined : Math.round(size / 10 ** exponent);
}

/** The size of a book in micro shares; before the unit is known, the unit is a share. */
export function sharesOrSize(context: CheckContext, size: number): number {
  return levelShares(context, size) ?? size;
}

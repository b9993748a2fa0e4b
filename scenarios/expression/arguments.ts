/** scenarios/expression/arguments: arguments of functions, validated at each call. */
import { ExpressionError } from './trouble.ts';
import { kindOf } from './values.ts';

function unfit(value: unknown, needed: string): ExpressionError {
  return new ExpressionError(`needs ${needed}, not ${kindOf(value)}`);
}

export function anything(value: unknown): unknown {
  return value;
}

export function aText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw unfit(value, 'a text');
}

export function aNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  throw unfit(value, 'a number');
}

export function aList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw unfit(value, 'a list');
}

/** A whole number within limits; `absent` if it is missing. */
export function aWhole(value: unknown, least: number, most: number, absent?: number): number {
  if (value === undefined && absent !== undefined) return absent;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  const shown = typeof value === 'number' ? String(value) : kindOf(value);
  throw new ExpressionError(`needs a whole number from ${least} to ${most}, not ${shown}`);
}

/** All of them numbers, of which there is at least one: the elements of the one list, or the arguments themselves. */
export function someNumbers(given: readonly unknown[]): readonly number[] {
  const all = given.length === 1 && Array.isArray(given[0]) ? given[0] : given;
  if (all.length === 0) throw new ExpressionError('needs at least one number');
  return all.map(aNumber);
}

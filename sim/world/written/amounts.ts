/** sim/world/written/amounts: the numbers of a description as integers of the venue, never rounded. */
import { parseUnits } from '../../../base/units.ts';
import { WorldError } from '../world-error.ts';

/** Shares or dollars as micro units. `place` is the path of the number in the description. Throws `WorldError`. */
export function microOf(amount: number, place: string): number {
  return unitsOf(amount, 6, place);
}

export function priceOf(price: number, place: string): number {
  return unitsOf(price, 4, place);
}

export function millisecondsOf(seconds: number, place: string): number {
  return unitsOf(seconds, 3, place);
}

function unitsOf(value: number, digits: number, place: string): number {
  const units = parseUnits(String(value), digits);
  if (units === undefined) throw new WorldError(`${place}: ${value} is not 0 or more with at most ${digits} decimals`);
  return units;
}

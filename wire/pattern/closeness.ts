/** wire/pattern/closeness: numbers that differ only by the noise of binary sums, 90.00000000000001, are equal. */

const ABSOLUTE = 1e-9;
/** A large number has fewer digits after the point, so the tolerance is some hundred units in its last place. */
const RELATIVE = 1e-13;

const toleranceOf = (left: number, right: number) =>
  Math.max(ABSOLUTE, RELATIVE * Math.max(Math.abs(left), Math.abs(right)));

/** True if the numbers are equal except for the noise of binary floating point. */
export function isClose(left: number, right: number): boolean {
  return left === right || Math.abs(left - right) <= toleranceOf(left, right);
}

/** True if `left` is `right` or more, except for noise. */
export function isAtLeast(left: number, right: number): boolean {
  return left >= right || isClose(left, right);
}

/** The number without its noise: to nine decimals. */
export function withoutNoise(value: number): number {
  return Number(value.toFixed(9));
}

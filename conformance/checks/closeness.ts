/**
 * conformance/checks/closeness: comparing JSON numbers of a target. Sums in binary floating point end in noise such as
 * `90.00000000000001`, so numbers that differ by no more than that are equal.
 */

const ABSOLUTE = 1e-9;
/** A large number has fewer digits after the point: some hundred units in its last place. */
const RELATIVE = 1e-13;

const toleranceOf = (left: number, right: number): number =>
  Math.max(ABSOLUTE, RELATIVE * Math.max(Math.abs(left), Math.abs(right)));

/** Equal but for the noise of binary floating point. */
export function isClose(left: number, right: number): boolean {
  return left === right || Math.abs(left - right) <= toleranceOf(left, right);
}

/** `left` is `right` or more, noise aside. */
export function isAtLeast(left: number, right: number): boolean {
  return left >= right || isClose(left, right);
}

/** The number without its noise: to nine decimals. */
export function withoutNoise(value: number): number {
  return Number(value.toFixed(9));
}

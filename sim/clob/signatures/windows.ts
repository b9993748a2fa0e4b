/**
 * sim/clob/signatures/windows: multiples of a fixed point from a table, in two thirds of the time that the general curve arithmetic
 * takes for them. Scalars are public, so the time may depend on them.
 */
import { normalizeZ } from '@noble/curves/abstract/curve.js';
import type { AffinePoint, WeierstrassPoint } from '@noble/curves/abstract/weierstrass.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';

type Point = WeierstrassPoint<bigint>;

/** The multiples 1 to 2^(bits - 1) of the point, then those of 2^bits times the point, and so on. */
export type Windows = { readonly bits: number; readonly multiples: readonly AffinePoint<bigint>[] };

/** A point in Jacobian coordinates: x = X/Z^2, y = Y/Z^3. Values are congruent modulo the field's order, and may be negative. */
type Sum = { readonly X: bigint; readonly Y: bigint; readonly Z: bigint };

const { Fp, Fn } = secp256k1.Point;
const P = Fp.ORDER;

export function createWindows(point: Point, bits: number): Windows {
  const half = 1 << (bits - 1);
  const multiples: Point[] = [];
  let base = point;
  for (let shift = 0; shift <= Fn.BITS; shift += bits) {
    let multiple = base;
    for (let count = 1; count < half; count += 1) {
      multiples.push(multiple);
      multiple = multiple.add(base);
    }
    multiples.push(multiple);
    base = multiple.double();
  }
  return { bits, multiples: normalizeZ(secp256k1.Point, multiples).map((multiple) => multiple.toAffine()) };
}

/** The sum in the coordinates that windows are added in. */
export function jacobian({ X, Y, Z }: Point): Sum {
  return { X: (X * Z) % P, Y: (Y * ((Z * Z) % P)) % P, Z };
}

export const NOTHING: Sum = { X: 1n, Y: 1n, Z: 0n };

/**
 * `sum` plus `scalar` times the point of the windows; undefined when a point meets itself or its opposite on the way, which only
 * a scalar or a key that was made for it does.
 */
export function plusMultiple(sum: Sum, { bits, multiples }: Windows, scalar: bigint): Sum | undefined {
  const [half, full, shift] = [1 << (bits - 1), 1 << bits, BigInt(bits)];
  const mask = BigInt(full - 1);
  let total: Sum | undefined = sum;
  let rest = scalar;
  let carry = 0;
  for (let start = 0; start < multiples.length && total !== undefined; start += half) {
    const digit = Number(rest & mask) + carry;
    rest >>= shift;
    carry = digit > half ? 1 : 0;
    const signed = digit - carry * full;
    const multiple = multiples[start + Math.abs(signed) - 1];
    if (signed !== 0 && multiple !== undefined) total = plus(total, multiple.x, signed < 0 ? -multiple.y : multiple.y);
  }
  return total;
}

/** Addition of a point with affine coordinates: 8 multiplications and 3 squares. */
function plus({ X, Y, Z }: Sum, x: bigint, y: bigint): Sum | undefined {
  if (Z === 0n) return { X: x, Y: y, Z: 1n };
  const squareZ = (Z * Z) % P;
  const h = (((x * squareZ) % P) - X) % P;
  if (h === 0n) return undefined;
  const slope = (((y * ((Z * squareZ) % P)) % P) - Y) % P;
  const squareH = (h * h) % P;
  const cubeH = (h * squareH) % P;
  const v = (X * squareH) % P;
  const sumX = (slope * slope - cubeH - 2n * v) % P;
  return { X: sumX, Y: (slope * (v - sumX) - Y * cubeH) % P, Z: (Z * h) % P };
}

/** Undefined for the point at infinity. */
export function affine({ X, Y, Z }: Sum): AffinePoint<bigint> | undefined {
  if (Z === 0n) return undefined;
  const inverse = Fp.inv(Fp.create(Z));
  const square = Fp.sqr(inverse);
  return { x: Fp.create(X * square), y: Fp.create(Y * Fp.mul(square, inverse)) };
}

/**
 * sim/core/typed-arrays: the typed arrays that the state is kept in: reading a cell that is there, and growing. Nothing on the
 * way of an order allocates, except when one of these arrays has to double.
 */

/** A cell that exists: every index is made by the code that owns the array. */
export function intAt(ints: Int32Array, index: number): number {
  return ints[index] as number;
}

/** Whether `index` is one of the first `count`, for those who ask from outside. */
export function isIndex(index: number, count: number): boolean {
  return Number.isSafeInteger(index) && index >= 0 && index < count;
}

/** As `intAt`, of an array of doubles. Every number in the core is an integer that a double holds exactly. */
export function floatAt(floats: Float64Array, index: number): number {
  return floats[index] as number;
}

/** The same ints with room for `length`. */
export function moreInts(ints: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const more = new Int32Array(length);
  more.set(ints);
  return more;
}

/** The same doubles with room for `length`. */
export function moreFloats(floats: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const more = new Float64Array(length);
  more.set(floats);
  return more;
}

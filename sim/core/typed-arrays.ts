/**
 * sim/core/typed-arrays: reads and grows the typed arrays of the state. Nothing on the path of an order allocates,
 * except an array that has to double.
 */

/** An element that exists: the code that owns the array makes every index. */
export function intAt(ints: Int32Array, index: number): number {
  return ints[index] as number;
}

/** Whether a caller's `index` is valid for `count` elements. */
export function isIndex(index: number, count: number): boolean {
  return Number.isSafeInteger(index) && index >= 0 && index < count;
}

/** As `intAt`, for doubles. Every number in the core is an integer that a double holds exactly. */
export function floatAt(floats: Float64Array, index: number): number {
  return floats[index] as number;
}

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

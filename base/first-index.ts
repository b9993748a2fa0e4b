/** base/first-index: binary search. */

/** The first index below `length` for which `test` is true, or `length`; it must be true for all later ones. */
export function firstIndex(length: number, test: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

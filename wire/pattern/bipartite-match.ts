/** wire/pattern/bipartite-match: a maximum bipartite matching: pairs as many items as possible. */

/** A largest matching by augmenting paths: for each left its right, or -1. `fits`: at most once for each pair. */
export function bipartiteMatch(
  lefts: number,
  rights: number,
  fits: (left: number, right: number) => boolean,
): readonly number[] {
  /** 0: unknown; 1: no; 2: yes. */
  const known = new Uint8Array(lefts * rights);
  const fitsOnce = (left: number, right: number) => {
    const pair = left * rights + right;
    if (known[pair] === 0) known[pair] = fits(left, right) ? 2 : 1;
    return known[pair] === 2;
  };
  const rightOf = new Array<number>(lefts).fill(-1);
  const leftOf = new Array<number>(rights).fill(-1);
  for (let left = 0; left < lefts; left += 1) augment(left, rightOf, leftOf, fitsOnce);
  return rightOf;
}

/** Searches breadth first for a free right, and reassigns each right on the path to it. */
function augment(start: number, rightOf: number[], leftOf: number[], fits: (left: number, right: number) => boolean) {
  /** The left from which each right was reached. */
  const reachedFrom = new Map<number, number>();
  const queue = [start];
  for (let head = 0; head < queue.length; head += 1) {
    const left = queue[head] ?? start;
    for (let offset = 0; offset < leftOf.length; offset += 1) {
      // Equal positions first: most lists have the order of the pattern.
      const right = (left + offset) % leftOf.length;
      if (reachedFrom.has(right) || !fits(left, right)) continue;
      reachedFrom.set(right, left);
      const holder = leftOf[right] ?? -1;
      if (holder === -1) return reassign(right, reachedFrom, rightOf, leftOf);
      queue.push(holder);
    }
  }
}

function reassign(free: number, reachedFrom: ReadonlyMap<number, number>, rightOf: number[], leftOf: number[]) {
  let right = free;
  while (right !== -1) {
    const left = reachedFrom.get(right) ?? -1;
    const previous = rightOf[left] ?? -1;
    rightOf[left] = right;
    leftOf[right] = left;
    right = previous;
  }
}

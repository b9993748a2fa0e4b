/** conformance/saving/shortest: omits ever smaller parts of a list while the rest has a property, within a budget. */

/** The smallest part of `all` for which `holds` is true; it is true for `all`. */
export async function shortest<Item>(
  all: readonly Item[],
  holds: (left: readonly Item[]) => Promise<boolean>,
  isOver: () => boolean,
): Promise<readonly Item[]> {
  let left = all;
  for (let size = Math.ceil(left.length / 2); size >= 1 && left.length > 0 && !isOver(); ) {
    const { length } = left;
    // From the end: earlier elements do not depend on later ones.
    for (let end = left.length; end > 0 && !isOver(); end -= size) {
      const candidate = [...left.slice(0, Math.max(0, end - size)), ...left.slice(end)];
      if (candidate.length < left.length && (await holds(candidate))) left = candidate;
    }
    if (size === 1 && left.length === length) break;
    size = Math.max(1, Math.ceil(Math.min(size, left.length) / 2));
    if (size === 1 && left.length === 0) break;
  }
  return left;
}

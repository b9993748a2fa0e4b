/** lease/ranges: items cut into ranges, each made when it is leased. */

export function* rangesOf(items: Iterable<number>, size: number): Generator<readonly number[], undefined> {
  let range: number[] = [];
  for (const item of items) {
    range.push(item);
    if (range.length < size) continue;
    yield range;
    range = [];
  }
  if (range.length > 0) yield range;
}

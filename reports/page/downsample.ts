/** reports/page/downsample: fewer points of a long series: those that keep the ends and extremes of each stretch. */

/** Indices of the points to keep, ascending, about `limit` at most. `isKnown` is false for gaps. */
export function kept(
  times: readonly number[],
  columns: readonly (readonly number[])[],
  limit: number,
  isKnown: (value: number) => boolean = () => true,
): readonly number[] {
  if (times.length <= limit) return times.map((_, index) => index);
  const buckets = Math.max(1, Math.floor(limit / (2 + 3 * columns.length)));
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  const span = Math.max(1, last - first);
  const bucketOf = (index: number) =>
    Math.min(buckets - 1, Math.floor((((times[index] ?? 0) - first) / span) * buckets));
  const indices = new Set<number>();
  for (let start = 0; start < times.length; ) {
    let end = start + 1;
    while (end < times.length && bucketOf(end) === bucketOf(start)) end += 1;
    indices.add(start).add(end - 1);
    for (const column of columns) {
      for (const index of extremes(column, start, end, isKnown)) indices.add(index);
    }
    start = end;
  }
  return [...indices].sort((a, b) => a - b);
}

/** The indices at which a column is lowest, highest and first unknown in `[start, end)`. */
function extremes(
  column: readonly number[],
  start: number,
  end: number,
  isKnown: (value: number) => boolean,
): readonly number[] {
  let [low, high, gap] = [-1, -1, -1];
  for (let index = start; index < end; index += 1) {
    const value = column[index] ?? 0;
    if (!isKnown(value)) {
      if (gap < 0) gap = index;
    } else {
      if (low < 0 || value < (column[low] ?? 0)) low = index;
      if (high < 0 || value > (column[high] ?? 0)) high = index;
    }
  }
  return [low, high, gap].filter((index) => index >= 0);
}

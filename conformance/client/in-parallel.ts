/** conformance/client/in-parallel: runs several requests at once, up to a limit. */

/** Runs `work` for every item, at most `lanes()` at a time; results in the order of the items. */
export function inParallel<Item, Result>(
  items: readonly Item[],
  lanes: () => number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  const waiting = items.entries();
  let running = 0;
  return new Promise((resolve, reject) => {
    const fill = () => {
      while (running < lanes()) {
        const { value, done = false } = waiting.next();
        if (done || value === undefined) break;
        const [index, item] = value;
        running += 1;
        work(item).then((result) => {
          results[index] = result;
          running -= 1;
          fill();
        }, reject);
      }
      if (running === 0) resolve(results);
    };
    fill();
  });
}

/** Runs tasks one after the other. */
export function createQueue(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    last = last.then(work);
    return last;
  };
}

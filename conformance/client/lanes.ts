/** conformance/client/lanes: how many reading checks run side by side: more on a slow network, fewer if it is busy. */

/** On a quick service, and at least. */
const USUAL = 8;
const MOST = 40;
/** One lane for each of these milliseconds of the quickest response. */
const PER_LANE_MS = 4;
/** Responses that take this many times as long as the quickest one wait for each other. */
const QUEUED = 2;

export type Lanes = {
  /** How many may run now. */
  count(): number;
  /** A response took this long. A target that throttles gets no more lanes than usual. */
  observe(milliseconds: number, isThrottled: boolean): void;
};

/** `fixed`: the number that the user chose. */
export function createLanes(fixed: number | undefined): Lanes {
  let lanes = USUAL;
  let quickest = Number.POSITIVE_INFINITY;
  let most = MOST;
  return {
    count: () => fixed ?? lanes,
    observe(milliseconds, isThrottled) {
      if (isThrottled) most = USUAL;
      quickest = Math.min(quickest, milliseconds);
      const useful = Math.min(most, Math.max(USUAL, Math.round(quickest / PER_LANE_MS)));
      const isQueued = milliseconds > QUEUED * quickest;
      lanes = Math.min(useful, Math.max(USUAL, isQueued ? lanes - 1 : lanes + 1));
    },
  };
}

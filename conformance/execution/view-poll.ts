/**
 * conformance/execution/view-poll: repeats reads until a view shows a change. The routes of these reads are recorded, so that the
 * patience of the run learns about each view separately.
 */
import type { RouteId } from '../../spec/route.ts';
import type { CheckContext } from '../check.ts';
import type { RunClock } from '../session/clock.ts';
import type { Patience } from '../session/patience.ts';

export type ViewPoll = Pick<CheckContext, 'eventually' | 'settled'> & {
  /** A request on this route is sent. */
  note(route: RouteId): void;
};

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
const ORDERING: readonly RouteId[] = ['place-order', 'cancel-order'];

const REAL_PAUSE_MS = 500;

type Pause = (milliseconds: number) => Promise<void>;

/** `pauseReally`: waits on the real clock, if `pause` moves another one. A cache in front of a service may be on the real clock. */
export function createViewPoll(
  clock: RunClock,
  patience: Patience,
  pause: Pause,
  pauseReally: Pause | undefined,
): ViewPoll {
  let asked = new Set<RouteId>();
  let orderedAt = 0;

  async function laterOnRealClock<Seen>(
    ask: () => Promise<Seen>,
    holds: (seen: Seen) => boolean,
    pauseOnIt: Pause,
  ): Promise<Seen> {
    const limit = patience.realLimit(asked);
    const start = performance.now();
    let seen = await ask();
    while (!holds(seen) && performance.now() - start < limit) {
      await pauseOnIt(REAL_PAUSE_MS);
      seen = await ask();
    }
    patience.reallyShown(asked, holds(seen) ? performance.now() - start : undefined);
    return seen;
  }
  return {
    note(route) {
      asked.add(route);
      if (!ORDERING.includes(route)) return;
      patience.ordered(clock.now());
      orderedAt = performance.now();
    },
    async eventually(ask, holds) {
      const start = clock.now();
      asked = new Set();
      let seen = await ask();
      const limit = patience.limit(asked);
      let took = 0;
      for (let next = FIRST_PAUSE_MS; !holds(seen) && took < limit; next = Math.min(2 * next, LONGEST_PAUSE_MS)) {
        await pause(Math.min(next, limit - took));
        took = Math.max(took + 1, clock.now() - start);
        seen = await ask();
      }
      if (holds(seen)) {
        patience.shown(asked, took);
        return seen;
      }
      if (pauseReally !== undefined && patience.realLimit(asked) > 0)
        seen = await laterOnRealClock(ask, holds, pauseReally);
      if (!holds(seen)) patience.missed(asked);
      return seen;
    },
    async settled(views, isFull = false) {
      const rest = patience.untilSettled(views, clock.now(), isFull);
      if (rest > 0) await pause(rest);
      const realRest = orderedAt + 2 * patience.realLag(views) - performance.now();
      if (realRest > 0) await pauseReally?.(realRest);
    },
  };
}

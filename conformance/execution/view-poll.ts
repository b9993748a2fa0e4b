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

export function createViewPoll(
  clock: RunClock,
  patience: Patience,
  pause: (milliseconds: number) => Promise<void>,
): ViewPoll {
  let asked = new Set<RouteId>();
  return {
    note(route) {
      asked.add(route);
      if (ORDERING.includes(route)) patience.ordered(clock.now());
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
      if (holds(seen)) patience.shown(asked, took);
      else patience.missed(asked);
      return seen;
    },
    async settled(views, isFull = false) {
      const rest = patience.untilSettled(views, clock.now(), isFull);
      if (rest > 0) await pause(rest);
    },
  };
}

/** conformance/client/pace: learns how fast requests may follow, because a deployment may have lower limits. */
import type { Route } from '../../spec/route.ts';

/** Without a success for this long, a throttled request is not repeated any more. */
const HOPELESS_MS = 60_000;
/** The same for a route on which that was in vain before. */
const VAIN_MS = 5_000;
/** Time between two requests after the first throttled one, and at most. */
const SPACING_MS = 20;
const SPACING_MAX_MS = 5_000;
/** Part of the spacing that remains after a success. */
const FASTER = 0.98;
/** The spacing is halved in this time at least: few requests are sent while it is long, and the cause may be gone. */
const HALVING_MS = 5_000;
/** Responses that follow a change of pace so closely are to requests that were sent before it. */
const SETTLING_MS = 250;
/** If two routes are throttled within this time, their limit is a common one. */
const TOGETHER_MS = 5_000;

export type Pace = {
  /** Milliseconds until the next request on `route` may be sent. */
  waitFor(route: Route | undefined, now: number): number;
  spend(route: Route | undefined, now: number): void;
  /** Records a response that is not throttled; `isRepeated`: an earlier one to the same request was. */
  succeeded(route: Route | undefined, now: number, isRepeated: boolean): void;
  throttled(route: Route | undefined, now: number): void;
  /** True if a request that is throttled since `since` should not be repeated again. */
  isHopeless(route: Route | undefined, since: number, now: number): boolean;
  /** True if no request on any route succeeded for a minute, although one is throttled since `since`. */
  isStalled(since: number, now: number): boolean;
};

type Lane = { spacing: number; next: number; slowed: number; succeeded: number; isVain: boolean };

export function createPace(): Pace {
  const whole = createLane();
  const lanes = new Map<Route | undefined, Lane>();
  const laneOf = (route: Route | undefined): Lane => {
    const lane = lanes.get(route) ?? createLane();
    lanes.set(route, lane);
    return lane;
  };
  /** The limit of the route, or that of the target. */
  const limitedLane = (route: Route | undefined, now: number): Lane => {
    const isCommon = [...lanes].some(([other, { slowed }]) => other !== route && now - slowed < TOGETHER_MS);
    return isCommon ? whole : laneOf(route);
  };
  return {
    waitFor: (route, now) => Math.ceil(Math.max(0, whole.next - now, laneOf(route).next - now)),
    spend(route, now) {
      for (const lane of [whole, laneOf(route)]) {
        if (lane.spacing > 0) lane.next = Math.max(lane.next, now) + lane.spacing;
      }
    },
    succeeded(route, now, isRepeated) {
      for (const lane of [whole, laneOf(route)]) {
        const since = now - Math.max(lane.slowed, lane.succeeded);
        lane.spacing = lane.spacing < 1 ? 0 : lane.spacing * Math.min(FASTER, 2 ** (-since / HALVING_MS));
        lane.succeeded = now;
      }
      if (isRepeated) laneOf(route).isVain = false;
    },
    throttled(route, now) {
      const lane = limitedLane(route, now);
      if (now - lane.slowed < SETTLING_MS) return;
      lane.slowed = now;
      lane.spacing = Math.min(SPACING_MAX_MS, Math.max(SPACING_MS, 2 * lane.spacing));
    },
    isHopeless(route, since, now) {
      const lane = laneOf(route);
      const isOver = now - Math.max(since, lane.succeeded) >= (lane.isVain ? VAIN_MS : HOPELESS_MS);
      lane.isVain ||= isOver;
      return isOver;
    },
    isStalled: (since, now) => now - Math.max(since, whole.succeeded) >= HOPELESS_MS,
  };
}

function createLane(): Lane {
  const never = Number.NEGATIVE_INFINITY;
  return { spacing: 0, next: never, slowed: never, succeeded: never, isVain: false };
}

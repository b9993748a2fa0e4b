/** conformance/client/hostility: gives up routes whose responses exceed bounds, and then the run. */
import type { Route, RouteId } from '../../spec/route.ts';
import { LONG_BODY_BYTES } from '../../wire/unpacked.ts';

/** Consecutive responses beyond a bound after which a route is given up. */
const IN_A_ROW = 3;
/** Number of responses beyond a bound after which a single one is enough to give up a route. */
const PATIENCE = 6;
/** Responses beyond a bound that end the run: of all routes, and in a row. */
const EXCESSES_MAX = 50;
const STREAK_MAX = 16;
/** Bytes of all bodies of a run: ten times those of a run against an ordinary deployment. */
const BYTES_MAX = 512 * 1024 ** 2;
/** Bytes of long bodies after which checks run one at a time, so that not all of them hold several long bodies. */
const HEAVY_BYTES = 8 * 1024 ** 2;
/** The part of these bytes that long bodies may have. */
const LONG_BODIES_SHARE = 1 / 4;

export type Hostility = {
  /** Records a response that exceeds a bound; `detail` names the bound. */
  passed(route: Route | undefined, detail: string): void;
  /** Records a body within all bounds. */
  read(route: Route | undefined, bytes: number): void;
  /** True for a target that sends so many long bodies that checks should not run side by side. */
  isHeavy(): boolean;
  /** The reason why no further request is sent to a route. */
  givenUp(route: Route | undefined): string | undefined;
  /** The reason why no further request is sent at all. */
  ended(): string | undefined;
  /** The routes that were given up, with the bound that they exceeded. */
  routes(): ReadonlyMap<RouteId, string>;
};

export function createHostility(bytesMax = BYTES_MAX): Hostility {
  const inARow = new Map<Route | undefined, number>();
  const routes = new Map<RouteId, string>();
  let excesses = 0;
  let streak = 0;
  let all = 0;
  let long = 0;
  let ended: string | undefined;
  const longMax = bytesMax * LONG_BODIES_SHARE;
  return {
    passed(route, detail) {
      excesses += 1;
      streak += 1;
      const count = (inARow.get(route) ?? 0) + 1;
      inARow.set(route, count);
      if ((count >= IN_A_ROW || excesses > PATIENCE) && route !== undefined && !routes.has(route.id)) {
        routes.set(route.id, detail);
      }
      if (excesses >= EXCESSES_MAX)
        ended ??= `the run sends no more requests: ${excesses} responses exceeded a bound, the last: ${detail}`;
      if (streak >= STREAK_MAX)
        ended ??= `the run sends no more requests: ${streak} responses in a row exceeded a bound, the last: ${detail}`;
    },
    read(route, bytes) {
      inARow.delete(route);
      streak = 0;
      all += bytes;
      if (bytes > LONG_BODY_BYTES) long += bytes;
      if (all > bytesMax) ended ??= tooLong('all bodies', bytesMax);
      if (long > longMax) ended ??= tooLong(`all bodies of more than ${LONG_BODY_BYTES} bytes`, longMax);
    },
    isHeavy: () => long > HEAVY_BYTES,
    givenUp(route) {
      const detail = route && routes.get(route.id);
      return detail && `${route?.method} ${route?.path} gets no more requests: ${detail}`;
    },
    ended: () => ended,
    routes: () => routes,
  };
}

function tooLong(what: string, max: number) {
  return `the run sends no more requests: ${what} have more than ${max} bytes together`;
}

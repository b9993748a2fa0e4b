/** conformance/client/real-patience: real waits for a cache in front of a target whose own clock is moved. */
import type { RouteId } from '../../spec/route.ts';

/** The longest wait on the real clock, after a wait on a clock that is moved was in vain. */
const REAL_MS = 5_000;

export type RealPatience = {
  /** The longest wait for these views in real milliseconds; 0 after a wait that was in vain. */
  realLimit(views: Iterable<RouteId>): number;
  /** A change showed, or did not (undefined), after this wait on the real clock. */
  reallyShown(views: Iterable<RouteId>, milliseconds: number | undefined): void;
  /** Real milliseconds from an order to its effect in these views; 0 for views that are on the clock that is moved. */
  realLag(views: Iterable<RouteId>): number;
};

export function createRealPatience(milliseconds: number): RealPatience {
  const lags = new Map<RouteId, number>();
  const vain = new Set<RouteId>();
  return {
    realLimit: (views) => ([...views].some((view) => vain.has(view)) ? 0 : Math.min(REAL_MS, milliseconds)),
    reallyShown(views, took) {
      for (const view of views) {
        if (took === undefined) vain.add(view);
        else lags.set(view, Math.max(lags.get(view) ?? 0, took));
      }
    },
    realLag: (views) => Math.max(0, ...[...views].map((view) => lags.get(view) ?? 0)),
  };
}

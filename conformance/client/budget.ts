/** conformance/client/budget: keeps a run inside the request windows of section 8, wherever a window starts. */
import { entriesOf } from '../../base/record.ts';
import { LIMITS, type LimitScopeId } from '../../spec/limits.ts';
import type { Route, RouteId } from '../../spec/route.ts';
import { routeById } from '../../spec/routes.ts';

/** The last `max` moments, oldest overwritten first. The list grows with them, because `max` may be millions. */
type Window = { readonly max: number; readonly milliseconds: number; readonly moments: number[]; next: number };

export type Budget = {
  /** Milliseconds until one request on `route` fits every window; 0 if it fits now. */
  waitFor(route: Route | undefined, now: number): number;
  spend(route: Route | undefined, now: number): void;
  /** Milliseconds until all of `cost` fits at once. A cost that never fits waits for empty windows. */
  waitForAll(cost: Readonly<Partial<Record<RouteId, number>>>, now: number): number;
};

export type BudgetOptions = {
  /** Part of each window that a run may use: 0.5 leaves half to other clients. */
  readonly share: number;
  readonly maxRps?: number | undefined;
};

export function createBudget({ share, maxRps }: BudgetOptions): Budget {
  const scopes = new Map<LimitScopeId, readonly Window[]>(
    LIMITS.map((scope) => [
      scope.id,
      scope.windows.map(({ max, seconds }) => createWindow(Math.max(1, Math.floor(max * share)), seconds * 1_000)),
    ]),
  );
  const overall = maxRps === undefined ? [] : [paceOf(maxRps)];
  const windowsOf = (route: Route | undefined): readonly Window[] => [
    ...overall,
    ...(route?.limits ?? []).flatMap((scope) => scopes.get(scope) ?? []),
  ];
  const cached = new Map<Route | undefined, readonly Window[]>();
  const windows = (route: Route | undefined): readonly Window[] => {
    const found = cached.get(route) ?? windowsOf(route);
    cached.set(route, found);
    return found;
  };
  return {
    waitFor: (route, now) => Math.max(0, ...windows(route).map((window) => waitIn(window, 1, now))),
    spend(route, now) {
      for (const window of windows(route)) spendIn(window, now);
    },
    waitForAll(cost, now) {
      const needed = new Map<Window, number>();
      for (const [id, count] of entriesOf(cost)) {
        for (const window of windows(routeById(id))) needed.set(window, (needed.get(window) ?? 0) + count);
      }
      return Math.max(0, ...[...needed].map(([window, count]) => waitIn(window, count, now)));
    },
  };
}

/** A rate below one per second becomes one request in a longer window. */
function paceOf(maxRps: number): Window {
  return maxRps >= 1 ? createWindow(Math.floor(maxRps), 1_000) : createWindow(1, Math.ceil(1_000 / maxRps));
}

function createWindow(max: number, milliseconds: number): Window {
  return { max, milliseconds, moments: [], next: 0 };
}

function spendIn(window: Window, now: number) {
  window.moments[window.next] = now;
  window.next = (window.next + 1) % window.max;
}

/** The wait until `count` more fit: the oldest moments in the way must have left the window. */
function waitIn(window: Window, count: number, now: number): number {
  const { max, moments } = window;
  const leaving = moments.length + Math.min(count, max) - max;
  if (leaving <= 0) return 0;
  const oldest = moments.length < max ? 0 : window.next;
  const moment = moments[(oldest + leaving - 1) % max] ?? 0;
  // A window is half open: a request at its very end still counts, so the wait is one millisecond longer.
  return Math.max(0, moment + window.milliseconds + 1 - now);
}

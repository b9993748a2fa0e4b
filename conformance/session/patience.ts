/**
 * conformance/session/patience: how long a run waits for a view to show a change. The interface allows wallet data from a cache
 * and balances that change on confirmation, so the first wait for a view is long; later waits follow from the delays of that
 * view.
 */
import type { RouteId } from '../../spec/route.ts';

/** Default patience in milliseconds. */
const DEFAULT_MS = 30_000;
/** A later change may take this many times the longest wait so far, plus a margin. */
const FACTOR = 3;
const MARGIN_MS = 2_000;
/** After this many waits in a row without a change, waits for a view are short. */
const VAIN_WAITS = 2;
/** The longest wait on the real clock, after a wait on a clock that is moved was in vain. */
const REAL_MS = 5_000;
/** Shorter waits are not reported: they depend on the machine. */
const REPORTED_MS = 2_000;
/** Reported waits are rounded up to multiples of this, in seconds. */
const ROUNDED = [5, 10, 20, 30, 60, 120, 300, 600];

export type Patience = {
  /** The longest that a change may take to show in all of these views, in milliseconds. */
  limit(views: Iterable<RouteId>): number;
  /** A change took this long to show; 0 if the first response had it. */
  shown(views: Iterable<RouteId>, milliseconds: number): void;
  /** No change was seen within the limit. */
  missed(views: Iterable<RouteId>): void;
  /** The same in real milliseconds, on a target whose clock is moved; 0 after a wait that was in vain. */
  realLimit(views: Iterable<RouteId>): number;
  /** A change showed, or did not (undefined), after this wait on the real clock. */
  reallyShown(views: Iterable<RouteId>, milliseconds: number | undefined): void;
  /** Real milliseconds from an order to its effect in these views; 0 for views that are on the clock that is moved. */
  realLag(views: Iterable<RouteId>): number;
  /** An order or a cancel was sent at this moment of the waiting clock. */
  ordered(now: number): void;
  /** Expected milliseconds until these views show every order sent so far; the limit if `isFull`. */
  untilSettled(views: Iterable<RouteId>, now: number, isFull: boolean): number;
  /** The longest waits as facts for the fingerprint, rounded, so that equal runs report equal bytes. */
  facts(): readonly (readonly [subject: string, value: string])[];
};

type Known = { longest: number; vain: number; real: number; isRealVain: boolean };

export function createPatience(milliseconds: number = DEFAULT_MS): Patience {
  const known = new Map<RouteId, Known>();
  let latestOrder: number | undefined;
  const of = (view: RouteId): Known => {
    const found = known.get(view) ?? { longest: 0, vain: 0, real: 0, isRealVain: false };
    known.set(view, found);
    return found;
  };
  const longestOf = (views: Iterable<RouteId>): number => Math.max(0, ...[...views].map((view) => of(view).longest));
  const limit = (views: Iterable<RouteId>): number => {
    const all = [...views];
    const longest = longestOf(all);
    const learned = longest === 0 ? 0 : longest * FACTOR + MARGIN_MS;
    const isVain = all.some((view) => of(view).vain >= VAIN_WAITS);
    return isVain ? Math.max(learned, Math.min(MARGIN_MS, milliseconds)) : Math.max(learned, milliseconds);
  };
  return {
    limit,
    shown(views, took) {
      for (const view of views) {
        const row = of(view);
        row.longest = Math.max(row.longest, took);
        row.vain = 0;
      }
    },
    missed(views) {
      for (const view of views) of(view).vain += 1;
    },
    realLimit: (views) => ([...views].some((view) => of(view).isRealVain) ? 0 : Math.min(REAL_MS, milliseconds)),
    reallyShown(views, took) {
      for (const view of views) {
        const row = of(view);
        if (took === undefined) row.isRealVain = true;
        else Object.assign(row, { real: Math.max(row.real, took), vain: 0 });
      }
    },
    realLag: (views) => Math.max(0, ...[...views].map((view) => of(view).real)),
    ordered(now) {
      latestOrder = now;
    },
    untilSettled(views, now, isFull) {
      if (latestOrder === undefined) return 0;
      const all = [...views];
      const longest = longestOf(all);
      const lag = isFull ? limit(all) : longest === 0 ? 0 : 2 * longest + MARGIN_MS;
      return Math.max(0, latestOrder + lag - now);
    },
    facts: () =>
      [...known]
        .map(([view, { longest, real }]) => [view, Math.max(longest, real)] as const)
        .filter(([, longest]) => longest > REPORTED_MS)
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([view, longest]) => [`change-shown.${view}`, `within ${rounded(longest)} seconds`] as const),
  };
}

function rounded(milliseconds: number): number {
  return ROUNDED.find((seconds) => milliseconds <= seconds * 1_000) ?? Math.ceil(milliseconds / 600_000) * 600;
}

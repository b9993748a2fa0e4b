/** conformance/client/patience: how long a run waits for a view: long at first, then by the delays of that view. */
import type { RouteId } from '../../spec/route.ts';

/** The longest wait on the real clock, after a wait on a clock that is moved was in vain. */
const REAL_MS = 5_000;

type RealPatience = {
  /** The longest wait for these views in real milliseconds; 0 after a wait that was in vain. */
  realLimit(views: Iterable<RouteId>): number;
  /** A change showed, or did not (undefined), after this wait on the real clock. */
  reallyShown(views: Iterable<RouteId>, milliseconds: number | undefined): void;
  /** Real milliseconds from an order to its effect in these views; 0 for views that are on the clock that is moved. */
  realLag(views: Iterable<RouteId>): number;
};

function createRealPatience(milliseconds: number): RealPatience {
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

/** Default patience in milliseconds. */
const DEFAULT_MS = 30_000;
/** A later change may take this many times the longest wait so far, plus a margin. */
const FACTOR = 3;
const MARGIN_MS = 2_000;
/** After this many waits in a row without a change of one kind, waits for it in this view are short. */
const VAIN_WAITS = 2;
/** If this many views do not show a kind of change, and fewer do, all waits for it are shorter still. */
const VAIN_VIEWS = 2;
const ABSENT_MS = 1_000;
/** Shorter waits are not reported: they depend on the machine. */
const REPORTED_MS = 2_000;
/** Reported waits are rounded up to multiples of this, in seconds. */
const ROUNDED = [5, 10, 20, 30, 60, 120, 300, 600];

/** `cross`: a second wallet places an order that may rest; `fill`: an order is placed that must not rest. */
export type ChangeKind = 'rest' | 'cross' | 'fill' | 'cancel' | 'none';

export type Patience = RealPatience & {
  /** The longest that a change may take to show in all of these views, in milliseconds. */
  limit(views: Iterable<RouteId>, kind: ChangeKind): number;
  /** The shortest wait: a view that is first read long after the change is still read again. */
  readonly shortest: number;
  /** A change took this long to show; 0 if the first response had it. */
  shown(views: Iterable<RouteId>, kind: ChangeKind, milliseconds: number): void;
  /** No change was seen within the limit. `isStill`: all responses were the same. */
  missed(views: Iterable<RouteId>, kind: ChangeKind, isStill: boolean): void;
  /** An order or a cancel was sent at this moment of the waiting clock. */
  ordered(now: number): void;
  /** The limit for these views passed, and an experiment failed again. */
  settledInVain(views: Iterable<RouteId>): void;
  /** Expected milliseconds until these views show every order sent so far; the limit if `isFull`. */
  untilSettled(views: Iterable<RouteId>, now: number, isFull: boolean): number;
  /** The longest waits as facts for the fingerprint, rounded, so that equal runs report equal bytes. */
  facts(): readonly (readonly [subject: string, value: string])[];
};

/** `vain`: waits in a row without a change, by its kind; 0 if the latest wait ended with the change. */
type Known = { longest: number; isSettled: boolean; readonly vain: Map<ChangeKind, number> };

export function createPatience(milliseconds: number = DEFAULT_MS): Patience {
  const known = new Map<RouteId, Known>();
  const shortest = Math.min(MARGIN_MS, milliseconds);
  let latestOrder: number | undefined;
  const of = (view: RouteId): Known => {
    const found = known.get(view) ?? { longest: 0, isSettled: false, vain: new Map() };
    known.set(view, found);
    return found;
  };
  const longestOf = (views: Iterable<RouteId>) => Math.max(0, ...[...views].map((view) => of(view).longest));
  const isVain = ({ vain }: Known, kind: ChangeKind) => (vain.get(kind) ?? 0) >= VAIN_WAITS;
  const isAbsent = (kind: ChangeKind) => {
    const waits = [...known.values()].flatMap(({ vain }) => vain.get(kind) ?? []);
    const without = waits.filter((vain) => vain >= VAIN_WAITS).length;
    return without >= VAIN_VIEWS && without > waits.filter((vain) => vain === 0).length;
  };
  const limitOf = (views: readonly RouteId[], usual: number) => {
    const longest = longestOf(views);
    const learned = longest === 0 ? 0 : longest * FACTOR + MARGIN_MS;
    return Math.max(learned, Math.min(usual, milliseconds));
  };
  const real = createRealPatience(milliseconds);
  return {
    ...real,
    shortest,
    limit(views, kind) {
      const all = [...views];
      if (isAbsent(kind)) return limitOf(all, ABSENT_MS);
      return limitOf(all, all.some((view) => isVain(of(view), kind)) ? shortest : milliseconds);
    },
    shown(views, kind, took) {
      for (const view of views) {
        const row = of(view);
        row.longest = Math.max(row.longest, took);
        // A condition that holds at once may have held before the change.
        if (took > 0 || !isVain(row, kind)) row.vain.set(kind, 0);
      }
    },
    missed(views, kind, isStill) {
      for (const { vain } of [...views].map(of)) vain.set(kind, isStill ? VAIN_WAITS : (vain.get(kind) ?? 0) + 1);
    },
    settledInVain(views) {
      for (const view of views) of(view).isSettled = true;
    },
    ordered(now) {
      latestOrder = now;
    },
    untilSettled(views, now, isFull) {
      if (latestOrder === undefined) return 0;
      const all = [...views];
      const longest = longestOf(all);
      const isKnown = all
        .map(of)
        .every((row) => row.isSettled || [...row.vain.keys()].some((kind) => isVain(row, kind)));
      const lag = isFull
        ? limitOf(all, isKnown ? shortest : milliseconds)
        : longest === 0
          ? 0
          : 2 * longest + MARGIN_MS;
      return Math.max(0, latestOrder + lag - now);
    },
    facts: () => factsOf(known, real),
  };
}

function factsOf(known: ReadonlyMap<RouteId, Known>, { realLag }: RealPatience): ReturnType<Patience['facts']> {
  return [...known]
    .map(([view, { longest }]) => [view, Math.max(longest, realLag([view]))] as const)
    .filter(([, longest]) => longest > REPORTED_MS)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([view, longest]) => [`change-shown.${view}`, `within ${rounded(longest)} seconds`] as const);
}

function rounded(milliseconds: number) {
  return ROUNDED.find((seconds) => milliseconds <= seconds * 1_000) ?? Math.ceil(milliseconds / 600_000) * 600;
}

/** sim/limiter: exact sliding windows over the scopes of section 8. Throttled requests do not count. */
import { invariant } from '../base/result.ts';
import { LIMITS, type LimitScope, type LimitScopeId } from '../spec/limits.ts';
import type { Profile } from '../spec/profile.ts';
import { INTERFACE_NAMES, SERVED_NAMES } from '../wire/route-match.ts';
import { routeProblem } from './faults/rule.ts';

export type Limiter = ReturnType<typeof createLimiter>;

/** Moments of the latest admitted requests of one caller in one scope: a ring that grows up to the largest maximum. */
type Admissions = { moments: Float64Array; head: number; count: number };

type Scope = Readonly<{
  row: LimitScope;
  capacity: number;
  spanMs: number;
  admissions: Map<string, Admissions>;
}>;

const RING_START = 64;
const CALLERS_PRUNED_AT = 4_096;

export function createLimiter(rows: readonly LimitScope[] = LIMITS) {
  const scopes = new Map(rows.map((row) => [row.id, createScope(row)]));
  const scopeOf = (id: LimitScopeId): Scope => {
    const scope = scopes.get(id);
    invariant(scope !== undefined, `limit scope ${id} has a row`);
    return scope;
  };
  return {
    /** Counts a request at `now` (never going back) and returns 0, or the milliseconds until it would be admitted. */
    admit(ids: readonly LimitScopeId[], caller: string, now: number) {
      let waitMs = 0;
      for (const id of ids) waitMs = Math.max(waitMs, waitOf(scopeOf(id), caller, now));
      if (waitMs > 0) return waitMs;
      for (const id of ids) record(scopeOf(id), caller, now);
      return 0;
    },
  };
}

function createScope(row: LimitScope): Scope {
  const capacity = Math.max(...row.windows.map((window) => window.max));
  const spanMs = Math.max(...row.windows.map((window) => window.seconds)) * 1_000;
  return { row, capacity, spanMs, admissions: new Map() };
}

/** Admitted moments are in order, so a window is full exactly when the `max`-latest of them is still inside it. */
function waitOf(scope: Scope, caller: string, now: number): number {
  const admitted = scope.admissions.get(caller);
  if (admitted === undefined) return 0;
  let waitMs = 0;
  for (const { max, seconds } of scope.row.windows) {
    if (admitted.count < max) continue;
    waitMs = Math.max(waitMs, latest(admitted, max) + seconds * 1_000 - now);
  }
  return waitMs;
}

/** The moment of the `nth` latest admitted request, 1 being the last one. */
function latest(admitted: Admissions, nth: number): number {
  const size = admitted.moments.length;
  return admitted.moments[(admitted.head - nth + size) % size] ?? 0;
}

function record(scope: Scope, caller: string, now: number) {
  const admitted = scope.admissions.get(caller) ?? addCaller(scope, caller, now);
  if (admitted.count === admitted.moments.length && admitted.count < scope.capacity) grow(admitted, scope.capacity);
  admitted.moments[admitted.head] = now;
  admitted.head = (admitted.head + 1) % admitted.moments.length;
  admitted.count = Math.min(admitted.count + 1, admitted.moments.length);
}

function addCaller(scope: Scope, caller: string, now: number): Admissions {
  if (scope.admissions.size >= CALLERS_PRUNED_AT) forgetIdle(scope, now);
  const admitted = { moments: new Float64Array(Math.min(RING_START, scope.capacity)), head: 0, count: 0 };
  scope.admissions.set(caller, admitted);
  return admitted;
}

function grow(admitted: Admissions, capacity: number) {
  const moments = new Float64Array(Math.min(admitted.moments.length * 2, capacity));
  // The ring is full: its oldest moment is at the head.
  moments.set(admitted.moments.subarray(admitted.head), 0);
  moments.set(admitted.moments.subarray(0, admitted.head), admitted.moments.length - admitted.head);
  admitted.head = admitted.moments.length;
  admitted.moments = moments;
}

function forgetIdle(scope: Scope, now: number) {
  for (const [caller, admitted] of scope.admissions) {
    if (latest(admitted, 1) + scope.spanMs <= now) scope.admissions.delete(caller);
  }
}

/** Requests in the first window of a route's own scope, by route: `{'POST /prices': 2}`. */
export type OwnLimits = Readonly<Record<string, number>>;

/** The table with these maxima. Throws an `Error` of one line for a route without a limit, or an invalid number. */
export function limitRows(own: OwnLimits, served: readonly string[] = SERVED_NAMES): readonly LimitScope[] {
  const scopes = LIMITS.map(({ scope }) => scope).filter((scope) => served.includes(scope));
  for (const [route, max] of Object.entries(own)) {
    const problem = routeProblem(route, scopes);
    if (problem !== undefined) throw new Error(`limits${problem}`);
    if (!Number.isSafeInteger(max) || max < 1) throw new Error(`limits: ${route} takes a whole number, 1 or more`);
  }
  return LIMITS.map((row) => {
    const max = own[row.scope];
    if (max === undefined) return row;
    return { ...row, windows: row.windows.map((window, index) => (index === 0 ? { ...window, max } : window)) };
  });
}

export function servedNames({ clob }: Pick<Profile, 'clob'>): readonly string[] {
  return clob === undefined ? INTERFACE_NAMES : SERVED_NAMES;
}

/** sim/own-limits: the limits of section 8 with other maxima for some routes, for tests of clients. */
import { LIMITS, type LimitScope } from '../spec/limits.ts';
import type { Profile } from '../spec/profile.ts';
import { INTERFACE_NAMES, SERVED_NAMES } from '../wire/route-match.ts';
import { routeProblem } from './faults/rule.ts';

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

/** sim/own-limits: the limits of section 8 with other maxima for some routes, for tests of clients. */
import { LIMITS, type LimitScope } from '../spec/limits.ts';
import { ROUTES } from '../spec/routes.ts';
import { routeProblem } from './faults/rule.ts';

/** Requests in the first window of a route's own scope, by route: `{'POST /prices': 2}`. */
export type OwnLimits = Readonly<Record<string, number>>;

const OWN_SCOPES = LIMITS.map(({ scope }) => scope).filter((scope) =>
  ROUTES.some(({ method, path }) => `${method} ${path}` === scope),
);

/** The table with these maxima. Throws an `Error` of one line for a route without a limit of its own, or an invalid number. */
export function limitRows(own: OwnLimits): readonly LimitScope[] {
  for (const [route, max] of Object.entries(own)) {
    const problem = routeProblem(route, OWN_SCOPES);
    if (problem !== undefined) throw new Error(`limits${problem}`);
    if (!Number.isSafeInteger(max) || max < 1) throw new Error(`limits: ${route} takes a whole number, 1 or more`);
  }
  return LIMITS.map((row) => {
    const max = own[row.scope];
    if (max === undefined) return row;
    return { ...row, windows: row.windows.map((window, index) => (index === 0 ? { ...window, max } : window)) };
  });
}

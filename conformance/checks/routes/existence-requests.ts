/** conformance/checks/routes/existence-requests: the requests that show whether a route is served. */
import type { Route } from '../../../spec/route.ts';
import type { Request } from '../../../wire/message.ts';
import type { Bindings } from '../../bindings.ts';
import { requestAbout } from '../requests.ts';
import { SUBJECTS } from '../subjects.ts';

/** Number of names that are tried: if one thing is missing, another may exist. */
export const TRIED = 3;

/** Requests for one route; `isListed` if the target's own lists contain their subject. */
export type Probes = { readonly requests: readonly [Request, ...Request[]]; readonly isListed: boolean };

/** Acceptable unsigned requests for a route without authentication, `TRIED` at most. */
export function probesOf(route: Route, bindings: Bindings): Probes {
  const ask = (name: string): Request => requestAbout(route, name);
  if (route.subject === 'none') return { requests: [ask('')], isListed: true };
  const { names, others, unknown, guess = () => unknown } = SUBJECTS[route.subject];
  const found = [...new Set([...names(bindings), ...others(bindings)])].filter((name) => name !== '');
  const [first = guess(bindings), ...more] = found.slice(0, TRIED);
  return { requests: [ask(first), ...more.map(ask)], isListed: found.length > 0 };
}

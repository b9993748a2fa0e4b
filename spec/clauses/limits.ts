/** spec/clauses/limits: the clauses of section 8, one for each window of each scope. */
import { LIMITS, type LimitScope, SCOPES_WITHOUT_ROUTE } from '../limits.ts';
import { ROUTES } from '../routes.ts';
import type { Clause } from './clause.ts';

/** One clause for each window of each scope; scopes that no route belongs to carry their reason. */
export function limitClauses(): Clause[] {
  return LIMITS.flatMap((scope) => scope.windows.map((_, index) => ofWindow(scope, index)));
}

function ofWindow(scope: LimitScope, index: number): Clause {
  const window = scope.windows[index];
  const name = ['burst', 'sustained'][index] ?? '';
  const hasRoute = !SCOPES_WITHOUT_ROUTE.includes(scope.id);
  return {
    id: `${scope.section}/${scope.id}${scope.windows.length > 1 ? `.${name}` : ''}`,
    section: scope.section,
    text: `${scope.scope}: ${window?.max} requests in ${window?.seconds} seconds, and no more.`,
    level: hasRoute ? 'MUST' : 'UNSPECIFIED',
    source: 'explicit',
    basis: `Table ${scope.section}, row ${scope.scope}.`,
    observable: hasRoute ? (name === 'sustained' ? 'limits-sustained' : 'limits') : 'not-observable',
    routes: ROUTES.filter((route) => route.limits.includes(scope.id)).map((route) => route.id),
    ...(hasRoute ? {} : { decision: 'limit-scopes', excluded: 'The interface defines no route in this scope.' }),
    looks: 'A request is throttled while the window has room, or answered when it has none.',
    fix: `Count the requests of this scope in a window of ${window?.seconds} seconds and throttle those above ${window?.max}.`,
  };
}

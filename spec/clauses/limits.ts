/** spec/clauses/limits: the clauses of section 8, one for each window of each scope. */
import { LIMITS, type LimitScope, type LimitScopeId, SCOPES_WITHOUT_ROUTE, UNSEEN_SCOPES } from '../limits.ts';
import { ROUTES } from '../routes.ts';
import type { ClauseRow } from './clause.ts';

/** One clause for each window of each scope; scopes whose window cannot be filled carry the reason. */
export function limitClauses(): ClauseRow[] {
  return LIMITS.flatMap((scope) => scope.windows.map((_, index) => ofWindow(scope, index)));
}

function reasonOf(id: LimitScopeId): string | undefined {
  return SCOPES_WITHOUT_ROUTE.includes(id) ? 'The interface defines no route in this scope.' : UNSEEN_SCOPES[id];
}

function ofWindow(scope: LimitScope, index: number): ClauseRow {
  const window = scope.windows[index];
  const name = ['burst', 'sustained'][index] ?? '';
  const excluded = reasonOf(scope.id);
  return {
    id: `${scope.section}/${scope.id}${scope.windows.length > 1 ? `.${name}` : ''}`,
    text: `${scope.scope}: ${window?.max} requests in ${window?.seconds} seconds, and no more.`,
    level: excluded === undefined ? 'SHOULD' : 'UNSPECIFIED',
    source: 'explicit',
    basis: `Table ${scope.section}, row ${scope.scope}. Section 8.5 lets limits change without a version change, so other numbers are a warning.`,
    observable: excluded !== undefined ? 'not-observable' : name === 'sustained' ? 'limits-sustained' : 'limits',
    routes: ROUTES.filter((route) => route.limits.includes(scope.id)).map((route) => route.id),
    ...(excluded === undefined ? {} : { decision: 'limit-scopes', excluded }),
    looks: 'A request is throttled while the window has room, or answered when it has none.',
    fix: `Count the requests of this scope in a window of ${window?.seconds} seconds and throttle those above ${window?.max}.`,
  };
}

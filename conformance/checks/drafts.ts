/** conformance/checks/drafts: how checks are made: what follows from the route, or from reading alone, is not written out again. */
import type { RouteId } from '../../spec/route.ts';
import { routeById } from '../../spec/routes.ts';
import type { Capability, Check } from '../check.ts';
import { rolesFor } from './requests.ts';

/** What is said of a check of one route; the rest follows from the route, unless it is said too. */
export type Draft = Pick<Check, 'title' | 'clauses' | 'kind' | 'run'> & Partial<Check>;

function capabilityOf(id: RouteId): Capability {
  const { family, auth } = routeById(id);
  if (family === 'wallet') return 'wallet';
  return auth === 'account' ? 'trading' : 'read';
}

/** The check `<route>.<what>`. Unless said otherwise it reads with one request, which needs the roles of `sampleRequest`. */
export function routeCheck(id: RouteId, what: string, draft: Draft): Check {
  return {
    id: `${id}.${what}`,
    route: id,
    capability: capabilityOf(id),
    safety: 'read',
    needs: rolesFor(routeById(id)),
    cost: { [id]: 1 },
    ...draft,
  };
}

/** A check of capability and safety `read` that needs no role unless the draft names some. */
export function readCheck(draft: Omit<Check, 'capability' | 'safety' | 'needs'> & Partial<Check>): Check {
  return { capability: 'read', safety: 'read', needs: [], ...draft };
}

/** conformance/checks/orders/draft: how checks are made that place orders. */
import type { RouteId } from '../../../spec/route.ts';
import type { Check } from '../../check.ts';
import type { Draft } from '../drafts.ts';

/** The check `<route>.<what>`, which trades in a market set aside and leaves nothing that cannot be cancelled. */
export function tradingCheck(route: RouteId, what: string, draft: Draft): Check {
  return {
    id: `${route}.${what}`,
    route,
    capability: 'trading',
    safety: 'write-reversible',
    needs: ['write-market'],
    cost: {},
    ...draft,
  };
}

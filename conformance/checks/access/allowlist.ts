/** conformance/checks/access/allowlist: responses to a caller who is not on the allowlist (section 5, rule 5; 7). */
import { clauseOf, type RouteOf, routesWith } from '../../../spec/clauses/clause-of.ts';
import { ROUTES } from '../../../spec/routes.ts';
import type { Check } from '../../check.ts';
import { fieldLike, statusLike, success } from '../assertions.ts';
import { check } from '../definition.ts';
import { withFault } from '../fault-switch.ts';
import { sendSample } from '../requests.ts';

export const ALLOWLIST_REFUSAL = 'unauthorized: ip_not_allowlisted';

function refusedCheck(route: RouteOf<'error.not-allowlisted'>): Check {
  const clause = clauseOf(route.id, 'error.not-allowlisted');
  return check(route.id, 'not-allowlisted', {
    title: `a caller that is not on the allowlist gets ${ALLOWLIST_REFUSAL}`,
    clauses: [clause, 'D/statuses.not-allowlisted'],
    kind: 'auth',
    capability: 'allowlist',
    async run(context) {
      const response = await withFault(context, 'not-allowlisted', () => sendSample(context, route));
      context.judge(fieldLike(clause, response, '/error', ALLOWLIST_REFUSAL));
      context.fact('status.not-allowlisted', String(response.status));
      context.judge(statusLike('D/statuses.not-allowlisted', response, 401));
    },
  });
}

const others = ['markets', 'event-creators', 'books', 'simplified-markets'] as const;

const otherRoutesCheck = check('allowlist', 'other-routes', {
  title: 'routes without wallet data accept callers that are not on the allowlist',
  clauses: ['D/allowlist.four-routes'],
  needs: ['book'],
  cost: { markets: 1, 'event-creators': 1, books: 1, 'simplified-markets': 1 },
  async run(context) {
    for (const route of ROUTES.filter(({ id }) => others.some((other) => other === id))) {
      const response = await withFault(context, 'not-allowlisted', () => sendSample(context, route));
      context.judge(success('D/allowlist.four-routes', response, 'the route serves no wallet data'));
    }
  },
});

export const allowlistChecks = [...routesWith('error.not-allowlisted').map(refusedCheck), otherRoutesCheck];

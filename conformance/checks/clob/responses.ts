/** conformance/checks/clob/responses: each route of a profile exists, with responses and errors of the stated form. */
import { clauseNamed } from '../../../spec/clauses/clause-of.ts';
import { canRefuse } from '../../../spec/clob/clauses.ts';
import type { ExtraRoute } from '../../../spec/clob/extra-route.ts';
import { CLOB_ROUTES } from '../../../spec/clob/routes.ts';
import type { Role } from '../../bindings.ts';
import type { Check } from '../../check.ts';
import { calmWallet } from '../orders/parties.ts';
import { acceptableKinds, isAboutToken, wrongRequests } from './requests.ts';
import { clobCheck, judgeResponse, REFUSED, responseClauses } from './statements.ts';

/** Other checks judge these with the orders and keys that they create. */
const ELSEWHERE = [
  ...['create-api-key', 'derive-api-key', 'delete-api-key', 'place-order', 'place-orders', 'cancel-order'],
  ...['cancel-orders', 'cancel-all', 'cancel-market-orders', 'order', 'open-orders'],
].map((name) => `P/${name}`);

const nameOf = ({ id }: ExtraRoute): string => id.slice('P/'.length);

const signed = { safety: 'session', capability: 'trading', kind: 'shape' } as const;

const needsOf = (route: ExtraRoute): readonly Role[] => (isAboutToken(route) ? ['book'] : []);

function responseCheck(route: ExtraRoute): Check {
  const title = `${route.method} ${route.path} responds in the stated form`;
  const clauses = responseClauses(route);
  if (route.auth === 'none') {
    return clobCheck(`${nameOf(route)}.response`, {
      title,
      clauses,
      kind: 'shape',
      needs: needsOf(route),
      async run(context) {
        for (const request of acceptableKinds(route, context))
          judgeResponse(context, route, await context.send(request));
      },
    });
  }
  return clobCheck(`${nameOf(route)}.response`, {
    title,
    clauses,
    ...signed,
    async run(context) {
      const wallet = calmWallet(context);
      for (const request of acceptableKinds(route, context, wallet))
        judgeResponse(context, route, await context.send(request, wallet));
    },
  });
}

function errorCheck(route: ExtraRoute): Check {
  const clauses = [clauseNamed(`${route.id}.error`)];
  const isPublic = route.auth === 'none';
  return clobCheck(`${nameOf(route)}.error`, {
    title: `${route.method} ${route.path} refuses a wrong parameter or body with a text`,
    clauses,
    ...(isPublic ? { needs: needsOf(route) } : signed),
    kind: 'error',
    async run(context) {
      const wallet = isPublic ? undefined : calmWallet(context);
      for (const { request, because } of wrongRequests(route, context))
        context.judge({ clauses, of: await context.send(request, wallet), must: REFUSED, because });
    },
  });
}

export const clobResponseChecks = [
  ...CLOB_ROUTES.filter(({ id }) => !ELSEWHERE.includes(id)).map(responseCheck),
  ...CLOB_ROUTES.filter(canRefuse).map(errorCheck),
];

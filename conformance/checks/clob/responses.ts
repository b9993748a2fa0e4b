/** conformance/checks/clob/responses: each route of a profile exists, with responses and errors of the stated form. */
import { clauseNamed } from '../../../spec/clauses/clause-of.ts';
import { canRefuse } from '../../../spec/clob/clauses.ts';
import type { ExtraRoute } from '../../../spec/clob/extra-route.ts';
import { CLOB_ROUTES } from '../../../spec/clob/routes.ts';
import type { Check } from '../../check.ts';
import { calmWallet } from '../orders/parties.ts';
import { bookToken, readRequest, signedRequest, wrongRequest } from './requests.ts';
import { clobCheck, judgeResponse, REFUSED, responseClauses } from './statements.ts';

/** Other checks judge these with the orders and keys that they create. */
const ELSEWHERE = [
  ...['create-api-key', 'derive-api-key', 'delete-api-key', 'place-order', 'place-orders', 'cancel-order'],
  ...['cancel-orders', 'cancel-all', 'cancel-market-orders', 'order', 'open-orders'],
].map((name) => `P/${name}`);

const nameOf = ({ id }: ExtraRoute): string => id.slice('P/'.length);

const signed = { safety: 'session', capability: 'trading', kind: 'shape' } as const;

function responseCheck(route: ExtraRoute): Check {
  const title = `${route.method} ${route.path} responds in the stated form`;
  const clauses = responseClauses(route);
  if (route.auth === 'none') {
    return clobCheck(`${nameOf(route)}.response`, {
      ...{ title, clauses, kind: 'shape', needs: ['book'] },
      run: async (context) => {
        const request = readRequest(route.id, context);
        if (request !== undefined) judgeResponse(context, route, await context.send(request));
      },
    });
  }
  return clobCheck(`${nameOf(route)}.response`, {
    ...{ title, clauses, ...signed },
    run: async (context) => {
      const wallet = calmWallet(context);
      const request = signedRequest(route.id, context, wallet);
      if (request !== undefined) judgeResponse(context, route, await context.send(request, wallet));
    },
  });
}

function errorCheck(route: ExtraRoute): Check {
  const clauses = [clauseNamed(`${route.id}.error`)];
  const isPublic = route.auth === 'none';
  return clobCheck(`${nameOf(route)}.error`, {
    title: `${route.method} ${route.path} refuses a wrong parameter or body with a text`,
    clauses,
    ...(isPublic ? { needs: ['book'] } : signed),
    kind: 'error',
    run: async (context) => {
      const token = isPublic ? bookToken(context) : '';
      const response = await context.send(wrongRequest(route, token), isPublic ? undefined : calmWallet(context));
      context.judge({ clauses, of: response, must: REFUSED, because: 'a parameter or the body is wrong' });
    },
  });
}

export const clobResponseChecks: readonly Check[] = [
  ...CLOB_ROUTES.filter(({ id }) => !ELSEWHERE.includes(id)).map(responseCheck),
  ...CLOB_ROUTES.filter(canRefuse).map(errorCheck),
];

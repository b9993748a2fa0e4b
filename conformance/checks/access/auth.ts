/** conformance/checks/access/auth: signed headers that are missing, malformed or unknown (section 5); the allowlist. */
import { clauseOf, type RouteOf, routesWith } from '../../../spec/clauses/clause-of.ts';
import type { Route } from '../../../spec/route.ts';
import { ROUTES } from '../../../spec/routes.ts';
import { bare, isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { fieldLike, refusalOf, STRANGER, statusLike, statusOf, success } from '../assertions.ts';
import { check, claimCheck, sendSample } from '../definition.ts';
import { withFault } from '../fault-switch.ts';
import {
  authCheck,
  HEADER_NAMES,
  probe,
  probeCheck,
  type SignedRoute,
  type Spoil,
  sign,
  signedRoutes,
  withHeader,
  withoutHeader,
} from './auth-probe.ts';

function missingChecks(route: SignedRoute): readonly Check[] {
  const none = authCheck(route, {
    what: 'without-headers',
    title: 'a request without authentication headers is rejected',
    clauses: ['5/rule-1', clauseOf(route.id, 'error.unauthorized')],
    why: 'it carries no headers',
    spoil: (_, request) => request,
  });
  const one = HEADER_NAMES.map((name) =>
    authCheck(route, {
      what: `without-${name.toLowerCase()}`,
      title: `a request that lacks ${name} is rejected`,
      clauses: [clauseOf(route.id, `header.${name}`)],
      why: `it lacks ${name}`,
      spoil: (context, request, wallet) => withoutHeader(sign(context, request, wallet), name),
    }),
  );
  return [none, ...one];
}

const malformed: Readonly<Record<string, string>> = {
  SVC_ADDRESS: '0x12',
  SVC_API_KEY: 'not-a-uuid',
  SVC_PASSPHRASE: 'short',
  SVC_TIMESTAMP: 'noon',
  SVC_SIGNATURE: 'zz',
};

function formatChecks(route: Route): readonly Check[] {
  return HEADER_NAMES.map((name) =>
    authCheck(route, {
      what: `malformed-${name.toLowerCase()}`,
      title: `a malformed ${name} is rejected`,
      clauses: [`5/${name}.format`],
      why: `its ${name} is ${malformed[name]}`,
      spoil: (context, request, wallet) => withHeader(sign(context, request, wallet), name, malformed[name] ?? ''),
    }),
  );
}

function unknownKeyCheck(route: Route) {
  return authCheck(route, {
    what: 'unknown-key',
    title: 'an API key that was never issued is rejected',
    clauses: ['5/SVC_API_KEY.known'],
    why: 'its API key was never issued',
    spoil: (context, request) => sign(context, request, STRANGER),
  });
}

/** Names of the headers in capitals, as the interface spells them; the client sends them in lower case otherwise. */
const inCapitals: Spoil = (context, request, wallet) => {
  const { headers } = sign(context, request, wallet);
  const spelled = HEADER_NAMES.map((name) => [name, headers[name.toLowerCase()] ?? '']);
  return { ...request, headers: { ...request.headers, ...Object.fromEntries(spelled) } };
};

const ATTEMPTS = 3;

/** The first success of some attempts, or the last response: matching may be halted (D/order-refusals). */
async function probeInCapitals(context: CheckContext, route: Route): Promise<Exchange> {
  let response = await probe(context, route, inCapitals);
  for (let count = 1; !isSuccess(response) && count < ATTEMPTS; count += 1)
    response = await probe(context, route, inCapitals);
  return response;
}

/** The service may refuse both spellings for another reason, such as an unknown order, so they are compared. */
function caseCheck(route: Route) {
  const clause = '5/names.case-insensitive';
  return probeCheck(route, {
    what: 'header-case',
    title: 'header names in capitals are accepted',
    clauses: [clause],
    needsWallet: true,
    cost: { [route.id]: ATTEMPTS + 2 },
    async run(context) {
      const capitals = await probeInCapitals(context, route);
      if (isSuccess(capitals)) return context.verified(clause);
      const lower = await probe(context, route, sign);
      const unsigned = await probe(context, route, (_, request) => request);
      if (lower.status === unsigned.status)
        context.notTestable(
          `a signed request gets the response to an unsigned one (${statusOf(lower)})`,
          'use credentials that this route accepts',
        );
      const because = 'the same request with the names in lower case gets it';
      context.judge(statusLike(clause, capitals, lower.status, because));
    },
  });
}

const ORDERS_CLAUSES = ['5/live-orders.account', '7/live-orders.unauthorized'] as const;

export const authChecks = [
  ...signedRoutes.flatMap((route) => [
    ...missingChecks(route),
    ...formatChecks(route),
    unknownKeyCheck(route),
    caseCheck(route),
  ]),

  /** `GET /data/orders` is bound to an account. */
  claimCheck('live-orders', 'without-headers', {
    title: 'a request for live orders that identifies no account gets no orders',
    clauses: ORDERS_CLAUSES,
    kind: 'auth',
    capability: 'read',
    claim: async (context) => refusalOf(await context.send(bare('GET', '/data/orders')), 'it identifies no account'),
  }),
];

export const ALLOWLIST_REFUSAL = 'unauthorized: ip_not_allowlisted';

function refusedCheck(route: RouteOf<'error.not-allowlisted'>) {
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

export const allowlistChecks = [
  ...routesWith('error.not-allowlisted').map(refusedCheck),
  check('allowlist', 'other-routes', {
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
  }),
];

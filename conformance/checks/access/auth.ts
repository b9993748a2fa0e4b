/**
 * conformance/checks/access/auth: what the signed routes refuse (interface section 5). With credentials and permission to write,
 * each probe is a request the service would accept but for its one fault; otherwise it carries a fabricated wallet.
 */

import { AUTH_HEADERS } from '../../../spec/auth.ts';
import type { Route } from '../../../spec/route.ts';
import { ROUTES } from '../../../spec/routes.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { Request } from '../../../wire/message.ts';
import { isSuccess, withJson } from '../../../wire/message.ts';
import { signed } from '../../../wire/signer.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { NO_ORDER, STRANGER } from '../nobody.ts';
import { cancel, orderRequest, placedId, sizeFor } from '../orders/plan.ts';

const signedRoutes = ROUTES.filter((route) => route.auth === 'L2');

/** A request of the route that is right in all but its headers: a small order far from the market, a harmless cancel. */
export function soundRequest(context: CheckContext, route: Route, wallet: Wallet): Request {
  switch (route.body) {
    case 'order': {
      const market = context.bindings.writeMarkets[0];
      if (market === undefined) return withJson('POST', route.path, {});
      const plan = {
        market,
        outcome: 0,
        side: 'BUY',
        price: market.tick,
        size: sizeFor(market, 5),
        type: 'GTC',
      } as const;
      return orderRequest(context, wallet, plan);
    }
    case 'cancel':
      return withJson('DELETE', route.path, { orderId: NO_ORDER });
    case 'heartbeat':
      return withJson('POST', route.path, {});
    default:
      return { method: route.method, path: route.path, query: '', headers: {} };
  }
}

type Spoil = (context: CheckContext, request: Request, wallet: Wallet) => Request;

/** Signs a sound request, spoils one thing, and cleans up where the service took it all the same. */
async function probe(context: CheckContext, route: Route, spoil: Spoil): Promise<Exchange> {
  const wallet = context.wallets[0] ?? STRANGER;
  const answer = await context.send(spoil(context, soundRequest(context, route, wallet), wallet));
  const taken = route.id === 'place-order' && isSuccess(answer) ? placedId(answer) : undefined;
  if (taken !== undefined && context.wallets[0] !== undefined) await cancel(context, wallet, taken);
  return answer;
}

function sign(context: CheckContext, request: Request, wallet: Wallet): Request {
  return signed(wallet, request, context.serviceSeconds());
}

function withHeader(request: Request, name: string, value: string): Request {
  return { ...request, headers: { ...request.headers, [name.toLowerCase()]: value } };
}

function without(request: Request, name: string): Request {
  return {
    ...request,
    headers: Object.fromEntries(Object.entries(request.headers).filter(([key]) => key !== name.toLowerCase())),
  };
}

function authCheck(
  route: Route,
  what: string,
  title: string,
  clause: string,
  spoil: Spoil,
  needsWallet: boolean,
): Check {
  return {
    id: `${route.id}.${what}`,
    title,
    clauses: [clause],
    kind: 'auth',
    route: route.id,
    capability: needsWallet ? 'trading' : 'read',
    safety: 'session',
    needs: needsWallet && route.body === 'order' ? ['write-market'] : [],
    cost: { [route.id]: 1 },
    run: async (context) => {
      const answer = await probe(context, route, spoil);
      context.fact(`status.unauthorized.${route.id}`, String(answer.status));
      context.expect(clause, !isSuccess(answer), answer, {
        expected: 'an error: the request is not authenticated',
        actual: `status ${answer.status}`,
      });
    },
  };
}

function missingChecks(route: Route): readonly Check[] {
  const each = AUTH_HEADERS.map(({ name }) =>
    authCheck(
      route,
      `without-${name.toLowerCase()}`,
      `a request that lacks ${name} is rejected`,
      `5/${route.id}.${name}`,
      (context, request, wallet) => without(sign(context, request, wallet), name),
      false,
    ),
  );
  const none = authCheck(
    route,
    'without-headers',
    'a request without authentication headers is rejected',
    '5/rule-1',
    (_, request) => request,
    false,
  );
  return [
    { ...none, clauses: ['5/rule-1', `7/${route.id}.unauthorized`], run: (context) => judgeUnsigned(context, route) },
    ...each,
  ];
}

async function judgeUnsigned(context: CheckContext, route: Route): Promise<void> {
  const answer = await probe(context, route, (_, request) => request);
  for (const clause of ['5/rule-1', `7/${route.id}.unauthorized`]) {
    context.expect(clause, !isSuccess(answer), answer, {
      expected: 'an error: the request carries no headers',
      actual: `status ${answer.status}`,
    });
  }
}

/** Values that have not the form of their header. */
const malformed: Readonly<Record<string, string>> = {
  SVC_ADDRESS: '0x12',
  SVC_API_KEY: 'not-a-uuid',
  SVC_PASSPHRASE: 'short',
  SVC_TIMESTAMP: 'noon',
  SVC_SIGNATURE: 'zz',
};

function formatChecks(route: Route): readonly Check[] {
  return AUTH_HEADERS.map(({ name }) =>
    authCheck(
      route,
      `malformed-${name.toLowerCase()}`,
      `a ${name} of another form is rejected`,
      `5/${name}.format`,
      (context, request, wallet) => withHeader(sign(context, request, wallet), name, malformed[name] ?? ''),
      false,
    ),
  );
}

const DAY = 86_400;

/** Headers of the right form that do not belong together; told apart only by a service that lets the wallet in. */
function tiedChecks(route: Route): readonly Check[] {
  const second = (context: CheckContext): Wallet => context.wallets[1] ?? STRANGER;
  const rows: readonly (readonly [string, string, string, Spoil])[] = [
    [
      'foreign-address',
      'the address of another wallet is rejected',
      '5/SVC_ADDRESS.caller',
      (context, request, wallet) => withHeader(sign(context, request, wallet), 'SVC_ADDRESS', second(context).address),
    ],
    [
      'foreign-passphrase',
      'the passphrase of another key is rejected',
      '5/SVC_PASSPHRASE.tied',
      (context, request, wallet) =>
        withHeader(sign(context, request, wallet), 'SVC_PASSPHRASE', second(context).passphrase),
    ],
    [
      'stale-timestamp',
      'a timestamp of a day ago is rejected',
      '5/SVC_TIMESTAMP.fresh',
      (context, request, wallet) => signed(wallet, request, context.serviceSeconds() - DAY),
    ],
    [
      'wrong-signature',
      'a signature made with another secret is rejected',
      '5/SVC_SIGNATURE.verified',
      (context, request, wallet) => sign(context, request, { ...wallet, secret: STRANGER.secret }),
    ],
  ];
  return rows.map(([what, title, clause, spoil]) => authCheck(route, what, title, clause, spoil, true));
}

function bodyCheck(route: Route): Check {
  return authCheck(
    route,
    'foreign-body',
    'a signature does not fit a request with another body',
    '5/SVC_SIGNATURE.body',
    (context, request, wallet) => ({ ...sign(context, request, wallet), body: `${String(request.body)} ` }),
    true,
  );
}

function unknownKeyCheck(route: Route): Check {
  return authCheck(
    route,
    'unknown-key',
    'an API key that was never issued is rejected',
    '5/SVC_API_KEY.known',
    (context, request) => sign(context, request, STRANGER),
    false,
  );
}

/** Header names in capitals, as the interface spells them, are the same names. */
function caseCheck(route: Route): Check {
  const clause = '5/names.case-insensitive';
  return {
    ...authCheck(route, 'header-case', 'header names are recognised in capitals', clause, sign, true),
    run: async (context) => {
      const answer = await probe(context, route, (inner, request, wallet) => {
        const ready = sign(inner, request, wallet);
        const spelled = AUTH_HEADERS.map(({ name }) => [name, ready.headers[name.toLowerCase()] ?? '']);
        return { ...request, headers: { ...request.headers, ...Object.fromEntries(spelled) } };
      });
      context.expect(clause, isSuccess(answer), answer, {
        expected: 'the request to be let in',
        actual: `status ${answer.status}`,
      });
    },
  };
}

/** `GET /data/orders` is bound to an account. */
const unsignedOrders: Check = {
  id: 'live-orders.without-headers',
  title: 'a request for live orders that names no account gets no orders',
  clauses: ['5/live-orders.account', '7/live-orders.unauthorized'],
  kind: 'auth',
  route: 'live-orders',
  capability: 'read',
  safety: 'read',
  needs: [],
  cost: { 'live-orders': 1 },
  run: async (context) => {
    const answer = await context.send({ method: 'GET', path: '/data/orders', query: '', headers: {} });
    for (const clause of ['5/live-orders.account', '7/live-orders.unauthorized']) {
      context.expect(clause, !isSuccess(answer), answer, { expected: 'an error', actual: `status ${answer.status}` });
    }
  },
};

/** Authentication negatives of the four signed routes, and of the live orders. */
export const authChecks: readonly Check[] = [
  ...signedRoutes.flatMap((route) => [
    ...missingChecks(route),
    ...formatChecks(route),
    unknownKeyCheck(route),
    ...tiedChecks(route),
    caseCheck(route),
    ...(route.body === 'order' || route.body === 'cancel' ? [bodyCheck(route)] : []),
  ]),
  unsignedOrders,
];

/**
 * conformance/checks/access/auth-probe: an acceptable signed request (section 5), and the same except for one change.
 */

import { AUTH_HEADERS } from '../../../spec/auth.ts';
import { routesWith } from '../../../spec/clauses/clause-of.ts';
import type { Route } from '../../../spec/route.ts';
import { bare, isSuccess, type Request, withJson } from '../../../wire/message.ts';
import { authHeaders, signed } from '../../../wire/signer.ts';
import type { Check, CheckContext, Exchange, Wallet } from '../../check.ts';
import { errorResponse, NO_ORDER, STRANGER } from '../assertions.ts';
import { check } from '../definition.ts';
import { orderBody, sizeFor, withdraw } from '../orders/plan.ts';

export const signedRoutes = routesWith('header.SVC_ADDRESS');
export type SignedRoute = (typeof signedRoutes)[number];
export const HEADER_NAMES = AUTH_HEADERS.map(({ name }) => name);

/** Builds the request to send from an acceptable one, not signed yet. */
export type Spoil = (context: CheckContext, request: Request, wallet: Wallet) => Request;

/** Sends an acceptable request with one change, and cancels the order if the service accepted it. */
export function probe(context: CheckContext, route: Route, spoil: Spoil): Promise<Exchange> {
  const [own] = context.wallets;
  const wallet = own ?? STRANGER;
  return sendUndone(context, spoil(context, soundRequest(context, route, wallet), wallet), own);
}

/** The request signed as `wallet` at the service clock. */
export function sign(context: CheckContext, request: Request, wallet: Wallet): Request {
  return signed(wallet, request, context.serviceSeconds());
}

/** The request with the headers of another one. */
export function signedAs(wallet: Wallet, request: Request, other: Request, seconds: number): Request {
  return { ...request, headers: { ...request.headers, ...authHeaders(wallet, other, seconds) } };
}

export function withHeader(request: Request, name: string, value: string): Request {
  return { ...request, headers: { ...request.headers, [name.toLowerCase()]: value } };
}

export function withoutHeader(request: Request, name: string): Request {
  const { [name.toLowerCase()]: _, ...headers } = request.headers;
  return { ...request, headers };
}

/** A hexadecimal header with another last digit. A service that compares only a prefix accepts it. */
export function withAlteredEnd(request: Request, name: string): Request {
  const value = request.headers[name.toLowerCase()] ?? '';
  return withHeader(request, name, `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`);
}

const BEGINNING = 8;

/** A header cut after its first digits. A service that compares only as many digits as it received accepts it. */
export function withBeginning(request: Request, name: string): Request {
  return withHeader(request, name, (request.headers[name.toLowerCase()] ?? '').slice(0, BEGINNING));
}

type Probe = Pick<Check, 'title' | 'clauses'> &
  Partial<Pick<Check, 'cost'>> & {
    readonly what: string;
    /** The refusal of another request is evidence only if the service accepts this wallet. */
    readonly needsWallet?: boolean;
  };

export function probeCheck(
  route: Route,
  { what, needsWallet = false, ...definition }: Probe & Pick<Check, 'run'>,
): Check {
  return check(route.id, what, {
    kind: 'auth',
    capability: needsWallet ? 'trading' : 'read',
    safety: 'session',
    needs: needsWallet && route.body === 'order' ? ['write-market'] : [],
    ...definition,
  });
}

/** One malformed part of authentication; `why` completes the sentence "an error, because ...". */
export type AuthFault = Probe & { readonly why: string; readonly spoil: Spoil };

/** A check that a signed route refuses a request with one fault. */
export function authCheck(route: Route, { why, spoil, ...definition }: AuthFault): Check {
  return probeCheck(route, {
    ...definition,
    async run(context) {
      const response = await probe(context, route, spoil);
      context.fact(`status.unauthorized.${route.id}`, String(response.status));
      context.judge(errorResponse(definition.clauses, response, why));
    },
  });
}

/** A small order far from the market, a cancel of an unknown order, or a first heartbeat. */
export function soundRequest(context: CheckContext, route: Route, wallet: Wallet): Request {
  switch (route.body) {
    case 'order': {
      const [market] = context.bindings.writeMarkets;
      if (market === undefined) return withJson('POST', route.path, {});
      const amounts = { price: market.tick, size: sizeFor(market, 5) };
      const plan = { market, outcome: 0, side: 'BUY', type: 'GTC', ...amounts } as const;
      return withJson('POST', route.path, orderBody(context, wallet, plan));
    }
    case 'cancel':
      return withJson('DELETE', route.path, { orderId: NO_ORDER });
    case 'heartbeat':
      return withJson('POST', route.path, {});
    case 'none':
    case 'tokens':
      return bare(route.method, route.path);
  }
}

/** Sends a signed request, or signs it `as` a wallet. An accepted order is cancelled as `owner`. */
export async function sendUndone(
  context: CheckContext,
  request: Request,
  owner: Wallet | undefined,
  as?: Wallet,
): Promise<Exchange> {
  const response = await context.send(request, as);
  if (owner !== undefined && isSuccess(response)) await withdraw(context, owner, response);
  return response;
}

/** conformance/checks/access/sound-request: an acceptable signed request, for probes that change its headers. */
import type { Route } from '../../../spec/route.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { bare, isSuccess, type Request, withJson } from '../../../wire/message.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { orderBody, sizeFor, withdraw } from '../orders/plan.ts';
import { NO_ORDER } from '../unknown-names.ts';

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

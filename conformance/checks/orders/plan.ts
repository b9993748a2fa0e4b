/**
 * conformance/checks/orders/plan: making acceptable orders for the markets set aside for writes, with exact integer amounts,
 * and sending them. Salts come from the service clock and the check's own seed, so equal runs on virtual time send equal orders.
 */

import { textAt } from '../../../spec/json.ts';
import { MICRO, PRICE_ONE } from '../../../spec/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { Request } from '../../../wire/message.ts';
import { withJson } from '../../../wire/message.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { CheckContext, Exchange } from '../../check.ts';

export type OrderPlan = {
  readonly market: WriteMarket;
  readonly outcome: 0 | 1;
  readonly side: 'BUY' | 'SELL';
  /** Limit price in price units (1e-4 dollars). */
  readonly price: number;
  /** Shares in micro units; a multiple of a hundredth of a share. */
  readonly size: number;
  readonly type: 'GTC' | 'GTD' | 'FOK' | 'FAK';
  readonly postOnly?: boolean;
  /** Unix seconds, GTD only. */
  readonly expiration?: number;
};

const ZERO_BYTES = `0x${'00'.repeat(32)}`;

/** A salt of the service clock and nine digits of the check's seed: another run does not repeat the orders of this one. */
function drawSalt(context: CheckContext): string {
  return `${context.serviceSeconds()}${String(Math.floor(context.random() * 1e9)).padStart(9, '0')}`;
}

/** The body of `POST /order` for a plan: the 13 fields, amounts in millionths. */
export function orderBody(context: CheckContext, wallet: Wallet, plan: OrderPlan): Record<string, unknown> {
  const shares = String(plan.size);
  const cash = String(Math.round((plan.size / PRICE_ONE) * plan.price));
  return {
    order: {
      tokenId: plan.market.tokenIds[plan.outcome],
      conditionId: plan.market.conditionId,
      maker: wallet.address,
      signer: wallet.address,
      makerAmount: plan.side === 'BUY' ? cash : shares,
      takerAmount: plan.side === 'BUY' ? shares : cash,
      side: plan.side,
      metadata: ZERO_BYTES,
      salt: drawSalt(context),
      signatureType: 3,
      signature: `0x${'5a'.repeat(65)}`,
      timestamp: String(context.serviceSeconds() * 1000),
      builder: ZERO_BYTES,
      ...(plan.expiration === undefined ? {} : { expiration: String(plan.expiration) }),
    },
    orderType: plan.type,
    owner: wallet.apiKey,
    ...(plan.postOnly === undefined ? {} : { postOnly: plan.postOnly }),
  };
}

/** The request that places a plan, unsigned. */
export function orderRequest(context: CheckContext, wallet: Wallet, plan: OrderPlan): Request {
  return withJson('POST', '/order', orderBody(context, wallet, plan));
}

/** Places a plan as `wallet`. */
export function place(context: CheckContext, wallet: Wallet, plan: OrderPlan): Promise<Exchange> {
  return context.send(orderRequest(context, wallet, plan), wallet);
}

/** Cancels an order as `wallet`. */
export function cancel(context: CheckContext, wallet: Wallet, orderId: string): Promise<Exchange> {
  return context.send(withJson('DELETE', '/order', { orderId }), wallet);
}

/** The id of a placed order, or undefined where the answer names none. */
export function placedId(answer: Exchange): string | undefined {
  const id = textAt(answer.json, 'orderID');
  return id === undefined || id === '' ? undefined : id;
}

/** The smallest order a market takes, at least `shares` whole shares, in micro units. */
export function sizeFor(market: WriteMarket, shares: number): number {
  return Math.max(Math.ceil(market.minSize / MICRO) * MICRO, shares * MICRO);
}

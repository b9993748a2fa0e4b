/** sim/clob/trading/cancel: cancellations of one order, of many, of a market, and of everything. */
import { isObject } from '../../../base/json.ts';
import type { Refusal } from '../../../spec/venue/command.ts';
import type { OrderView } from '../../core/order-view.ts';
import { type Call, error, okValue, type RouteFunction, type RouteResponse } from '../../routes/call.ts';
import type { Service } from '../../service.ts';
import { ownerOf } from '../account/api-keys.ts';
import { INVALID_ORDER_ID, ORDER_ID, openOrdersOf } from './own-orders.ts';
import { INVALID_ORDER } from './signed-body.ts';

const CANCELS_MAX = 3_000;

/** Cancels the order that the body names. Conditions: bad-request; in some profiles not-found and not-accepting. */
export const cancelSignedOrder: RouteFunction = (service, call) => {
  const { cancelField = 'orderID', cancelRefusals } = service.profile.clob ?? {};
  const id = isObject(call.body) ? call.body[cancelField] : undefined;
  if (typeof id !== 'string') return error('bad-request', `${INVALID_ORDER}: ${cancelField} is required`);
  if (!ORDER_ID.test(id)) return INVALID_ORDER_ID;
  const refusal = cancel(service, call, id);
  if (refusal === undefined || cancelRefusals !== 'status') return cancelled([[id, refusal]]);
  return refusal.kind === 'order-finished'
    ? error('not-accepting', reasonOf(refusal))
    : error('not-found', reasonOf(refusal));
};

/** The body is a list of ids. */
export const cancelSignedOrders: RouteFunction = (service, call) => {
  const { body } = call;
  if (!Array.isArray(body)) return error('bad-request', `${INVALID_ORDER}: the body must be a list of order ids`);
  if (body.length > CANCELS_MAX) return error('bad-request', `Too many orders in payload, max allowed: ${CANCELS_MAX}`);
  if (!body.every((id) => ORDER_ID.test(id))) return INVALID_ORDER_ID;
  const ids = new Set<string>(body);
  return cancelled([...ids].map((id) => [id, cancel(service, call, id)]));
};

export const cancelAll: RouteFunction = (service, call) => cancelWhere(service, call, () => true);

/** Cancels the orders of a condition, of a token, or of both; Python clients send an empty text for the other. */
export const cancelMarketOrders: RouteFunction = (service, call) => {
  const body = isObject(call.body) ? call.body : {};
  const { market = '', asset_id: snake = '', assetId: token = snake } = body;
  if (typeof market !== 'string' || typeof token !== 'string' || (market === '' && token === '')) {
    return error('bad-request', `${INVALID_ORDER}: market or asset_id is required`);
  }
  return cancelWhere(service, call, (order) => {
    const card = service.views.tokens.card(order.market, order.outcome);
    const isMarket = market === '' || card.conditionId === market.toLowerCase();
    return isMarket && (token === '' || card.tokenId === token);
  });
};

function cancelWhere(service: Service, call: Call, test: (order: OrderView) => boolean): RouteResponse {
  const owner = ownerOf(service, call.caller?.index);
  const orders = openOrdersOf(service, owner).filter(test);
  const ids = orders.map(({ order }) => service.views.ids.order.encode(order));
  return cancelled(ids.map((id) => [id, cancel(service, call, id)]));
}

function cancel(service: Service, { caller, now }: Call, id: string): Refusal | undefined {
  const { venue } = service.world;
  const number = service.views.ids.order.decode(id);
  const order = number === undefined ? undefined : venue.order(number);
  const owner = ownerOf(service, caller?.index);
  if (order === undefined || !owner.wallets.some(({ index }) => index === order.wallet))
    return { kind: 'unknown-order' };
  const result = venue.step({ kind: 'cancel', wallet: order.wallet, order: order.order }, now);
  return result.ok ? undefined : result.refusal;
}

function cancelled(results: readonly (readonly [string, Refusal | undefined])[]): RouteResponse {
  const canceled = results.flatMap(([id, refusal]) => (refusal === undefined ? [id] : []));
  const others = results.flatMap(([id, refusal]) => (refusal === undefined ? [] : [[id, reasonOf(refusal)] as const]));
  return okValue({ canceled, not_canceled: Object.fromEntries(others) });
}

/** An order of another owner gets the reason of an unknown one. */
function reasonOf(refusal: Refusal): string {
  if (refusal.kind !== 'order-finished') return "order can't be found - already canceled or matched";
  return refusal.state === 'matched' ? 'order already matched' : 'order already canceled';
}

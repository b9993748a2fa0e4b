/** sim/routes/orders: `POST /order` and `DELETE /order` (interface 4.3, 4.4), and both routes of heartbeats (4.2). */
import { isObject } from '../../base/json.ts';
import { invariant } from '../../base/result.ts';
import { formatMicro } from '../../base/units.ts';
import type { PlaceOrder, Refusal, Side } from '../../spec/venue/command.ts';
import { isAcceptingOrders, viewOf } from '../catalog/market-state.ts';
import type { Service } from '../service.ts';
import type { TokenCard } from '../views/token-card.ts';
import type { WorldAccount } from '../world/world.ts';
import { badRequest, error, okJson, type RouteFunction, type RouteResponse } from './call.ts';
import { type OrderForm, type PriceAndSize, priceAndSize, readOrderForm } from './order-form.ts';
import { orderRefusal } from './order-refusal.ts';

/** Places an order for the caller. Conditions: bad-request, not-accepting. */
export const placeOrder: RouteFunction = (service, { body, caller, now }) => {
  invariant(caller !== undefined, 'orders come from a verified wallet');
  const read = readOrderForm(body, service.profile.order);
  if (!read.ok) return badRequest(read.refusal);
  const form = read.value;
  const stranger = wrongParty(form, caller);
  if (stranger !== undefined) return badRequest(stranger);
  const card = service.views.tokens.byTokenId(form.tokenId);
  if (card === undefined) return badRequest('order.tokenId is not a token of this venue');
  if (service.views.tokens.marketByCondition(form.conditionId) !== card.market) {
    return badRequest('order.conditionId is not the market of order.tokenId');
  }
  return placeAt(service, caller, form, card, now);
};

function placeAt(service: Service, caller: WorldAccount, form: OrderForm, card: TokenCard, now: number): RouteResponse {
  const { venue } = service.world;
  if (!isAcceptingOrders(venue, card.market)) return error('not-accepting', 'the market takes no orders');
  const amounts = priceAndSize(form, viewOf(venue, card.market).terms.tick);
  if (!amounts.ok) return badRequest(amounts.refusal.text);
  const account = { wallet: caller.index, key: caller.index, salt: form.salt };
  const result = venue.step(placeCommand(account, form, card, amounts.value), now);
  if (!result.ok) return orderRefusal(result.refusal, service.profile.order);
  const reply = result.value;
  invariant(reply.kind === 'placed', 'an accepted order is placed');
  const id = service.views.ids.order.encode(reply.order);
  return okJson(replyText(form.side, id, reply.status, reply.size, reply.cash));
}

/** The party that is not the caller, in a sentence. */
function wrongParty(form: OrderForm, caller: WorldAccount): string | undefined {
  if (!isWallet(form.maker, caller)) return 'order.maker must be the wallet that signed the request';
  if (!isWallet(form.signer, caller)) return 'order.signer must be the wallet that signed the request';
  if (form.owner.toLowerCase() !== caller.key?.apiKey.toLowerCase()) return 'owner must be the API key of the request';
  return undefined;
}

function isWallet(text: string, account: WorldAccount) {
  return text === account.address || text.toLowerCase() === account.address.toLowerCase();
}

/** `account`: the wallet and the key that sign, and the salt by which the venue knows the order. */
export function placeCommand(
  account: Pick<PlaceOrder, 'wallet' | 'key' | 'salt'>,
  form: OrderForm,
  card: TokenCard,
  { price, size }: PriceAndSize,
): PlaceOrder {
  return {
    kind: 'place',
    wallet: account.wallet,
    key: account.key,
    market: card.market.index,
    outcome: card.outcome,
    side: form.side,
    type: form.orderType,
    price,
    size,
    postOnly: form.postOnly,
    ...(form.expiration !== undefined && { expiresAt: form.expiration * 1000 }),
    salt: account.salt,
  };
}

/** Amounts are those traded at once: shares and dollars of the caller's side, `''` if nothing traded. */
function replyText(side: Side, id: string, status: string, size: number, cash: number) {
  const shares = size === 0 ? '' : formatMicro(size);
  const dollars = size === 0 ? '' : formatMicro(cash);
  const [taking, making] = side === 'BUY' ? [shares, dollars] : [dollars, shares];
  return (
    `{"success":true,"errorMsg":"","orderID":"${id}","takingAmount":"${taking}"` +
    `,"makingAmount":"${making}","status":"${status}"}`
  );
}

/** Cancels an open order of the caller. The response has a reason for an order that cannot be cancelled. */
export const cancelOrder: RouteFunction = (service, { body, caller, now }) => {
  invariant(caller !== undefined, 'cancels come from a verified wallet');
  const orderId = isObject(body) ? body['orderId'] : undefined;
  if (orderId === undefined) return badRequest('orderId is required');
  if (typeof orderId !== 'string' || orderId === '') return badRequest('orderId must be a non-empty string');
  const order = service.views.ids.order.decode(orderId);
  const refusal = order === undefined ? UNKNOWN_ORDER : cancel(service, caller, order, now);
  const id = JSON.stringify(orderId);
  if (refusal === undefined) return okJson(`{"canceled":[${id}],"not_canceled":{}}`);
  return okJson(`{"canceled":[],"not_canceled":{${id}:${JSON.stringify(reason(refusal))}}}`);
};

const UNKNOWN_ORDER: Refusal = { kind: 'unknown-order' };

function cancel(service: Service, caller: WorldAccount, order: number, now: number): Refusal | undefined {
  const result = service.world.venue.step({ kind: 'cancel', wallet: caller.index, order }, now);
  return result.ok ? undefined : result.refusal;
}

/** An order of another wallet gets the reason of an unknown order. */
function reason(refusal: Refusal) {
  return refusal.kind === 'order-finished' ? `the order is already ${refusal.state}` : 'the order was not found';
}

/** No id, `null` or `''` starts over; any but the latest id is refused with the expected one, and not counted. */
export const heartbeatV1: RouteFunction = (service, { body, caller, now }) => {
  invariant(caller !== undefined, 'heartbeats come from a verified wallet');
  if (!isObject(body)) return badRequest('the body must be a JSON object');
  const { heartbeat_id: id = null } = body;
  if (id !== null && typeof id !== 'string') return badRequest('heartbeat_id must be a string or null');
  const { heartbeats } = service.views;
  const expected = heartbeats.expected(caller.index);
  if (id !== null && id !== '' && id !== expected) return wrongId(expected);
  // First, so that the journal's record of the heartbeat has the id.
  const next = heartbeats.rotate(caller.index);
  keep(service, caller, now);
  return okJson(`{"heartbeat_id":"${next}"}`);
};

function wrongId(expected: string): RouteResponse {
  const detail = 'heartbeat_id must be the one of the latest answer';
  return { kind: 'error', condition: 'bad-request', detail, extra: { heartbeat_id: expected } };
}

/** Needs no body. */
export const heartbeat: RouteFunction = (service, { caller, now }) => {
  invariant(caller !== undefined, 'heartbeats come from a verified wallet');
  keep(service, caller, now);
  return okJson('{"status":"ok"}');
};

function keep(service: Service, caller: WorldAccount, now: number) {
  const kept = service.world.venue.step({ kind: 'heartbeat', key: caller.index }, now);
  invariant(kept.ok, 'a heartbeat is never refused');
}

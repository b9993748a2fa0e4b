/** sim/clob/trading/place: `POST /order` and `POST /orders` of signed orders. */
import { invariant } from '../../../base/result.ts';
import { formatMicro } from '../../../base/units.ts';
import type { PlaceOrder, Reply } from '../../../spec/venue/command.ts';
import { isAcceptingOrders } from '../../catalog/market-state.ts';
import { type Call, error, okJson, type RouteFunction, type RouteResponse } from '../../routes/call.ts';
import { type PriceAndSize, priceAndSize } from '../../routes/order-amounts.ts';
import type { Service } from '../../service.ts';
import { ownerOf } from '../account/api-keys.ts';
import { ownersOf } from '../account/owners.ts';
import { type Party, partyOf } from './party.ts';
import { amountRefusal, clobRefusal, NOT_READY } from './refusals.ts';
import { INVALID_ORDER, readSignedBody, type SignedForm } from './signed-body.ts';

const BATCH_MAX = 15;

/** Places one order. Conditions: bad-request, not-accepting. */
export const placeSignedOrder: RouteFunction = (service, call) => place(service, call, call.body);

/** Places up to 15 orders, each with a response of its own. Condition: bad-request. */
export const placeSignedOrders: RouteFunction = (service, call) => {
  const { body } = call;
  if (!Array.isArray(body) || body.length === 0) return error('bad-request', INVALID_ORDER);
  if (body.length > BATCH_MAX) {
    return error('bad-request', `Too many orders in payload: ${body.length}, max allowed: ${BATCH_MAX}`);
  }
  const replies = body.map((item: unknown) => {
    const response = place(service, call, item);
    return response.kind === 'ok' ? response.json : refusedText(response.detail);
  });
  return okJson(`[${replies.join(',')}]`);
};

function place(service: Service, { caller, now }: Call, body: unknown): RouteResponse {
  const { views, profile, world } = service;
  const owner = ownerOf(service, caller?.index);
  const read = readSignedBody(body, views.tokens, profile.order);
  if (!read.ok) return error('bad-request', read.refusal);
  const { form, card } = read.value;
  if (ownersOf(world).apiKey(form.owner.toLowerCase())?.account.index !== owner.account.index) {
    return error('bad-request', 'the order owner has to be the owner of the API KEY');
  }
  const party = partyOf(service, owner, read.value, now);
  if (!party.ok) return error('bad-request', party.refusal);
  if (!isAcceptingOrders(world.venue, card.market)) return error('not-accepting', NOT_READY);
  const terms = world.venue.market(card.market.index)?.terms;
  invariant(terms !== undefined, 'a market of the world is listed');
  const { orderId } = party.value;
  const amounts = priceAndSize(form, terms.tick);
  if (!amounts.ok) return amountRefusal(amounts.refusal, orderId, terms.tick);
  const from = world.venue.eventCount;
  const result = world.venue.step(command(owner.account.index, party.value, read.value, amounts.value), now);
  if (!result.ok) return clobRefusal(result.refusal, orderId, amounts.value.size, profile);
  invariant(result.value.kind === 'placed', 'an accepted order is placed');
  return okJson(placedText(service, form.side, orderId, result.value, from));
}

/** The hash of the order is its salt in the venue: the log has the id, and the same order twice is a duplicate. */
function command(
  key: number,
  { wallet, orderId }: Party,
  { form, card }: SignedForm,
  amounts: PriceAndSize,
): PlaceOrder {
  return {
    kind: 'place',
    wallet: wallet.index,
    key,
    market: card.market.index,
    outcome: card.outcome,
    side: form.side,
    type: form.orderType,
    ...amounts,
    postOnly: form.postOnly,
    ...(form.expiration === undefined ? {} : { expiresAt: form.expiration * 1000 }),
    salt: orderId,
  };
}

type Placed = Extract<Reply, { kind: 'placed' }>;

/** Clients that see the hash of a transaction do not wait for its settlement. */
function placedText({ views, world }: Service, side: 'BUY' | 'SELL', orderID: string, placed: Placed, from: number) {
  const { status, size, cash, order } = placed;
  const trades: number[] = [];
  for (let index = from; index < world.venue.eventCount; index += 1) {
    const event = world.venue.eventAt(index);
    if (event?.kind === 'trade' && event.takerOrder === order) trades.push(event.trade);
  }
  const [shares, dollars] = size === 0 ? ['', ''] : [formatMicro(size), formatMicro(cash)];
  return JSON.stringify({
    success: true,
    errorMsg: '',
    orderID,
    status,
    makingAmount: side === 'BUY' ? dollars : shares,
    takingAmount: side === 'BUY' ? shares : dollars,
    transactionsHashes: trades.map((trade) => views.ids.tradeTransaction.encode(trade)),
    tradeIDs: trades.map((trade) => views.ids.trade.encode(trade)),
  });
}

function refusedText(errorMsg: string): string {
  const nothing = { orderID: '', status: '', makingAmount: '', takingAmount: '', transactionsHashes: [], tradeIDs: [] };
  return JSON.stringify({ success: false, errorMsg, ...nothing });
}

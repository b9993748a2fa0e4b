/** sim/clob/trading/place: `POST /order` and `POST /orders` of signed orders, each for the wallet that it names. */

import { invariant, ok, type Result, refuse } from '../../../base/result.ts';
import { formatMicro, formatPrice } from '../../../base/units.ts';
import { CLOB_CONTRACTS } from '../../../spec/clob/order.ts';
import type { Profile } from '../../../spec/profile.ts';
import type { Refusal, Reply } from '../../../spec/venue/command.ts';
import { isAcceptingOrders, viewOf } from '../../catalog/market-state.ts';
import { badRequest, type Call, error, okJson, type RouteFunction, type RouteResponse } from '../../routes/call.ts';
import { type AmountFault, priceAndSize } from '../../routes/order-form.ts';
import { orderRefusal } from '../../routes/order-refusal.ts';
import { placeCommand } from '../../routes/orders.ts';
import type { Service } from '../../service.ts';
import type { WorldAccount } from '../../world/world.ts';
import { ownerOf } from '../account/api-keys.ts';
import { openWallet } from '../account/open-account.ts';
import { type Owner, ownersOf } from '../account/owners.ts';
import { verifyOrder } from '../signatures/order.ts';
import { SIGNER_KEYS } from '../signatures/signer-keys.ts';
import { INVALID_ORDER, readSignedBody, type SignedForm } from './signed-body.ts';

const NOT_ENOUGH = 'not enough balance / allowance';

/** Other refusals keep the sentences of the interface. */
const SENTENCES: Readonly<Partial<Record<Refusal['kind'], string>>> = {
  'market-not-accepting': 'the market is not yet ready to process new orders',
  'post-only-type': 'invalid post-only order: only GTC and GTD order types are allowed',
  'post-only-crosses': 'invalid post-only order: order crosses book',
  'expiration-required': 'invalid expiration',
  'expiration-unexpected': 'invalid expiration',
  'expiration-too-near': 'invalid expiration',
  'fok-not-filled': "order couldn't be fully filled. FOK orders are fully filled or killed.",
  'fak-no-match':
    'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.',
};

const NOT_READY = SENTENCES['market-not-accepting'] ?? '';

function amountRefusal({ text, offTick }: AmountFault, orderId: string, tick: number): RouteResponse {
  if (offTick === undefined) return badRequest(`${INVALID_ORDER}: ${text}`);
  return invalidOrder(orderId, `Price (${offTick}) breaks minimum tick size rule: ${formatPrice(tick)}`);
}

function invalidOrder(orderId: string, reason: string) {
  return badRequest(`order ${orderId} is invalid. ${reason}`);
}

/** The refusal of an order of `size` micro shares by the venue. */
function clobRefusal(refusal: Refusal, orderId: string, size: number, profile: Profile): RouteResponse {
  const refused = orderRefusal(refusal, profile.order);
  if (refused.kind === 'ok') return refused;
  if (refusal.kind === 'duplicate') return invalidOrder(orderId, 'Duplicated.');
  if (refusal.kind === 'size-too-small') {
    return invalidOrder(orderId, `Size (${formatMicro(size)}) lower than the minimum: ${formatMicro(refusal.min)}`);
  }
  if (refusal.kind === 'insufficient-cash' || refusal.kind === 'insufficient-tokens') {
    return badRequest(`${NOT_ENOUGH}: ${refused.detail.replace('not enough balance: ', '')}`);
  }
  const sentence = SENTENCES[refusal.kind];
  return sentence === undefined ? refused : error(refused.condition, sentence);
}

const BATCH_MAX = 15;

/** Places one order. Conditions: bad-request, not-accepting. */
export const placeSignedOrder: RouteFunction = (service, call) => place(service, call, call.body);

/** Places up to 15 orders, each with a response of its own. Condition: bad-request. */
export const placeSignedOrders: RouteFunction = (service, call) => {
  const { body } = call;
  if (!Array.isArray(body) || body.length === 0) return badRequest(INVALID_ORDER);
  if (body.length > BATCH_MAX) {
    return badRequest(`Too many orders in payload: ${body.length}, max allowed: ${BATCH_MAX}`);
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
  if (!read.ok) return badRequest(read.refusal);
  const { form, card } = read.value;
  if (ownersOf(world).apiKey(form.owner.toLowerCase())?.account.index !== owner.account.index) {
    return badRequest('the order owner has to be the owner of the API KEY');
  }
  const party = partyOf(service, owner, read.value, now);
  if (!party.ok) return badRequest(party.refusal);
  if (!isAcceptingOrders(world.venue, card.market)) return error('not-accepting', NOT_READY);
  const { tick } = viewOf(world.venue, card.market).terms;
  const { wallet, orderId } = party.value;
  const amounts = priceAndSize(form, tick);
  if (!amounts.ok) return amountRefusal(amounts.refusal, orderId, tick);
  const from = world.venue.eventCount;
  // The hash of the order is its salt: the log has the id, and the same order twice is a duplicate.
  const account = { wallet: wallet.index, key: owner.account.index, salt: orderId };
  const result = world.venue.step(placeCommand(account, form, card, amounts.value), now);
  if (!result.ok) return clobRefusal(result.refusal, orderId, amounts.value.size, profile);
  invariant(result.value.kind === 'placed', 'an accepted order is placed');
  return okJson(placedText(service, form.side, orderId, result.value, from));
}

type Placed = Extract<Reply, { kind: 'placed' }>;

/** Clients that see the hash of a transaction do not wait for its settlement. */
function placedText(
  { views, world }: Service,
  side: 'BUY' | 'SELL',
  orderID: string,
  { status, size, cash, order }: Placed,
  from: number,
) {
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

function refusedText(errorMsg: string) {
  const nothing = { orderID: '', status: '', makingAmount: '', takingAmount: '', transactionsHashes: [], tradeIDs: [] };
  return JSON.stringify({ success: false, errorMsg, ...nothing });
}

type Party = { readonly wallet: WorldAccount; readonly orderId: string };

/** Verifies the signature and finds the wallet of `maker`. An unknown one is funded, as only the chain knows it. */
function partyOf(
  service: Service,
  owner: Owner,
  { form, signed, card }: SignedForm,
  now: number,
): Result<Party, string> {
  const { standard, negativeRisk } = CLOB_CONTRACTS[service.profile.clob?.contracts ?? 'polymarket'];
  const domains = card.market.negRisk ? negativeRisk : standard;
  const order = { ...signed, ...amountsOf(form), salt: form.salt, tokenId: form.tokenId, side: form.side };
  const verified = verifyOrder({ order, domains, owner: owner.address }, SIGNER_KEYS);
  if (!verified.ok) return verified;
  const wallet = makerOf(service, owner, form.maker, signed.signatureType, now);
  return wallet.ok ? ok({ wallet: wallet.value, orderId: verified.value.id }) : wallet;
}

function amountsOf({ maker, signer, makerAmount, takerAmount }: SignedForm['form']) {
  return { maker, signer, makerAmount: String(makerAmount), takerAmount: String(takerAmount) };
}

function makerOf(
  service: Service,
  owner: Owner,
  maker: string,
  type: 0 | 1 | 2 | 3,
  now: number,
): Result<WorldAccount, string> {
  const address = maker.toLowerCase();
  const find = (wallets: readonly WorldAccount[] = []) =>
    wallets.find((wallet) => wallet.address.toLowerCase() === address);
  const known = find(owner.wallets);
  if (known !== undefined) return ok(known);
  if (service.views.people.byAddress(maker) !== undefined) return refuse('order.maker is a wallet of another owner');
  openWallet(service, owner.address, maker, type, now);
  const opened = find(ownersOf(service.world).byAddress(owner.address)?.wallets);
  return opened === undefined ? refuse('order.maker is not a wallet') : ok(opened);
}

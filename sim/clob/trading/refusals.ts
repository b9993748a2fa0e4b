/** sim/clob/trading/refusals: refused orders in the sentences that real clients recognize. */
import { formatMicro, formatPrice } from '../../../base/units.ts';
import type { Profile } from '../../../spec/profile.ts';
import type { Refusal } from '../../../spec/venue/command.ts';
import { error, type RouteResponse } from '../../routes/call.ts';
import type { AmountFault } from '../../routes/order-form.ts';
import { orderRefusal } from '../../routes/order-refusal.ts';
import { INVALID_ORDER } from './signed-body.ts';

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

export const NOT_READY = SENTENCES['market-not-accepting'] ?? '';

export function amountRefusal({ text, offTick }: AmountFault, orderId: string, tick: number): RouteResponse {
  if (offTick === undefined) return error('bad-request', `${INVALID_ORDER}: ${text}`);
  return invalidOrder(orderId, `Price (${offTick}) breaks minimum tick size rule: ${formatPrice(tick)}`);
}

function invalidOrder(orderId: string, reason: string): RouteResponse {
  return error('bad-request', `order ${orderId} is invalid. ${reason}`);
}

/** The refusal of an order of `size` micro shares by the venue. */
export function clobRefusal(refusal: Refusal, orderId: string, size: number, profile: Profile): RouteResponse {
  const refused = orderRefusal(refusal, profile.order);
  if (refused.kind === 'ok') return refused;
  if (refusal.kind === 'duplicate') return invalidOrder(orderId, 'Duplicated.');
  if (refusal.kind === 'size-too-small') {
    return invalidOrder(orderId, `Size (${formatMicro(size)}) lower than the minimum: ${formatMicro(refusal.min)}`);
  }
  if (refusal.kind === 'insufficient-cash' || refusal.kind === 'insufficient-tokens') {
    return error('bad-request', `${NOT_ENOUGH}: ${refused.detail.replace('not enough balance: ', '')}`);
  }
  const sentence = SENTENCES[refusal.kind];
  return sentence === undefined ? refused : error(refused.condition, sentence);
}

/** sim/clob/trading/refusals: refused orders in the sentences that real clients recognize. */
import type { Profile } from '../../../spec/profile.ts';
import type { Refusal } from '../../../spec/venue/command.ts';
import { type Answer, error } from '../../routes/call.ts';
import { orderRefusal } from '../../routes/order-refusal.ts';

const NOT_ENOUGH = 'not enough balance / allowance';

/** Other refusals keep the sentences of the interface. */
const SENTENCES: Readonly<Partial<Record<Refusal['kind'], string>>> = {
  'market-not-accepting': 'the market is not yet ready to process new orders',
  'post-only-crosses': 'invalid post-only order: order crosses book',
  'expiration-required': 'invalid expiration',
  'expiration-unexpected': 'invalid expiration',
  'expiration-too-near': 'invalid expiration',
  'fok-not-filled': "order couldn't be fully filled. FOK orders are fully filled or killed.",
  'fak-no-match':
    'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.',
};

export const NOT_READY = SENTENCES['market-not-accepting'] ?? '';

export function clobRefusal(refusal: Refusal, orderId: string, profile: Profile): Answer {
  const refused = orderRefusal(refusal, profile.order);
  if (refused.kind === 'ok') return refused;
  if (refusal.kind === 'duplicate') return error('bad-request', `order ${orderId} is invalid. Duplicated.`);
  if (refusal.kind === 'insufficient-cash' || refusal.kind === 'insufficient-tokens') {
    return error('bad-request', `${NOT_ENOUGH}: ${refused.detail.replace('not enough balance: ', '')}`);
  }
  const sentence = SENTENCES[refusal.kind];
  return sentence === undefined ? refused : error(refused.condition, sentence);
}

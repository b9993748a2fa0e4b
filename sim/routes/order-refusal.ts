/** sim/routes/order-refusal: the refusal of an order by the venue, as a sentence that names the field or the rule. */
import { formatMicro, formatPrice } from '../../base/units.ts';
import type { Profile } from '../../spec/profile.ts';
import type { Refusal } from '../../spec/venue/command.ts';
import { error, type RouteResponse } from './call.ts';

type OrderProfile = Pick<Profile['order'], 'gtdMinAheadSeconds'>;

export function orderRefusal(refusal: Refusal, profile: OrderProfile): RouteResponse {
  return error(refusal.kind === 'market-not-accepting' ? 'not-accepting' : 'bad-request', sentence(refusal, profile));
}

function sentence(refusal: Refusal, { gtdMinAheadSeconds }: OrderProfile) {
  switch (refusal.kind) {
    case 'market-not-accepting':
      return `the market is ${refusal.state} and takes no orders`;
    case 'unknown-market':
      return 'order.conditionId is not a market of this venue';
    case 'unknown-wallet':
      return 'order.maker is not a wallet of this venue';
    case 'price-out-of-range':
      return `the price must be from ${formatPrice(refusal.min)} to ${formatPrice(refusal.max)}`;
    case 'price-off-tick':
      return `the price must be a multiple of the tick of ${formatPrice(refusal.tick)}`;
    case 'size-too-small':
      return `the size is below the minimum of ${formatMicro(refusal.min)} shares`;
    case 'size-invalid':
      return 'the size is not one this venue can trade';
    case 'post-only-type':
      return 'postOnly needs orderType GTC or GTD';
    case 'post-only-crosses':
      return 'postOnly: the order would trade at once';
    case 'expiration-required':
      return 'order.expiration is required with orderType GTD';
    case 'expiration-unexpected':
      return 'order.expiration needs orderType GTD';
    case 'expiration-too-near':
      return `order.expiration is too near: it must be more than ${seconds(gtdMinAheadSeconds)} ahead`;
    case 'duplicate':
      return 'duplicate: this maker has already sent an order with this order.salt';
    case 'insufficient-cash':
      return notEnough(refusal, 'dollars');
    case 'insufficient-tokens':
      return notEnough(refusal, 'shares');
    case 'fok-not-filled':
      return 'orderType FOK: the order cannot be filled whole';
    case 'fak-no-match':
      return 'orderType FAK: there is nothing to match the order with';
    case 'self-trade':
      return 'the order would trade with another order of the same wallet';
    case 'malformed':
      return `the order is malformed: ${refusal.what}`;
    case 'unknown-order':
    case 'not-owner':
    case 'order-finished':
    case 'not-resolved':
    case 'nothing-to-redeem':
    case 'unknown-group':
    case 'market-grouped':
    case 'not-in-group':
    case 'market-in-use':
    case 'group-payout':
    case 'unknown-trade':
    case 'trade-settled':
    case 'cannot-reverse':
      return 'the order was refused';
  }
}

function notEnough({ needed, free }: { readonly needed: number; readonly free: number }, unit: string) {
  return `not enough balance: the order needs ${formatMicro(needed)} ${unit}, ${formatMicro(free)} are free`;
}

function seconds(count: number) {
  return count === 1 ? '1 second' : `${count} seconds`;
}

/** wire/order-body: an order in terms of side, price and size, as the body of `POST /order` (interface 4.3). */

import { isObject } from '../base/json.ts';
import { MICRO, notionalFloor, PRICE_ONE } from '../base/units.ts';
import type { Wallet } from './credentials.ts';

const ZERO_WORD = `0x${'0'.repeat(64)}`;
const SIGNATURE = `0x${'ab'.repeat(65)}`;
/** Three digits more than a price has, so that a fraction of a unit is detected. */
const FINE = 1_000;

/** The ids of a market, and of its tokens by outcome. */
export type OrderMarket = { readonly conditionId: string; readonly yes: string; readonly no: string };

export type OrderTerms = {
  readonly market: OrderMarket;
  readonly wallet: Wallet;
  readonly outcome: 'yes' | 'no';
  readonly side: string;
  readonly type: string;
  /** Dollars a share; shares. */
  readonly price: number;
  readonly size: number;
  readonly salt: string;
  readonly postOnly?: boolean;
  /** Unix seconds. */
  readonly expiration?: number;
  /** The service clock, milliseconds. */
  readonly now: number;
};

/** The body, all fields of it. Throws `RangeError`. */
export function orderBody(terms: OrderTerms): Record<string, unknown> {
  const { market, wallet, outcome, side, type, price, size, salt, postOnly, expiration, now } = terms;
  const micro = wholeUnits(size * MICRO, 'size');
  const fine = Math.round(price * PRICE_ONE * FINE);
  const cash = fine % FINE === 0 ? notionalFloor(fine / FINE, micro) : Math.round(price * micro);
  const [maker, taker] = side === 'SELL' ? [micro, cash] : [cash, micro];
  return {
    order: {
      tokenId: outcome === 'yes' ? market.yes : market.no,
      conditionId: market.conditionId,
      maker: wallet.address,
      signer: wallet.address,
      makerAmount: String(maker),
      takerAmount: String(taker),
      side,
      metadata: ZERO_WORD,
      salt,
      signatureType: 3,
      signature: SIGNATURE,
      timestamp: String(now),
      builder: ZERO_WORD,
      ...(expiration !== undefined && { expiration: String(expiration) }),
    },
    orderType: type,
    owner: wallet.apiKey,
    ...(postOnly !== undefined && { postOnly }),
  };
}

function wholeUnits(value: number, what: string): number {
  const rounded = Math.round(value);
  if (!Number.isSafeInteger(rounded)) throw new RangeError(`order.${what}: ${value / MICRO} is too large`);
  return rounded;
}

/** `body` with the fields of `over`, one level deeper for objects; `null` removes a field. */
export function overlaid(body: Readonly<Record<string, unknown>>, over: unknown): Record<string, unknown> {
  const whole: Record<string, unknown> = { ...body };
  if (!isObject(over)) return whole;
  for (const [name, value] of Object.entries(over)) {
    const inside = whole[name];
    if (value === null) delete whole[name];
    else whole[name] = isObject(inside) && isObject(value) ? overlaid(inside, value) : value;
  }
  return whole;
}

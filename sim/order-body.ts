/** sim/order-body: an order in terms of side, price and size, as the body of `POST /order` (interface 4.3). */

import { MICRO, notionalFloor, PRICE_ONE } from '../spec/units.ts';
import type { Wallet } from '../wire/credentials.ts';
import type { NamedMarket } from './named.ts';

const ZERO_WORD = `0x${'0'.repeat(64)}`;
const SIGNATURE = `0x${'ab'.repeat(65)}`;
/** Three digits more than a price has, so that a fraction of a unit is detected. */
const FINE = 1_000;

export type OrderTerms = {
  readonly market: NamedMarket;
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

/** The body, all fields of it. A BUY offers cash for shares, a SELL shares for cash. Throws `RangeError` for a size that is too large. */
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
      ...(expiration === undefined ? {} : { expiration: String(expiration) }),
    },
    orderType: type,
    owner: wallet.apiKey,
    ...(postOnly === undefined ? {} : { postOnly }),
  };
}

function wholeUnits(value: number, what: string): number {
  const rounded = Math.round(value);
  if (!Number.isSafeInteger(rounded)) throw new RangeError(`order.${what}: ${value / MICRO} is too large`);
  return rounded;
}

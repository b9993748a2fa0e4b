/** wire/order-body: an order in terms of side, price and size, as the body of `POST /order` (interface 4.3). */
import { isObject, type JsonObject, parseJson } from '../base/json.ts';
import { millisecondsIn } from '../base/span.ts';
import { MICRO, notionalFloor, PRICE_ONE } from '../base/units.ts';
import type { Wallet } from './credentials.ts';
import { type Request, type Response, withJson } from './message.ts';
import { signed } from './signer.ts';

const ZERO_WORD = `0x${'0'.repeat(64)}`;
const SIGNATURE = `0x${'ab'.repeat(65)}`;
/** Three digits more than a price has, so that a fraction of a unit is detected. */
const FINE = 1_000;

/** The ids of a market, and of its tokens by outcome. */
type OrderMarket = { readonly conditionId: string; readonly yes: string; readonly no: string };

export type OrderTerms = Readonly<{
  market: OrderMarket;
  wallet: Wallet;
  outcome: 'yes' | 'no';
  side: string;
  type: string;
  /** Dollars a share; shares. */
  price: number;
  size: number;
  salt: string;
  postOnly?: boolean | undefined;
  /** Unix seconds. */
  expiration?: number | undefined;
  /** The service clock, milliseconds. */
  now: number;
}>;

/** The body, all fields of it. Throws `RangeError`. */
export function orderBody({
  market,
  wallet,
  outcome,
  side,
  type,
  price,
  size,
  salt,
  postOnly,
  expiration,
  now,
}: OrderTerms): Record<string, unknown> {
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
export function overlaid(body: JsonObject, over: unknown): Record<string, unknown> {
  const whole: Record<string, unknown> = { ...body };
  if (!isObject(over)) return whole;
  for (const [name, value] of Object.entries(over)) {
    const inside = whole[name];
    if (value === null) delete whole[name];
    else whole[name] = isObject(inside) && isObject(value) ? overlaid(inside, value) : value;
  }
  return whole;
}

export type OrderWords = Readonly<{
  /** Names, or an address and a condition id. Default: the first wallet, and `market`. */
  wallet?: string;
  market?: string;
  outcome?: 'yes' | 'no';
  side?: 'BUY' | 'SELL';
  /** Dollars a share; shares. */
  price: number;
  size: number;
  type?: 'GTC' | 'GTD' | 'FOK' | 'FAK';
  postOnly?: boolean;
  /** From now on, for GTD: `90s`. */
  expires?: string;
  /** An order with the same salt is the same order. */
  salt?: string | number;
  /** Fields of the body to set or (`null`) to leave out. */
  over?: JsonObject;
}>;

/** The status of a response and its parsed body, or its text if it is no JSON. */
export type OrderResponse = { readonly status: number; readonly body: unknown };

export function parsedReply({ status, body }: Response): OrderResponse {
  return { status, body: parseJson(body) ?? body };
}

/** The signer, and the service clock in milliseconds. */
type Signer = { readonly wallet: Wallet; readonly now: number };

/** The signed `POST /order`; `salt` unless the words have one. Throws `RangeError` for an unusable size or span. */
export function orderRequest(words: OrderWords, market: OrderMarket, { wallet, now }: Signer, salt: string): Request {
  const { outcome = 'yes', side = 'BUY', type = 'GTC', price, size, postOnly, expires, over } = words;
  const expiresMs = expires === undefined ? undefined : millisecondsIn(expires);
  if (expires !== undefined && expiresMs === undefined)
    throw new RangeError(`order.expires: ${JSON.stringify(expires)} is no span of time: write 90s, 2m, 1h or 1d`);
  const terms = { market, wallet, outcome, side, type, price, size, now, postOnly };
  const expiration = expiresMs === undefined ? undefined : Math.floor((now + expiresMs) / 1_000);
  const body = orderBody({ ...terms, salt: String(words.salt ?? salt), expiration });
  return signed(wallet, withJson('POST', '/order', overlaid(body, over)), Math.floor(now / 1_000));
}

/** The signed `DELETE /order`. */
export function cancelRequest(orderId: string, { wallet, now }: Signer): Request {
  return signed(wallet, withJson('DELETE', '/order', { orderId }), Math.floor(now / 1_000));
}

/** wire/order-request: orders and cancellations, in words of scenarios, as signed requests. */
import { parseJson } from '../base/json.ts';
import { millisecondsIn } from '../base/span.ts';
import type { Wallet } from './credentials.ts';
import { type Request, type Response, withJson } from './message.ts';
import { type OrderMarket, orderBody, overlaid } from './order-body.ts';
import { signed } from './signer.ts';

export type OrderWords = {
  /** Names, or an address and a condition id. Default: the first wallet, and `market`. */
  readonly wallet?: string;
  readonly market?: string;
  readonly outcome?: 'yes' | 'no';
  readonly side?: 'BUY' | 'SELL';
  /** Dollars a share; shares. */
  readonly price: number;
  readonly size: number;
  readonly type?: 'GTC' | 'GTD' | 'FOK' | 'FAK';
  readonly postOnly?: boolean;
  /** From now on, for GTD: `90s`. */
  readonly expires?: string;
  /** An order with the same salt is the same order. */
  readonly salt?: string | number;
  /** Fields of the body to set or (`null`) to leave out. */
  readonly over?: Readonly<Record<string, unknown>>;
};

/** The status of a response and its parsed body, or its text if it is no JSON. */
export type OrderResponse = { readonly status: number; readonly body: unknown };

export function parsedReply({ status, body }: Response): OrderResponse {
  return { status, body: parseJson(body) ?? body };
}

/** The signer, and the service clock in milliseconds. */
export type Signer = { readonly wallet: Wallet; readonly now: number };

/** The signed `POST /order`; `salt` unless the words have one. Throws `RangeError` for an unusable size or span. */
export function orderRequest(words: OrderWords, market: OrderMarket, { wallet, now }: Signer, salt: string): Request {
  const { outcome = 'yes', side = 'BUY', type = 'GTC', price, size, postOnly, expires, over } = words;
  const expiresMs = expires === undefined ? undefined : millisecondsIn(expires);
  if (expires !== undefined && expiresMs === undefined)
    throw new RangeError(`order.expires: ${JSON.stringify(expires)} is no span of time: write 90s, 2m, 1h or 1d`);
  const body = orderBody({
    market,
    wallet,
    outcome,
    side,
    type,
    price,
    size,
    now,
    salt: String(words.salt ?? salt),
    ...(postOnly !== undefined && { postOnly }),
    ...(expiresMs !== undefined && { expiration: Math.floor((now + expiresMs) / 1_000) }),
  });
  return signed(wallet, withJson('POST', '/order', overlaid(body, over)), Math.floor(now / 1_000));
}

/** The signed `DELETE /order`. */
export function cancelRequest(orderId: string, { wallet, now }: Signer): Request {
  return signed(wallet, withJson('DELETE', '/order', { orderId }), Math.floor(now / 1_000));
}

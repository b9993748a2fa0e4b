/** scenarios/recording/order-words: the body of `POST /order` as an `order` step, if that repeats the same order. */

import { isObject, type JsonObject, textAt } from '../../base/json.ts';
import { omitUndefined } from '../../base/record.ts';
import { formatUnits, MICRO, notionalFloor, PRICE_ONE, parseInteger } from '../../base/units.ts';
import type { Named } from '../../sim/named.ts';
import { OrderSubmission, SignedOrder } from '../../spec/resources/order.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { spanOf } from './spans.ts';
import { escaped } from './vocabulary.ts';

const BODY_KEYS = [...Object.keys(OrderSubmission.shape), 'postOnly'];
const ORDER_KEYS = [...Object.keys(SignedOrder.shape), 'expiration'];
const HEX = /^0x(?:[0-9a-fA-F]{2}){1,2000}$/;
/** Dollars a share have four decimals at most. */
const PRICE_DIGITS = 4;
const SHARE_DIGITS = 6;

/** The fields of the step; undefined if it is not a plain order of `wallet` in a known market. */
export function orderWords(
  body: unknown,
  wallet: Wallet | undefined,
  markets: Named['markets'],
  clockMs: number,
  isRepeated: (salt: string) => boolean,
): Readonly<Record<string, string | number | boolean>> | undefined {
  if (!isObject(body) || wallet === undefined || !isObject(body['order'])) return undefined;
  const { order } = body;
  const { orderType: type, postOnly } = body;
  const side = order['side'];
  const place = placeOf(order, markets);
  const amounts = amountsOf(order);
  const salt = textAt(order, 'salt');
  const expires = expiresOf(order['expiration'], clockMs);
  if (place === undefined || amounts === undefined || expires === undefined || salt === undefined) return undefined;
  if (!isPlain(body, order) || !isOwn(body, order, wallet) || typeof type !== 'string') return undefined;
  if (postOnly !== undefined && typeof postOnly !== 'boolean') return undefined;
  return omitUndefined({
    market: place.market === 'market' ? undefined : place.market,
    outcome: place.outcome === 'yes' ? undefined : 'no',
    side: String(side),
    type: type === 'GTC' ? undefined : escaped(type),
    ...amounts,
    postOnly,
    expires: expires || undefined,
    salt: isRepeated(salt) ? escaped(salt) : undefined,
  });
}

/** No fields besides those that a step writes, and those it writes by itself well-formed. */
function isPlain(body: JsonObject, order: JsonObject) {
  const isKnown = Object.keys(body).every((key) => BODY_KEYS.includes(key));
  const areKnown = Object.keys(order).every((key) => ORDER_KEYS.includes(key));
  const { signatureType, signature, timestamp, metadata, builder } = order;
  const isSigned = typeof signature === 'string' && HEX.test(signature) && signatureType === 3;
  const isStamped = typeof timestamp === 'string' && /^\d{1,16}$/.test(timestamp);
  return isKnown && areKnown && isSigned && isStamped && typeof metadata === 'string' && typeof builder === 'string';
}

function isOwn({ owner }: JsonObject, { maker, signer }: JsonObject, { address, apiKey }: Wallet) {
  const isAddress = (text: unknown) => typeof text === 'string' && text.toLowerCase() === address.toLowerCase();
  return owner === apiKey && isAddress(maker) && isAddress(signer);
}

function placeOf({ tokenId, conditionId }: JsonObject, markets: Named['markets']) {
  for (const [market, { yes, no, conditionId: condition }] of Object.entries(markets)) {
    if (condition !== conditionId || (tokenId !== yes && tokenId !== no)) continue;
    return { market, outcome: tokenId === yes ? 'yes' : 'no' } as const;
  }
  return undefined;
}

/** Dollars a share and shares that make exactly these amounts again. */
function amountsOf(order: JsonObject): { readonly price: number; readonly size: number } | undefined {
  const { side } = order;
  if (side !== 'BUY' && side !== 'SELL') return undefined;
  const maker = parseInteger(textAt(order, 'makerAmount') ?? '');
  const taker = parseInteger(textAt(order, 'takerAmount') ?? '');
  const [cash, shares] = side === 'BUY' ? [maker, taker] : [taker, maker];
  if (cash === undefined || shares === undefined || shares === 0) return undefined;
  const units = Math.round((cash / shares) * PRICE_ONE);
  const size = Number(formatUnits(shares, SHARE_DIGITS));
  if (!Number.isSafeInteger(units) || Math.round(size * MICRO) !== shares) return undefined;
  if (units === 0 || notionalFloor(units, shares) !== cash) return undefined;
  return { price: Number(formatUnits(units, PRICE_DIGITS)), size };
}

/** `''` if the order does not expire; undefined if its expiration is not a span from now on. */
function expiresOf(expiration: unknown, clockMs: number): string | undefined {
  if (expiration === undefined) return '';
  const seconds = typeof expiration === 'string' ? parseInteger(expiration) : undefined;
  const left = seconds === undefined ? -1 : seconds - Math.floor(clockMs / 1_000);
  return left < 0 ? undefined : spanOf(left * 1_000);
}

/** sim/routes/order-form: the body of `POST /order` (4.3) or the first rule it breaks; by hand, for each order. */
import { isObject, type JsonObject } from '../../base/json.ts';
import { ok, type Result, refuse } from '../../base/result.ts';
import { formatPrice, MICRO, mulDivCeil, mulDivFloor, PRICE_ONE, parseInteger, tenTo } from '../../base/units.ts';
import type { Profile } from '../../spec/profile.ts';
import type { OrderType, Side } from '../../spec/venue/command.ts';
import { MOMENT_LIMIT } from '../../spec/venue/rules.ts';
import { isLonger } from '../param-value.ts';

export type OrderForm = Readonly<{
  tokenId: string;
  conditionId: string;
  maker: string;
  signer: string;
  /** Micro units: dollars of a BUY, shares of a SELL. */
  makerAmount: number;
  /** Micro units: shares of a BUY, dollars of a SELL. */
  takerAmount: number;
  side: Side;
  salt: string;
  orderType: OrderType;
  owner: string;
  postOnly: boolean;
  /** Unix seconds; undefined if the order does not expire. */
  expiration: number | undefined;
}>;

const ORDER_TEXTS = [
  'tokenId',
  'conditionId',
  'maker',
  'signer',
  'makerAmount',
  'takerAmount',
  'side',
  'metadata',
  'salt',
  'signature',
  'timestamp',
  'builder',
] as const;

const SALT_LENGTH_MAX = 128;
/** The last second that a date can have. */
const EXPIRATION_MAX = MOMENT_LIMIT / 1_000;
const HEX = /^0x((?:[0-9a-fA-F]{2})+)$/;
const DIGITS = /^\d+$/;

/** Parses a JSON body. `orderRules` is the part of the profile about orders. */
export function readOrderForm(body: unknown, orderRules: Profile['order']): Result<OrderForm, string> {
  if (!isObject(body)) return refuse('the body must be a JSON object');
  const { order, orderType, owner, postOnly = false } = body;
  if (order === undefined) return refuse('order is required');
  if (!isObject(order)) return refuse('order must be an object');
  const missing = wrongText(order, ORDER_TEXTS, 'order.') ?? wrongText(body, ['orderType', 'owner'], '');
  if (missing !== undefined) return refuse(missing);
  if (typeof postOnly !== 'boolean') return refuse('postOnly must be a boolean');
  const problem = wrongSignature(order, orderRules);
  if (problem !== undefined) return refuse(problem);
  // `wrongText` has checked that all of these are texts.
  const texts = order as Readonly<Record<(typeof ORDER_TEXTS)[number], string>>;
  if (!isOrderType(orderType, orderRules)) return refuse(`orderType must be one of ${orderRules.types.join(', ')}`);
  if (texts.side !== 'BUY' && texts.side !== 'SELL') return refuse('order.side must be BUY or SELL');
  if (texts.salt === '' || isLonger(texts.salt, SALT_LENGTH_MAX)) {
    return refuse(`order.salt must have 1 to ${SALT_LENGTH_MAX} characters`);
  }
  if (!DIGITS.test(texts.timestamp)) return refuse('order.timestamp must be a Unix timestamp in digits');
  const makerAmount = parseInteger(texts.makerAmount);
  if (makerAmount === undefined || makerAmount === 0) return refuse(notAmount('makerAmount'));
  const takerAmount = parseInteger(texts.takerAmount);
  if (takerAmount === undefined || takerAmount === 0) return refuse(notAmount('takerAmount'));
  const expiration = readExpiration(order['expiration']);
  if (!expiration.ok) return expiration;
  const { tokenId, conditionId, maker, signer, side, salt } = texts;
  return ok({
    tokenId,
    conditionId,
    maker,
    signer,
    makerAmount,
    takerAmount,
    side,
    salt,
    orderType,
    owner: String(owner),
    postOnly,
    expiration: expiration.value,
  });
}

/** The first of these fields that is absent or no text. */
function wrongText(fields: JsonObject, names: readonly string[], prefix: string): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string') continue;
    return value === undefined ? `${prefix}${name} is required` : `${prefix}${name} must be a string`;
  }
  return undefined;
}

/** Checks the form of the signature only, because the level-1 scheme is not stated. */
function wrongSignature(order: JsonObject, orderRules: Profile['order']): string | undefined {
  const { signatureType, signature } = order;
  if (signatureType === undefined) return 'order.signatureType is required';
  if (!Number.isInteger(signatureType)) return 'order.signatureType must be an integer';
  if (!orderRules.signatureTypes.some((type) => type === signatureType)) {
    return `order.signatureType must be one of ${orderRules.signatureTypes.join(', ')}`;
  }
  const digits = HEX.exec(String(signature))?.[1];
  const bytes = (digits ?? '').length / 2;
  if (bytes >= 1 && bytes <= orderRules.signatureBytesMax) return undefined;
  return `order.signature must be 0x and 1 to ${orderRules.signatureBytesMax} bytes in hexadecimal`;
}

function isOrderType(value: unknown, orderRules: Profile['order']): value is OrderType {
  return orderRules.types.some((type) => type === value);
}

function notAmount(name: string) {
  return `order.${name} must be a positive whole number of millionths in digits`;
}

/** Unix seconds in digits or as an integer; absent, "0" and 0 mean that the order does not expire. */
function readExpiration(value: unknown): Result<number | undefined, string> {
  if (value === undefined) return ok(undefined);
  const seconds = typeof value === 'string' ? parseInteger(value) : value;
  if (typeof seconds !== 'number' || !Number.isSafeInteger(seconds * 1000) || seconds < 0) {
    return refuse('order.expiration must be Unix seconds');
  }
  if (seconds > EXPIRATION_MAX) return refuse(`order.expiration must be Unix seconds up to ${EXPIRATION_MAX}`);
  return ok(seconds === 0 ? undefined : seconds);
}

/** Price units a share, micro shares. */
export type PriceAndSize = { readonly price: number; readonly size: number };

/** `offTick`: the price, in dollars, of amounts that are acceptable but for it. */
export type AmountFault = { readonly text: string; readonly offTick?: number };

const RATIO = 'order.makerAmount and order.takerAmount must give a price';
const SHARE_DIGITS = 2;
const DIGITS_MAX = 6;
/** Decimals of dollar amounts by tick in price units: those of the tick and two for the shares. */
const DOLLAR_DIGITS: ReadonlyMap<number, number> = new Map([
  [1000, 3],
  [100, 4],
  [50, 5],
  [25, 6],
  [10, 5],
  [1, 6],
]);

/** A resting order must be on the tick; one that only takes is moved to a tick no worse for its signer. */
export function priceAndSize(form: OrderForm, tick: number): Result<PriceAndSize, AmountFault> {
  const isBuy = form.side === 'BUY';
  const cash = isBuy ? form.makerAmount : form.takerAmount;
  const size = isBuy ? form.takerAmount : form.makerAmount;
  const rests = form.orderType === 'GTC' || form.orderType === 'GTD';
  const dollarDigits = DOLLAR_DIGITS.get(tick) ?? DIGITS_MAX;
  const shareDigits = rests || !isBuy ? SHARE_DIGITS : dollarDigits;
  const cashName = isBuy ? 'makerAmount' : 'takerAmount';
  const sizeName = isBuy ? 'takerAmount' : 'makerAmount';
  if (!hasDigits(size, shareDigits)) return refuse(tooExact(sizeName, 'shares', shareDigits));
  if (!hasDigits(cash, dollarDigits)) return refuse(tooExact(cashName, 'dollars', dollarDigits));
  if (cash >= size) return refuse({ text: `${RATIO} below one dollar a share` });
  const down = mulDivFloor(cash, PRICE_ONE, size);
  const up = mulDivCeil(cash, PRICE_ONE, size);
  if (!rests) return ok({ price: isBuy ? down - (down % tick) : up + ((tick - (up % tick)) % tick), size });
  if (down === up && down % tick === 0) return ok({ price: down, size });
  return refuse({ text: `${RATIO} on the tick of ${formatPrice(tick)}`, offTick: cash / size });
}

function hasDigits(micro: number, digits: number) {
  return micro % (MICRO / tenTo(digits)) === 0;
}

function tooExact(name: string, unit: string, digits: number): AmountFault {
  return { text: `order.${name} must be ${unit} with at most ${digits} decimals` };
}

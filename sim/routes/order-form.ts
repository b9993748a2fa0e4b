/** sim/routes/order-form: the body of `POST /order` (4.3) or the first rule it breaks; by hand, for each order. */
import { isObject, type JsonObject } from '../../base/json.ts';
import { ok, type Result, refuse } from '../../base/result.ts';
import { parseInteger } from '../../base/units.ts';
import type { Profile } from '../../spec/profile.ts';
import type { OrderType, Side } from '../../spec/venue/command.ts';
import { MOMENT_LIMIT } from '../../spec/venue/rules.ts';
import { isLonger } from '../param-value.ts';

export type OrderForm = {
  readonly tokenId: string;
  readonly conditionId: string;
  readonly maker: string;
  readonly signer: string;
  /** Micro units: dollars of a BUY, shares of a SELL. */
  readonly makerAmount: number;
  /** Micro units: shares of a BUY, dollars of a SELL. */
  readonly takerAmount: number;
  readonly side: Side;
  readonly salt: string;
  readonly orderType: OrderType;
  readonly owner: string;
  readonly postOnly: boolean;
  /** Unix seconds; undefined if the order does not expire. */
  readonly expiration: number | undefined;
};

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

function notAmount(name: string): string {
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

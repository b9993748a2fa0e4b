/** sim/clob/trading/signed-body: the body of an order of real clients, brought into the form of the interface. */
import { isObject, type JsonObject } from '../../../base/json.ts';
import { ok, type Result, refuse } from '../../../base/result.ts';
import type { Profile } from '../../../spec/profile.ts';
import { type OrderForm, readOrderForm } from '../../routes/order-form.ts';
import type { TokenCard, TokenCards } from '../../views/token-card.ts';

/** The fields that the signature covers and the form does not keep. */
type SignedFields = Readonly<{
  signatureType: 0 | 1 | 2 | 3;
  timestamp: string;
  metadata: string;
  builder: string;
  signature: string;
}>;

export type SignedForm = { readonly form: OrderForm; readonly signed: SignedFields; readonly card: TokenCard };

export const INVALID_ORDER = 'Invalid order payload';
const ZERO_BYTES = `0x${'0'.repeat(64)}`;

/** Clients of version 2 ask for the version again when they read this text. */
const OTHER_VERSION = 'order_version_mismatch';

/** The salt may be a JSON number, the condition follows from the token, and two fields have defaults. */
export function readSignedBody(body: unknown, tokens: TokenCards, rules: Profile['order']): Result<SignedForm, string> {
  if (!isObject(body) || !isObject(body['order'])) return refuse(INVALID_ORDER);
  const { order } = body;
  if (isOtherVersion(order)) return refuse(OTHER_VERSION);
  const card = tokens.byTokenId(typeof order['tokenId'] === 'string' ? order['tokenId'] : '');
  if (card === undefined) return refuse('Invalid token id');
  const { salt, metadata = ZERO_BYTES, builder = ZERO_BYTES, conditionId = card.conditionId } = order;
  if (conditionId !== card.conditionId) return refuse('order.conditionId is not the market of order.tokenId');
  const text = Number.isSafeInteger(salt) ? String(salt) : salt;
  const read = readOrderForm({ ...body, order: { ...order, salt: text, metadata, builder, conditionId } }, rules);
  if (!read.ok) return refuse(`${INVALID_ORDER}: ${read.refusal}`);
  // `readOrderForm` has checked the types of all of these.
  const { signatureType, timestamp, signature } = order as Omit<SignedFields, 'metadata' | 'builder'>;
  const signed = { signatureType, timestamp, signature, metadata: String(metadata), builder: String(builder) };
  return ok({ form: read.value, signed, card });
}

/** Orders of version 1 have a nonce and no timestamp. */
function isOtherVersion(order: JsonObject) {
  return order['timestamp'] === undefined && (order['nonce'] !== undefined || order['feeRateBps'] !== undefined);
}

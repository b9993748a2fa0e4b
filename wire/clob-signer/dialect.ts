/** wire/clob-signer/dialect: an order or a cancellation in the form of a profile with signed orders. */

import { isObject, type JsonObject, parseJson } from '../../base/json.ts';
import { CHAIN_IDS, CLOB_CONTRACTS, type UnsignedOrder } from '../../spec/clob/order.ts';
import type { Wallet, WalletDialect } from '../credentials.ts';
import type { Request } from '../message.ts';
import { addressOf, signClobAuth, signOrder } from './signer.ts';

/** Signs the orders of `POST /order` and `POST /orders`, and names the id of `DELETE /order` as the profile does. */
export function inDialect(wallet: Wallet, dialect: WalletDialect, request: Request): Request {
  if (typeof request.body !== 'string') return request;
  if (request.path === '/orders' && request.method === 'POST') return inBatch(wallet, dialect, request, request.body);
  if (request.path !== '/order') return request;
  const body = parseJson(request.body);
  if (!isObject(body)) return request;
  if (request.method === 'DELETE') {
    const { orderId, ...rest } = body;
    return orderId === undefined ? request : withBody(request, { ...rest, [dialect.cancelField]: orderId });
  }
  const signed = withSignature(wallet, dialect, body);
  return signed === body ? request : withBody(request, signed);
}

/** The body with the signature of its order. One without a signature is sent so on purpose. */
function withSignature(wallet: Wallet, dialect: WalletDialect, body: unknown): unknown {
  if (!isObject(body) || wallet.privateKey === undefined) return body;
  const { order } = body;
  if (!isObject(order) || typeof order['signature'] !== 'string') return body;
  const signature = signatureOf(wallet.privateKey, order, dialect);
  return signature === undefined ? body : { ...body, order: { ...order, signature } };
}

/** Undefined for an order with a malformed field, which cannot be signed. */
function signatureOf(privateKey: string, order: JsonObject, dialect: WalletDialect) {
  const { standard, negativeRisk } = CLOB_CONTRACTS[dialect.contracts];
  const [domain] = dialect.isNegRisk(String(order['tokenId'])) ? negativeRisk : standard;
  if (domain === undefined) return undefined;
  try {
    return signOrder(privateKey, order as UnsignedOrder, domain);
  } catch {
    return undefined;
  }
}

function inBatch(wallet: Wallet, dialect: WalletDialect, request: Request, text: string): Request {
  const bodies = parseJson(text);
  if (!Array.isArray(bodies)) return request;
  return withBody(
    request,
    bodies.map((body: unknown) => withSignature(wallet, dialect, body)),
  );
}

function withBody(request: Request, body: unknown): Request {
  return { ...request, body: JSON.stringify(body) };
}

/** The request with the level-1 headers at `timestamp` (Unix seconds). Each nonce has a key of its own. */
export function signedByKey(
  privateKey: string,
  { prefix }: Pick<WalletDialect, 'prefix'>,
  request: Request,
  { timestamp, nonce }: { readonly timestamp: number; readonly nonce: string },
): Request {
  const lower = prefix.toLowerCase();
  const [chainId] = CHAIN_IDS;
  const own = {
    [`${lower}address`]: addressOf(privateKey),
    [`${lower}signature`]: signClobAuth(privateKey, { timestamp, nonce, chainId }),
    [`${lower}timestamp`]: String(timestamp),
    [`${lower}nonce`]: nonce,
  };
  return { ...request, headers: { ...request.headers, ...own } };
}

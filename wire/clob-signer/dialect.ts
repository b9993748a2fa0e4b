/** wire/clob-signer/dialect: brings an order or a cancellation in the form of the interface into that of a profile with signed orders. */
import { CLOB_CONTRACTS } from '../../spec/clob/contracts.ts';
import type { UnsignedOrder } from '../../spec/clob/order.ts';
import { isObject, parseJson } from '../../spec/json.ts';
import type { Wallet, WalletDialect } from '../credentials.ts';
import type { Request } from '../message.ts';
import { signOrder } from './signer.ts';

/** Signs the order of `POST /order` with the private key of the wallet, and names the id of `DELETE /order` as the profile does. */
export function inDialect(wallet: Wallet, dialect: WalletDialect, request: Request): Request {
  if (request.path !== '/order' || typeof request.body !== 'string') return request;
  const body = parseJson(request.body);
  if (!isObject(body)) return request;
  if (request.method === 'DELETE') {
    const { orderId, ...rest } = body;
    return orderId === undefined ? request : withBody(request, { ...rest, [dialect.cancelField]: orderId });
  }
  const { order } = body;
  if (wallet.privateKey === undefined || !isObject(order)) return request;
  const signature = signatureOf(wallet.privateKey, order, dialect);
  return signature === undefined ? request : withBody(request, { ...body, order: { ...order, signature } });
}

/** Undefined for an order with a malformed field, which cannot be signed. */
function signatureOf(privateKey: string, order: Readonly<Record<string, unknown>>, dialect: WalletDialect) {
  const { standard, negativeRisk } = CLOB_CONTRACTS[dialect.contracts];
  const [domain] = dialect.isNegRisk(String(order['tokenId'])) ? negativeRisk : standard;
  if (domain === undefined) return undefined;
  try {
    return signOrder(privateKey, order as UnsignedOrder, domain);
  } catch {
    return undefined;
  }
}

function withBody(request: Request, body: object): Request {
  return { ...request, body: JSON.stringify(body) };
}

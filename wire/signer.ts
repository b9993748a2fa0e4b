/** wire/signer: the client side of level-2 authentication. Signs requests; the simulator verifies with code of its own. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { signingString } from '../spec/auth.ts';
import type { Wallet } from './credentials.ts';
import type { Request } from './message.ts';

/** Making a key takes longer than signing with it. */
const keys = new WeakMap<Wallet, { readonly secret: string; readonly key: KeyObject }>();

/** The five headers for one request at `timestamp` (Unix seconds). Lower-case names, as requests carry them. */
export function authHeaders(wallet: Wallet, request: Request, timestamp: number): Record<string, string> {
  const stamp = String(timestamp);
  const body = typeof request.body === 'string' ? request.body : '';
  const digest = createHmac('sha256', keyOf(wallet))
    .update(signingString(stamp, request.method, request.path, body))
    .digest('hex');
  return {
    svc_address: wallet.address,
    svc_api_key: wallet.apiKey,
    svc_passphrase: wallet.passphrase,
    svc_timestamp: stamp,
    svc_signature: digest,
  };
}

/** The request with the five headers of `wallet` added. */
export function signed(wallet: Wallet, request: Request, timestamp: number): Request {
  return { ...request, headers: { ...request.headers, ...authHeaders(wallet, request, timestamp) } };
}

function keyOf(wallet: Wallet): KeyObject {
  const known = keys.get(wallet);
  if (known?.secret === wallet.secret) return known.key;
  const key = createSecretKey(Buffer.from(wallet.secret, 'base64'));
  keys.set(wallet, { secret: wallet.secret, key });
  return key;
}

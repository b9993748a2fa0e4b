/** wire/signer: the client side of level-2 authentication. The simulator verifies with separate code. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { signingString } from '../spec/auth.ts';
import { inDialect } from './clob-signer/dialect.ts';
import type { Wallet } from './credentials.ts';
import type { Request } from './message.ts';

/** The secret of a wallet and its last signature: within a second equal requests have equal signatures. */
type Pen = { readonly secret: string; readonly key: KeyObject; signed: string; digest: string };

const FIELDS = ['address', 'apiKey', 'passphrase', 'secret'] as const;

/** Making a key takes longer than signing with it. */
const pens = new WeakMap<Wallet, Pen>();

/** The five headers at `timestamp` (Unix seconds), lower case. Throws an `Error` for an incomplete wallet. */
export function authHeaders(wallet: Wallet, request: Request, timestamp: number): Record<string, string> {
  const stamp = String(timestamp);
  const body = typeof request.body === 'string' ? request.body : '';
  const digest = digestOf(wallet, signingString(stamp, request.method, request.path, body));
  const { dialect } = wallet;
  const prefix = (dialect?.prefix ?? 'SVC_').toLowerCase();
  return {
    [`${prefix}address`]: wallet.address,
    [`${prefix}api_key`]: wallet.apiKey,
    [`${prefix}passphrase`]: wallet.passphrase,
    [`${prefix}timestamp`]: stamp,
    [`${prefix}signature`]: dialect === undefined ? digest : padded(Buffer.from(digest, 'hex').toString('base64url')),
  };
}

function padded(base64url: string) {
  return base64url.padEnd(Math.ceil(base64url.length / 4) * 4, '=');
}

/** The request with the five headers of `wallet` added. Throws as `authHeaders`. */
export function signed(wallet: Wallet, request: Request, timestamp: number): Request {
  const own = wallet?.dialect === undefined ? request : inDialect(wallet, wallet.dialect, request);
  return { ...own, headers: { ...own.headers, ...authHeaders(wallet, own, timestamp) } };
}

function digestOf(wallet: Wallet, text: string): string {
  const pen = penOf(wallet);
  if (pen.signed !== text) {
    pen.digest = createHmac('sha256', pen.key).update(text).digest('hex');
    pen.signed = text;
  }
  return pen.digest;
}

function penOf(wallet: Wallet): Pen {
  const known = pens.get(wallet);
  if (known !== undefined && known.secret === wallet.secret) return known;
  checkWallet(wallet);
  const key = createSecretKey(Buffer.from(wallet.secret, 'base64'));
  // Empty parts are not signed.
  const pen = { secret: wallet.secret, key, signed: '', digest: '' };
  pens.set(wallet, pen);
  return pen;
}

/** Callers of the package may not be type checked, and a wallet that is missing in a list is undefined. */
function checkWallet(wallet: Partial<Wallet> | undefined) {
  const missing = FIELDS.filter((field) => typeof wallet?.[field] !== 'string');
  if (missing.length === 0) return;
  const known = 'a wallet of `simulator.credentials.wallets` or of a credentials file';
  throw new Error(`the wallet to sign with has no ${missing.join(', ')}: pass ${known}`);
}

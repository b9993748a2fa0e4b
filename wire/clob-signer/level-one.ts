/** wire/clob-signer/level-one: requests that a private key signs, to create or derive an API key. */
import { CHAIN_IDS } from '../../spec/clob/contracts.ts';
import type { WalletDialect } from '../credentials.ts';
import type { Request } from '../message.ts';
import { addressOf, signClobAuth } from './signer.ts';

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

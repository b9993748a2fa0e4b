/** sim/clob/signatures/clob-auth: the level-1 signature, by which the EOA of an address asks for a key. */
import { CHAIN_IDS } from '../../../spec/clob/order.ts';
import { type ClobAuth, clobAuthDigest } from './order.ts';
import type { SignerKeys } from './signer-keys.ts';
import { addressWord, hexDigits } from './words.ts';

/** The chain for which the EOA of `address` signed these fields, or undefined. Never throws. */
export function clobAuthChain(
  claim: ClobAuth & { readonly signature: string },
  keys: SignerKeys,
  chainIds: readonly number[] = CHAIN_IDS,
): number | undefined {
  const signature = hexDigits(claim.signature);
  const address = addressWord(claim.address)?.slice(24);
  if (signature === undefined || address === undefined) return undefined;
  return chainIds.find((chainId) => {
    const digest = clobAuthDigest(claim, chainId);
    return digest !== undefined && keys.isSignedBy(address, digest, signature);
  });
}

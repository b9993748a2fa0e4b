/** sim/clob/signatures/signer-keys: the proven public keys of the latest signers, which need no recovery. */
import {
  addressOfPublicKey,
  isSignedWith,
  type PublicKey,
  parseSignature,
  recoverKey,
  withMultiples,
} from './curve.ts';

export type SignerKeys = ReturnType<typeof createSignerKeys>;

type KnownKey = { readonly key: PublicKey; readonly uses: number };

const KEYS_MAX = 64;

/** A table of multiples takes the time of ten signatures, so an owner that signs only a few times gets none. */
const USES_BEFORE_TABLE = 8;

export function createSignerKeys(keysMax = KEYS_MAX) {
  const known = new Map<string, KnownKey>();
  const isRecovered: SignerKeys['isSignedBy'] = (address, digest, text) => {
    const signature = parseSignature(text);
    const key = signature && recoverKey(digest, signature);
    if (key === undefined || addressOfPublicKey(key) !== address) return false;
    keep(known, address, { key, uses: 0 }, keysMax);
    return true;
  };
  return {
    /** True if the next signature of `address` needs no recovery. */
    knows: (address: string) => known.has(address),
    /** True if the EOA of `address` (lower case) signed `digest`. All three are hexadecimal digits without 0x. */
    isSignedBy(address: string, digest: string, text: string) {
      const owner = known.get(address);
      if (owner === undefined) return isRecovered(address, digest, text);
      const signature = parseSignature(text);
      if (signature === undefined || !isSignedWith(owner.key, digest, signature)) return false;
      const uses = owner.uses + 1;
      keep(known, address, { key: uses === USES_BEFORE_TABLE ? withMultiples(owner.key) : owner.key, uses }, keysMax);
      return true;
    },
  };
}

/** The map is in the order of use: its first key is the one that was not used for the longest time. */
function keep(known: Map<string, KnownKey>, address: string, owner: KnownKey, keysMax: number) {
  known.delete(address);
  known.set(address, owner);
  const [oldest] = known.keys();
  if (known.size > keysMax && oldest !== undefined) known.delete(oldest);
}

/** The keys that this process has seen. Only the speed of verifications depends on them. */
export const SIGNER_KEYS = createSignerKeys();

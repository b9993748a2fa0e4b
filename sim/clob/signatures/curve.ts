/**
 * sim/clob/signatures/curve: ECDSA on secp256k1 with the recovery bit that wallets append. A signature is bound to that bit in both
 * directions, so recovery and verification accept the same signatures.
 */
import type { WeierstrassPoint } from '@noble/curves/abstract/weierstrass.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

export type PublicKey = WeierstrassPoint<bigint>;

/** `r` and `s` are in range, and `s` is low: the other of the two forms of a signature is refused. */
export type Signature = { readonly r: bigint; readonly s: bigint; readonly isOdd: boolean };

const { Point } = secp256k1;
const { Fn, Fp } = Point;
const SIGNATURE = /^[0-9a-fA-F]{130}$/;

/** 27 and 28; libraries of hardware wallets count from 0. */
const IS_ODD: ReadonlyMap<string, boolean> = new Map([
  ['1b', false],
  ['1c', true],
  ['00', false],
  ['01', true],
]);

/** 65 bytes in hexadecimal digits: r, s and v. */
export function parseSignature(digits: string): Signature | undefined {
  if (!SIGNATURE.test(digits)) return undefined;
  const r = BigInt(`0x${digits.slice(0, 64)}`);
  const s = BigInt(`0x${digits.slice(64, 128)}`);
  const isOdd = IS_ODD.get(digits.slice(128).toLowerCase());
  const isInRange = r > 0n && r < Fn.ORDER && s > 0n && s <= Fn.ORDER >> 1n;
  return isInRange && isOdd !== undefined ? { r, s, isOdd } : undefined;
}

/** A copy of the generator with larger windows than those that the library signs with. */
const generator = Point.fromAffine(Point.BASE.toAffine()).precompute(7);

/** The key whose signature of `digest` (64 hexadecimal digits) this is; undefined if there is none. */
export function recoverKey(digest: string, { r, s, isOdd }: Signature): PublicKey | undefined {
  const nonce = pointAt(r, isOdd);
  if (nonce === undefined) return undefined;
  const inverse = Fn.inv(r);
  const fromHash = generator.multiplyUnsafe(Fn.create(-BigInt(`0x${digest}`) * inverse));
  const key = nonce.multiplyUnsafe(Fn.create(s * inverse)).add(fromHash);
  return key.is0() ? undefined : key;
}

/** True if `recoverKey` would return `key`. Takes a third of its time for a key with windows. */
export function isSignedWith(key: PublicKey, digest: string, { r, s, isOdd }: Signature): boolean {
  const inverse = Fn.inv(s);
  const fromHash = generator.multiplyUnsafe(Fn.create(BigInt(`0x${digest}`) * inverse));
  const nonce = key.multiplyUnsafe(Fn.create(r * inverse)).add(fromHash);
  if (nonce.is0()) return false;
  const { x, y } = nonce.toAffine();
  return x === r && (y & 1n) === (isOdd ? 1n : 0n);
}

/** The last 20 bytes of the hash of a key, as 40 lower-case hexadecimal digits. */
export function addressOfPublicKey(key: PublicKey): string {
  return Buffer.from(keccak_256(key.toBytes(false).subarray(1))).toString('hex', 12);
}

function pointAt(x: bigint, isOdd: boolean): PublicKey | undefined {
  const square = Fp.create(x ** 3n + 7n);
  const root = Fp.pow(square, (Fp.ORDER + 1n) >> 2n);
  if (!Fp.eql(Fp.sqr(root), square)) return undefined;
  return Point.fromAffine({ x, y: (root & 1n) === (isOdd ? 1n : 0n) ? root : Fp.neg(root) });
}

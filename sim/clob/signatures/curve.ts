/** sim/clob/signatures/curve: ECDSA on secp256k1. A signature is bound to its recovery bit in both directions. */
import type { WeierstrassPoint } from '@noble/curves/abstract/weierstrass.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { checksummed } from '../../../wire/checksum.ts';

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

/** The public key that made this signature of `digest` (64 hexadecimal digits); undefined for an invalid signature. */
export function recoverKey(digest: string, { r, s, isOdd }: Signature): PublicKey | undefined {
  const nonce = pointAt(r, isOdd);
  if (nonce === undefined) return undefined;
  const inverse = Fn.inv(r);
  const found = sumOf(-BigInt(`0x${digest}`) * inverse, s * inverse, nonce);
  return found.is0() ? undefined : found;
}

/** True if `recoverKey` would return `key`. Takes a third of its time for a key with multiples. */
export function isSignedWith(key: PublicKey, digest: string, { r, s, isOdd }: Signature): boolean {
  const inverse = Fn.inv(s);
  const sum = sumOf(BigInt(`0x${digest}`) * inverse, r * inverse, key);
  if (sum.is0()) return false;
  const nonce = sum.toAffine();
  return nonce.x === r && isOddNumber(nonce.y) === isOdd;
}

/** The same key with a table of its multiples, which verifies faster. Takes the time of about ten signatures. */
export function withMultiples(key: PublicKey): PublicKey {
  return Point.fromAffine(key.toAffine()).precompute(6, false);
}

/** The last 20 bytes of the hash of a key, as 40 lower-case hexadecimal digits. */
export function addressOfPublicKey(key: PublicKey): string {
  return Buffer.from(keccak_256(key.toBytes(false).subarray(1))).toString('hex', 12);
}

/** Scalars are public, so the time may depend on them. */
function sumOf(ofGenerator: bigint, ofPoint: bigint, point: PublicKey): PublicKey {
  return Point.BASE.multiplyUnsafe(Fn.create(ofGenerator)).add(point.multiplyUnsafe(Fn.create(ofPoint)));
}

function pointAt(x: bigint, isOdd: boolean): PublicKey | undefined {
  const root = rootOf(Fp.create(x * x * x + 7n));
  if (root === undefined) return undefined;
  return Point.fromAffine({ x, y: isOddNumber(root) === isOdd ? root : Fp.neg(root) });
}

/** The library throws for a number that is no square. */
function rootOf(square: bigint): bigint | undefined {
  try {
    return Fp.sqrt(square);
  } catch {
    return undefined;
  }
}

/** The checksummed address of a private key, 0x and 64 hexadecimal digits. Own wallets have such keys. */
export function addressOfPrivateKey(privateKey: string): string {
  return checksummed(addressOfPublicKey(Point.BASE.multiply(BigInt(privateKey))));
}

function isOddNumber(value: bigint) {
  return (value & 1n) === 1n;
}

/**
 * sim/clob/signatures/curve: ECDSA on secp256k1 with the recovery bit that wallets append. A signature is bound to that bit in both
 * directions, so recovery and verification accept the same signatures.
 */
import type { WeierstrassPoint } from '@noble/curves/abstract/weierstrass.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { checksummed } from '../../../wire/checksum.ts';
import { affine, createWindows, jacobian, NOTHING, plusMultiple, type Windows } from './windows.ts';

export type PublicKey = { readonly point: WeierstrassPoint<bigint>; readonly windows?: Windows };

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
  const found = sumOf(-BigInt(`0x${digest}`) * inverse, s * inverse, { point: nonce });
  return found === undefined ? undefined : { point: Point.fromAffine(found) };
}

/** True if `recoverKey` would return `key`. Takes a third of its time for a key with windows. */
export function isSignedWith(key: PublicKey, digest: string, { r, s, isOdd }: Signature): boolean {
  const inverse = Fn.inv(s);
  const nonce = sumOf(BigInt(`0x${digest}`) * inverse, r * inverse, key);
  return nonce !== undefined && nonce.x === r && isOddNumber(nonce.y) === isOdd;
}

/** The same key, in a form that verifies faster. Takes the time of about ten signatures. */
export function withWindows({ point }: PublicKey): PublicKey {
  return { point, windows: createWindows(point, 6) };
}

/** The last 20 bytes of the hash of a key, as 40 lower-case hexadecimal digits. */
export function addressOfPublicKey({ point }: PublicKey): string {
  return Buffer.from(keccak_256(point.toBytes(false).subarray(1))).toString('hex', 12);
}

let generator: Windows | undefined;

/** `ofGenerator` times the generator and `ofPoint` times the point; undefined for the point at infinity. */
function sumOf(ofGenerator: bigint, ofPoint: bigint, { point, windows }: PublicKey) {
  generator ??= createWindows(Point.BASE, 7);
  const [a, b] = [Fn.create(ofGenerator), Fn.create(ofPoint)];
  const start = windows === undefined ? jacobian(point.multiplyUnsafe(b)) : plusMultiple(NOTHING, windows, b);
  const sum = start === undefined ? undefined : plusMultiple(start, generator, a);
  if (sum !== undefined) return affine(sum);
  const general = Point.BASE.mulAddUnsafe(a, point, b);
  return general.is0() ? undefined : general.toAffine();
}

function pointAt(x: bigint, isOdd: boolean): WeierstrassPoint<bigint> | undefined {
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

/** The checksummed address of a private key, 0x and 64 hexadecimal digits. The simulator gives its own wallets such keys. */
export function addressOfPrivateKey(privateKey: string): string {
  const point = Point.BASE.multiply(BigInt(privateKey));
  return checksummed(addressOfPublicKey({ point }));
}

function isOddNumber(value: bigint): boolean {
  return (value & 1n) === 1n;
}

/** sim/clob/signatures/curve tests: agreement with the library, and sums in which a point meets itself. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSignedWith, parseSignature, recoverKey, type Signature, withMultiples } from './curve.ts';

const { Point } = secp256k1;
const { Fn } = Point;

const scalar = fc.oneof(
  fc.bigInt({ min: 1n, max: Fn.ORDER - 1n }),
  fc.bigInt({ min: 1n, max: 200n }),
  fc.bigInt({ min: 1n, max: 200n }).map((small) => Fn.ORDER - small),
  fc.nat(255).map((bit) => Fn.create(1n << BigInt(bit))),
);

const wordOf = (value: bigint) => value.toString(16).padStart(64, '0');

/** The signature, and the digest, for which verification computes `a` times the generator plus `b` times the key. */
function signatureOf(a: bigint, b: bigint, privateKey: bigint): { digest: string; signature: Signature } | undefined {
  const multiplier = Fn.create(a + b * privateKey);
  if (multiplier === 0n) return undefined;
  const { x, y } = Point.BASE.multiply(multiplier).toAffine();
  const s = Fn.create(x * Fn.inv(b));
  return { digest: wordOf(Fn.create(a * s)), signature: { r: x, s, isOdd: (y & 1n) === 1n } };
}

it('recovers and verifies the key of every signature, with special sums', () => {
  fc.assert(
    fc.property(scalar, scalar, scalar, (a, b, privateKey) => {
      const signed = signatureOf(a, b, privateKey);
      fc.pre(signed !== undefined && signed.signature.r < Fn.ORDER);
      const { digest, signature } = signed as NonNullable<typeof signed>;
      const point = Point.BASE.multiply(privateKey);
      expect(recoverKey(digest, signature)?.equals(point)).toBe(true);
      for (const key of [point, withMultiples(point)]) {
        expect(isSignedWith(key, digest, signature)).toBe(true);
        expect(isSignedWith(key, digest, { ...signature, isOdd: !signature.isOdd })).toBe(false);
        expect(isSignedWith(key, wordOf(BigInt(`0x${digest}`) ^ 1n), signature)).toBe(false);
      }
    }),
    {
      numRuns: 6,
      examples: [
        [1n, 1n, 1n],
        [64n, 1n, 64n],
        [5n, 3n, 7n],
      ],
    },
  );
});

it('refuses a sum that is the point at infinity', () => {
  const key = Point.BASE;
  const signature = { r: 5n, s: 5n, isOdd: false };
  const digest = wordOf(Fn.ORDER - 5n);
  for (const form of [key, withMultiples(key)]) expect(isSignedWith(form, digest, signature)).toBe(false);
});

it('recovers no key from an r that is not on the curve', () => {
  const digits = `${wordOf(5n)}${wordOf(1n)}1b`;
  const signature = parseSignature(digits);
  expect(signature).toBeDefined();
  expect(signature && recoverKey(wordOf(1n), signature)).toBeUndefined();
});

/** proof/venue/oracle/exact.test: the arithmetic of the auditor equals the same sums in BigInt, for all sizes. */
import { test as property } from '@fast-check/vitest';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FeeTerms } from '../../../spec/venue/command.ts';
import { SIZE_LIMIT } from '../../../spec/venue/rules.ts';
import { addExactFee, cashFraction, newDigits, payoutFraction, roundedFee, wholeCash, wholePayout } from './exact.ts';

const size = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }),
  fc.integer({ min: 1, max: 1_000_000 }).map((shares) => shares * 1_000_000),
  fc.maxSafeInteger().map((value) => 1 + (Math.abs(value) % SIZE_LIMIT)),
  fc.integer({ min: 0, max: 3 }).map((less) => SIZE_LIMIT - less),
);
const price = fc.integer({ min: 1, max: 9_999 });
const terms: fc.Arbitrary<FeeTerms> = fc.record({
  rate: fc.integer({ min: 0, max: 1_000_000 }),
  exponent: fc.constantFrom(0, 1, 2),
  takerOnly: fc.boolean(),
});
const fills = fc.array(fc.record({ price, size }), { minLength: 1, maxLength: 6 });

describe('cash', () => {
  property.prop([price, size])('is whole dollars and a fraction of exactly price x size', (p, s) => {
    const exact = BigInt(p) * BigInt(s);
    expect([BigInt(wholeCash(p, s)), BigInt(cashFraction(p, s))]).toEqual([exact / 10_000n, exact % 10_000n]);
  });

  property.prop([fc.integer({ min: 0, max: 1_000_000 }), fc.maxSafeInteger().map(Math.abs)])(
    'of a payout is exact for any number of shares',
    (payout, shares) => {
      const exact = BigInt(payout) * BigInt(shares);
      const actual = [BigInt(wholePayout(payout, shares)), BigInt(payoutFraction(payout, shares))];
      expect(actual).toEqual([exact / 1_000_000n, exact % 1_000_000n]);
    },
  );
});

/** The fee on all these fills together, micro dollars, half up to five decimals of a dollar. */
function slowFee({ rate, exponent }: FeeTerms, each: readonly { price: number; size: number }[]): number {
  const exact = each.reduce(
    (sum, fill) =>
      sum + BigInt(fill.size) * BigInt(rate) * BigInt(fill.price * (10_000 - fill.price)) ** BigInt(exponent),
    0n,
  );
  const step = 10_000_000n * 100_000_000n ** BigInt(exponent);
  return Number((2n * exact + step) / (2n * step)) * 10;
}

function quickFee(fee: FeeTerms, each: readonly { price: number; size: number }[]): number {
  const sum = newDigits();
  for (const fill of each) addExactFee(sum, fee, fill.price, fill.size);
  return roundedFee(sum, fee.exponent);
}

describe('fees', () => {
  property.prop([terms, fills])('are the formula over all fills, rounded once', (fee, each) => {
    expect(quickFee(fee, each)).toBe(slowFee(fee, each));
  });

  test('are rounded half up at exactly half a step', () => {
    const flat: FeeTerms = { rate: 500_000, exponent: 0, takerOnly: true };
    expect(quickFee(flat, [{ price: 5_000, size: 10 }])).toBe(10);
    expect(quickFee(flat, [{ price: 5_000, size: 9 }])).toBe(0);
  });
});

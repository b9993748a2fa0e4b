/** The decimal limbs of a fee against BigInt, at sizes and rates up to the largest. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FeeTerms } from '../../spec/venue/command.ts';
import { RATE_LIMIT, SIZE_LIMIT } from '../../spec/venue/rules.ts';
import { addExactFee, newFeeSum, roundedFee } from './fees.ts';

const fill = fc.record({
  price: fc.oneof(
    fc.integer({ min: 1, max: 9_999 }),
    fc.integer({ min: 1, max: 99 }).map((cents) => cents * 100),
  ),
  size: fc.oneof(fc.integer({ min: 1, max: SIZE_LIMIT }), fc.integer({ min: 1, max: 1_000_000 })),
});

/** The exact fee in 1e-23 of five decimals of a dollar. */
function exact({ rate, exponent }: FeeTerms, price: number, size: number): bigint {
  const product = BigInt(price * (10_000 - price));
  return BigInt(size) * BigInt(rate) * product ** BigInt(exponent) * 10n ** BigInt(16 - 8 * exponent);
}

test.each([0, 1, 2] as const)('with exponent %i the running fee is exact and rounds half up', (exponent) => {
  const rates = fc.integer({ min: 0, max: RATE_LIMIT });
  fc.assert(
    fc.property(rates, fc.array(fill, { minLength: 1, maxLength: 20 }), (rate, fills) => {
      const terms = { rate, exponent, takerOnly: true };
      const sum = newFeeSum();
      let total = 0n;
      for (const { price, size } of fills) {
        addExactFee(sum, terms, price, size);
        total += exact(terms, price, size);
      }
      const limbs = (BigInt(sum.steps) * 10n ** 15n + BigInt(sum.rest)) * 10n ** 8n + BigInt(sum.fine);
      expect(limbs).toBe(total);
      expect([sum.rest < 1e15, sum.fine < 1e8]).toEqual([true, true]);
      expect(BigInt(roundedFee(sum))).toBe(((2n * total + 10n ** 23n) / (2n * 10n ** 23n)) * 10n);
    }),
    { numRuns: 2_000, seed: 3 },
  );
});

test.each([0, 1, 2] as const)(
  'at the largest rate and exponent %i price and fee together grow with the price',
  (exponent) => {
    const cost = (price: number): bigint => {
      const [spread, one] = [BigInt(price * (10_000 - price)), 100_000_000n].map((base) => base ** BigInt(exponent));
      return BigInt(price) * 100n * (one ?? 0n) + BigInt(RATE_LIMIT) * (spread ?? 0n);
    };
    for (let price = 1; price <= 10_000; price += 1) expect(cost(price)).toBeGreaterThan(cost(price - 1));
  },
);

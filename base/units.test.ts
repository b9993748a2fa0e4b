import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatMicro,
  formatPrice,
  formatUnits,
  mulDivCeil,
  mulDivFloor,
  mulDivHalfUp,
  notionalFloor,
  parseInteger,
  parseUnits,
  tenTo,
  unitsToNumber,
} from './units.ts';

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const natural = fc.oneof(fc.maxSafeNat(), fc.nat(), fc.nat(20));

/** Runs the property if the exact result is a safe integer, because the functions promise nothing else. */
function holds(fast: (a: number, b: number, c: number) => number, exact: (a: bigint, b: bigint, c: bigint) => bigint) {
  fc.assert(
    fc.property(natural, natural, natural, (a, b, c) => {
      fc.pre(c > 0);
      const answer = exact(BigInt(a), BigInt(b), BigInt(c));
      fc.pre(answer <= SAFE);
      expect(fast(a, b, c)).toBe(Number(answer));
    }),
    { numRuns: 2_000, seed: 7 },
  );
}

test('powers of ten are exact, and others are refused', () => {
  for (let digits = 0; digits <= 15; digits += 1) expect(BigInt(tenTo(digits))).toBe(10n ** BigInt(digits));
  expect(() => tenTo(16)).toThrow(/0 to 15/);
  expect(() => tenTo(-1)).toThrow(/0 to 15/);
});

describe('multiply and divide', () => {
  test('mulDivFloor equals BigInt', () => {
    holds(mulDivFloor, (a, b, c) => (a * b) / c);
  });

  test('mulDivCeil equals BigInt', () => {
    holds(mulDivCeil, (a, b, c) => (a * b + c - 1n) / c);
  });

  test('mulDivHalfUp equals BigInt', () => {
    holds(mulDivHalfUp, (a, b, c) => (2n * a * b + c) / (2n * c));
  });

  test('products past 2^53 are exact', () => {
    expect(mulDivFloor(9_999, 1_000_000_000_000_001, 10_000)).toBe(999_900_000_000_000);
    expect(mulDivCeil(9_999, 1_000_000_000_000_001, 10_000)).toBe(999_900_000_000_001);
    expect(mulDivHalfUp(9_007_199_254_740_991, 9_007_199_254_740_991, 9_007_199_254_740_991)).toBe(
      9_007_199_254_740_991,
    );
  });

  test('halves go up', () => {
    expect([mulDivHalfUp(1, 1, 2), mulDivHalfUp(3, 1, 2), mulDivHalfUp(1, 1, 3)]).toEqual([1, 2, 0]);
  });

  test('cash is rounded down', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 0, max: 1e15 }), (price, size) => {
        expect(notionalFloor(price, size)).toBe(Number((BigInt(price) * BigInt(size)) / 10_000n));
      }),
      { seed: 7 },
    );
  });
});

describe('decimal text', () => {
  test('printed values parse to the same value', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 8 }), (units, digits) => {
        expect(parseUnits(formatUnits(units, digits), digits)).toBe(units);
      }),
      { seed: 7 },
    );
  });

  test('printed text is the shortest', () => {
    expect([formatMicro(1_500_000), formatMicro(1), formatMicro(0), formatPrice(5_200)]).toEqual([
      '1.5',
      '0.000001',
      '0',
      '0.52',
    ]);
    expect(formatUnits(-1_050, 3)).toBe('-1.05');
  });

  test.each([
    '',
    '.',
    '1.',
    '.5',
    '01',
    '-1',
    '+1',
    '1e3',
    ' 1',
    '1 ',
    '0x10',
    '1,5',
    '1.2345678',
    '99999999999999999',
  ])('refuses %j as micro units', (text) => {
    expect(parseUnits(text, 6)).toBeUndefined();
  });

  test('trailing zeros do not count as precision', () => {
    expect(parseUnits('0.5200000000', 4)).toBe(5_200);
  });

  test('refuses values that are not exact', () => {
    expect(parseUnits('9007199254.740992', 6)).toBeUndefined();
    expect(parseUnits('9007199254.740991', 6)).toBe(Number.MAX_SAFE_INTEGER);
    expect([parseInteger('9007199254740991'), parseInteger('9007199254740992')]).toEqual([
      9_007_199_254_740_991,
      undefined,
    ]);
    expect([parseInteger('007'), parseInteger('1.0'), parseInteger('-1'), parseInteger('')]).toEqual(
      new Array(4).fill(undefined),
    );
  });

  test('the JSON number prints as the exact decimal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e14 }), (units) => {
        expect(Number(formatMicro(units))).toBe(unitsToNumber(units, 6));
      }),
      { seed: 7 },
    );
  });
});

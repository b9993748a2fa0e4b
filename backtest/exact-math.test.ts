import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { exp, ln, sqrt } from './exact-math.ts';

const off = (actual: number, expected: number): number =>
  Math.abs(actual - expected) / Math.max(Math.abs(expected), Number.MIN_VALUE);
const bitsOf = (x: number): string => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
};

const { E, LN2, LN10, SQRT2 } = Math;

describe('ln', () => {
  it('of known values', () => {
    expect(ln(1)).toBe(0);
    expect(off(ln(2), LN2)).toBeLessThan(1e-15);
    expect(off(ln(10), LN10)).toBeLessThan(1e-15);
    expect(off(ln(0.5), -LN2)).toBeLessThan(1e-15);
    expect(off(ln(E), 1)).toBeLessThan(1e-15);
    expect(off(ln(Number.MAX_VALUE), 709.782_712_893_384)).toBeLessThan(1e-15);
    expect(off(ln(Number.MIN_VALUE), -744.440_071_921_381_3)).toBeLessThan(1e-15);
  });

  it('of zero, negative numbers and infinity', () => {
    expect([ln(0), ln(-1), ln(Number.POSITIVE_INFINITY), ln(Number.NaN)]).toEqual([
      Number.NEGATIVE_INFINITY,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NaN,
    ]);
  });

  test.prop([fc.double({ min: 1e-300, max: 1e300, noNaN: true })])('is the logarithm to 15 digits', (x) => {
    expect(Math.abs(ln(x) - Math.log(x))).toBeLessThanOrEqual(1e-15 * Math.max(1e-15, Math.abs(Math.log(x))));
  });
});

describe('exp', () => {
  it('of known values', () => {
    expect(exp(0)).toBe(1);
    expect(off(exp(1), E)).toBeLessThan(1e-15);
    expect(off(exp(-1), 0.367_879_441_171_442_33)).toBeLessThan(1e-15);
    expect(off(exp(700), 1.014_232_054_735_004_5e304)).toBeLessThan(1e-15);
    expect([exp(710), exp(-746), exp(Number.NaN)]).toEqual([Number.POSITIVE_INFINITY, 0, Number.NaN]);
    expect(exp(709.78)).toBeLessThan(Number.POSITIVE_INFINITY);
    expect(exp(-745)).toBe(Number.MIN_VALUE);
  });

  test.prop([fc.double({ min: -700, max: 700, noNaN: true })])('is the exponential to 15 digits', (x) => {
    expect(off(exp(x), Math.exp(x))).toBeLessThan(1e-15);
  });
});

it('the square root of a known value', () => {
  expect(sqrt(2)).toBe(SQRT2);
});

describe('the bits', () => {
  it('are these on every version of Node', () => {
    expect([ln(3), ln(0.47), exp(0.1), exp(-3.7)].map((x) => bitsOf(x))).toEqual([
      '3ff193ea7aad030a',
      'bfe829251f66e5d3',
      '3ff1aec7b35a00d4',
      '3f99511fc6871044',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { normalProbability, normalQuantile } from './normal.ts';

const off = (actual: number, expected: number): number => Math.abs(actual - expected) / Math.abs(expected);

describe('the normal distribution', () => {
  // Abramowitz and Stegun, table 26.1 and 26.2.
  it.each([
    [0, 0.5],
    [0.5, 0.691_462_461_274_013_1],
    [1, 0.841_344_746_068_542_9],
    [1.96, 0.975_002_104_851_779_5],
    [3, 0.998_650_101_968_369_9],
    [-1, 0.158_655_253_931_457_05],
    [-2.9, 0.001_865_813_300_384_036_7],
    [-3, 0.001_349_898_031_630_094_6],
    [-3.1, 0.000_967_603_213_218_356_4],
    [-5, 2.866_515_718_791_939_1e-7],
    [-8, 6.220_960_574_271_785e-16],
  ])('at %s', (x, expected) => {
    expect(off(normalProbability(x), expected)).toBeLessThan(1e-12);
  });

  it('at its ends', () => {
    const ends = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NaN];
    expect(ends.map(normalProbability)).toEqual([0, 1, Number.NaN]);
  });
});

describe('its inverse', () => {
  it.each([
    [0.5, 0],
    [0.975, 1.959_963_984_540_054],
    [0.99, 2.326_347_874_040_841],
    [0.01, -2.326_347_874_040_841],
    [1e-7, -5.199_337_582_192_817],
  ])('at %s', (p, expected) => {
    expect(normalQuantile(p)).toBeCloseTo(expected, 10);
  });

  it('undoes the distribution', () => {
    for (let x = -7.5; x <= 0; x += 0.25) expect(normalQuantile(normalProbability(x))).toBeCloseTo(x, 10);
  });

  it('has no value outside', () => {
    expect([-0.1, 1.1, Number.NaN, 0, 1].map(normalQuantile)).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ]);
  });
});

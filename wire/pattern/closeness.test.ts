import { describe, expect, it } from 'vitest';
import { isAtLeast, isClose, withoutNoise } from './closeness.ts';

describe('JSON numbers of a target', () => {
  it.each([
    [0.1 + 0.2, 0.3],
    [90.00000000000001, 90],
    [1e9 + 1e-6, 1e9],
    [0, -1e-12],
    [3, 3],
  ])('%d is close to %d', (left, right) => {
    expect([isClose(left, right), isAtLeast(left, right), isAtLeast(right, left)]).toEqual([true, true, true]);
  });

  it.each([
    [1.000001, 1],
    [1e9 + 0.001, 1e9],
    [1e-6, 0],
  ])('%d is more than %d', (left, right) => {
    expect([isClose(left, right), isAtLeast(left, right), isAtLeast(right, left)]).toEqual([false, true, false]);
  });

  it('is close to nothing where it is none', () => {
    expect([isClose(NaN, NaN), isAtLeast(NaN, 0)]).toEqual([false, false]);
  });

  it('loses its noise and nothing else', () => {
    expect([0.1 + 0.2, 90.00000000000001, 1234.567891].map(withoutNoise)).toEqual([0.3, 90, 1234.567891]);
  });
});

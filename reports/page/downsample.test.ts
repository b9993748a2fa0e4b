import { describe, expect, it } from 'vitest';
import { kept } from './downsample.ts';

const times = Array.from({ length: 10_000 }, (_, index) => index);
const flat = times.map(() => 50);

describe('thinning a series', () => {
  it('keeps a short one whole', () => {
    expect(kept([1, 2, 3], [[1, 2, 3]], 3)).toEqual([0, 1, 2]);
  });

  it('keeps the ends, lone extremes of every column, and the order', () => {
    const [spike, dip] = [flat.with(4_321, 99), flat.with(8_765, 1)];
    const indices = kept(times, [spike, dip], 400);
    expect(indices.length).toBeLessThanOrEqual(400);
    expect(indices).toEqual(expect.arrayContaining([0, 4_321, 8_765, 9_999]));
    expect(indices).toEqual([...indices].sort((a, b) => a - b));
  });

  it('keeps a gap visible, and does not take it for the lowest value', () => {
    const holed = flat.with(5_000, -1).with(5_001, 2);
    const indices = kept(times, [holed], 200, (value) => value >= 0);
    expect(indices).toEqual(expect.arrayContaining([5_000, 5_001]));
  });

  it('copes with points that all have the same time', () => {
    expect(kept(flat, [flat], 100)).toEqual([0, 9_999]);
  });
});

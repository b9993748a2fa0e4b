import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { onStep, paramsOfPoint, pointCount, type RangeAxis, type Space } from './trials.ts';

const space = (more: Partial<Space>): Space => ({ lists: [], ranges: [], draws: 1, seed: '1', ...more });
const all = (given: Space): readonly object[] =>
  Array.from({ length: pointCount(given) }, (_, point) => paramsOfPoint(given, point));

describe('points', () => {
  it('combine listed values, the last parameter fastest', () => {
    const lists = [
      { name: 'size', values: [10, 20] },
      { name: 'fast', values: [true, false, 'maybe'] },
    ];
    expect(all(space({ lists })).map((params) => Object.values(params).join(' '))).toEqual([
      ...['10 true', '10 false', '10 maybe', '20 true', '20 false', '20 maybe'],
    ]);
  });

  it('without parameters are one', () => {
    expect(all(space({}))).toEqual([{}]);
  });

  it('draw the same values for every combination', () => {
    const ranges = [{ name: 'spread', low: 0, high: 1, scale: 'linear' as const }];
    const points = all(space({ lists: [{ name: 'size', values: [1, 2] }], ranges, draws: 3 }));
    const spreads = points.map((params) => Reflect.get(params, 'spread'));
    expect(spreads.slice(3)).toEqual(spreads.slice(0, 3));
    expect(new Set(spreads).size).toBe(3);
  });

  it('keep their values when ranges and draws are added', () => {
    const a: RangeAxis = { name: 'a', low: 0, high: 1, scale: 'linear' };
    const b: RangeAxis = { name: 'b', low: 1, high: 100, scale: 'log' };
    const few = all(space({ ranges: [b], draws: 2 }));
    const more = all(space({ ranges: [a, b], draws: 5 }));
    expect(more.slice(0, 2).map((params) => Reflect.get(params, 'b'))).toEqual(
      few.map((params) => Reflect.get(params, 'b')),
    );
    expect(all(space({ ranges: [b], draws: 2, seed: '2' }))).not.toEqual(few);
  });

  test.prop([
    fc.double({ min: 1e-6, max: 1e3, noNaN: true }),
    fc.double({ min: 1.001, max: 1e4, noNaN: true }),
    fc.boolean(),
    fc.boolean(),
  ])('lie within their range', (low, factor, isLog, hasStep) => {
    const high = low * factor;
    const step = hasStep ? { step: (high - low) / 4 } : {};
    const range: RangeAxis = { name: 'a', low, high, scale: isLog ? 'log' : 'linear', ...step };
    for (const params of all(space({ ranges: [range], draws: 20 }))) {
      const value = Number(Reflect.get(params, 'a'));
      expect(value).toBeGreaterThanOrEqual(low * (1 - 1e-9));
      expect(value).toBeLessThanOrEqual(high * (1 + 1e-9));
    }
  });

  it('reach every step, both bounds included', () => {
    const range: RangeAxis = { name: 'a', low: 0.01, high: 0.05, scale: 'linear', step: 0.01 };
    const values = new Set(all(space({ ranges: [range], draws: 200 })).map((params) => Reflect.get(params, 'a')));
    expect([...values].sort()).toEqual([0.01, 0.02, 0.03, 0.04, 0.05]);
  });

  it('on even logarithms are as often in each decade', () => {
    const range: RangeAxis = { name: 'a', low: 1, high: 100, scale: 'log' };
    const low = all(space({ ranges: [range], draws: 400 })).filter((params) => Reflect.get(params, 'a') < 10).length;
    expect(low).toBeGreaterThan(160);
    expect(low).toBeLessThan(240);
  });
});

describe('a step', () => {
  it('is the decimal that one expects', () => {
    expect([onStep(0.1, 0.1, 2), onStep(0.01, 0.01, 4), onStep(-1, 0.3, 1)]).toEqual([0.3, 0.05, -0.7]);
  });
});

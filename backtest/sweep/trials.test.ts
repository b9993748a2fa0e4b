import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { DEFAULT_ASSUMPTIONS } from '../options.ts';
import { type SweepSettings, windowsOf } from './settings.ts';
import {
  isTrialNumber,
  numberOf,
  numbersOf,
  onStep,
  paramsOfPoint,
  pointCount,
  type RangeAxis,
  type Space,
  spanOf,
  trialCount,
  trialOf,
} from './trials.ts';

const HOUR = 3_600_000_000;
const settings = (windows: SweepSettings['windows']): SweepSettings => ({
  touchstone: '',
  strategy: { name: '', sha256: '' },
  recording: '',
  params: {},
  space: { lists: [{ name: 'a', values: [1, 2, 3] }], ranges: [], draws: 2, seed: '' },
  seeds: ['1', '2'],
  marketSets: [['x'], ['y'], ['z']],
  assumptions: DEFAULT_ASSUMPTIONS,
  span: { from: 0, to: 10 * HOUR },
  windows,
  allowRead: [],
});
const WALK = windowsOf({ from: 0, to: 10 * HOUR }, { train: 4 * HOUR, test: 2 * HOUR, step: 2 * HOUR });

describe('numbers of trials', () => {
  it.each([[[]], [[...WALK]]])('name each trial once', (windows) => {
    const given = settings(windows);
    const numbers = Array.from({ length: 6 * 2 * 3 * Math.max(1, 2 * windows.length) }, (_, number) => number);
    expect(numbers.map((number) => numberOf(given, trialOf(given, number)))).toEqual(numbers);
    expect(isTrialNumber(given, numbers.length)).toBe(false);
    expect([-1, 0.5, Number.NaN].some((number) => isTrialNumber(given, number))).toBe(false);
    expect(() => trialOf(given, numbers.length)).toThrow(/invariant/);
  });

  it('of one point are in order of seeds, then markets', () => {
    const given = settings([]);
    expect(numbersOf(given, 'whole', 0, [1]).map((number) => trialOf(given, number))).toMatchObject(
      [0, 1].flatMap((seed) => [0, 1, 2].map((set) => ({ point: 1, seed, set }))),
    );
  });

  it('count tests of one point for each window', () => {
    expect(trialCount(settings([]))).toBe(36);
    expect(trialCount(settings([...WALK]))).toBe(WALK.length * (36 + 6));
  });
});

describe('windows', () => {
  it('train and test without a moment in common, up to the end of the span', () => {
    expect(
      WALK.map(({ train, test }) => [train.from, train.to + 1, test.from, test.to + 1].map((at) => at / HOUR)),
    ).toEqual([
      [0, 4, 4, 6],
      [2, 6, 6, 8],
      [4, 8, 8, 10],
    ]);
    expect(spanOf(settings([...WALK]), { phase: 'test', window: 1 })).toEqual(WALK[1]?.test);
  });

  it('do not exist if the span is too short', () => {
    expect(windowsOf({ from: 0, to: HOUR }, { train: HOUR, test: HOUR, step: HOUR })).toEqual([]);
  });
});

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
      '10 true',
      '10 false',
      '10 maybe',
      '20 true',
      '20 false',
      '20 maybe',
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

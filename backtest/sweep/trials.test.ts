import { describe, expect, it } from 'vitest';
import { DEFAULT_ASSUMPTIONS } from '../options.ts';
import { type SweepSettings, windowsOf } from './settings.ts';
import { isTrialNumber, numberOf, numbersOf, spanOf, trialCount, trialOf } from './trials.ts';

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

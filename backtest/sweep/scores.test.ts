import { describe, expect, it } from 'vitest';
import { bestOf, type PointScore, scoreOf } from './scores.ts';
import type { TrialFigures } from './settings.ts';

const DOLLAR = 1_000_000;
const trial = (dollars: number, brier: number | null = null): TrialFigures => {
  const pnl = dollars * DOLLAR;
  return { end: 'complete', pnl, fees: DOLLAR, drawdown: pnl, orders: 4, fills: 2, sharpe: 0, brier };
};
const FAILED: TrialFigures = { end: 'failed', message: 'it threw' };
const score = (point: number, ...trials: readonly TrialFigures[]): PointScore => scoreOf(point, trials, 'pnl', DOLLAR);

describe('the score of a point', () => {
  it('is the mean over its trials, with their spread', () => {
    expect(score(3, trial(1), trial(2), trial(6))).toEqual({
      point: 3,
      trials: 3,
      failed: 0,
      value: { mean: 3, deviation: 2.645_751_311_06, low: 1, high: 6 },
      pnl: 3,
      fees: 1,
      orders: 4,
      fills: 2,
      drawdown: 6,
    });
    expect(score(0, trial(5)).value?.deviation).toBeNull();
  });

  it('has no value when a trial failed, or has none', () => {
    expect(score(0, trial(100), FAILED)).toMatchObject({ failed: 1, value: null, pnl: 100 });
    expect(scoreOf(0, [trial(1, 0.2), trial(1)], 'brier', DOLLAR).value).toBeNull();
    expect(score(0, FAILED)).toMatchObject({ value: null, pnl: null, drawdown: null });
  });
});

describe('the best point', () => {
  it('has the best mean, and of equals the lowest number', () => {
    expect(bestOf([score(2, trial(5)), score(1, trial(5)), score(0, trial(4))], 'pnl')?.point).toBe(1);
    expect(bestOf([score(0, trial(100), FAILED), score(1, trial(1), trial(1))], 'pnl')?.point).toBe(1);
    expect(bestOf([score(0, FAILED)], 'pnl')).toBeUndefined();
  });

  it('has the lowest Brier score', () => {
    const brier = (point: number, value: number): PointScore => scoreOf(point, [trial(0, value)], 'brier', DOLLAR);
    expect(bestOf([brier(0, 0.25), brier(1, 0.2), brier(2, 0.3)], 'brier')?.point).toBe(1);
  });
});

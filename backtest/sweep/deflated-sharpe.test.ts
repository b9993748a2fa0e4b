/** backtest/sweep/deflated-sharpe tests: the examples that the authors published, and moments computed by hand. */
import { describe, expect, it } from 'vitest';
import { expectedMaximum, momentsOf, probabilisticSharpe } from './deflated-sharpe.ts';

describe('the probabilistic Sharpe ratio', () => {
  // Bailey and Lopez de Prado, The Sharpe Ratio Efficient Frontier (2012): a track record of 24 months.
  it('of a track record with fat tails, and of a normal one', () => {
    const months = { count: 24, sharpe: 0.458 };
    const fat = probabilisticSharpe({ ...months, skewness: -2.448, kurtosis: 10.164 }, 0);
    const normal = probabilisticSharpe({ ...months, skewness: 0, kurtosis: 3 }, 0);
    expect(fat).toBeCloseTo(0.913, 3);
    expect(normal).toBeCloseTo(0.982, 3);
  });

  it('is one half at the ratio itself', () => {
    expect(probabilisticSharpe({ count: 30, sharpe: 0.2, skewness: -1, kurtosis: 5 }, 0.2)).toBeCloseTo(0.5, 12);
  });
});

describe('the deflated Sharpe ratio', () => {
  // Bailey and Lopez de Prado, The Deflated Sharpe Ratio (2014), example: 1,250 days, an annual Sharpe ratio of 2.5.
  const days = { count: 1_250, sharpe: 2.5 / Math.sqrt(250), skewness: -3, kurtosis: 10 };
  const deviation = Math.sqrt(1 / 2 / 250);

  it('after 100 trials', () => {
    const expected = expectedMaximum(100, deviation);
    expect(expected).toBeCloseTo(0.1132, 4);
    expect(probabilisticSharpe(days, expected)).toBeCloseTo(0.9004, 4);
  });

  it('after 46 trials, and after 88 of normal returns', () => {
    expect(probabilisticSharpe(days, expectedMaximum(46, deviation))).toBeCloseTo(0.9505, 3);
    const normal = { ...days, skewness: 0, kurtosis: 3 };
    expect(probabilisticSharpe(normal, expectedMaximum(88, deviation))).toBeCloseTo(0.9505, 3);
  });

  it('of one trial is the probabilistic one', () => {
    expect(expectedMaximum(1, 0.5)).toBe(0);
  });
});

describe('moments', () => {
  it('by hand', () => {
    // Mean 2, squares off it 1 1 0 4 = 6, cubes -1 -1 0 8 = 6, fourth powers 1 1 0 16 = 18.
    const moments = momentsOf([1, 1, 2, 4]);
    expect(moments?.count).toBe(4);
    expect(moments?.sharpe).toBeCloseTo(2 / Math.sqrt(6 / 3), 12);
    expect(moments?.skewness).toBeCloseTo(6 / 4 / (6 / 4) ** 1.5, 12);
    expect(moments?.kurtosis).toBeCloseTo(18 / 4 / (6 / 4) ** 2, 12);
  });

  it.each([[[]], [[0.1]], [[0.1, 0.1, 0.1]], [[0, 0, 0]]])('not of %j', (returns) => {
    expect(momentsOf(returns)).toBeUndefined();
  });
});

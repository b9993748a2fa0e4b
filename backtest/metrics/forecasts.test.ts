import { describe, expect, it } from 'vitest';
import type { BacktestResult } from '../result.ts';
import { figuresOf, metricOf, numberOf, rowsOf } from './fixtures/measured.ts';
import { DAY, forecast, HOUR, market, minute, prices, result, START, settlement } from './fixtures/results.ts';

/** The first market's first outcome wins after 10 days, the second market's second outcome after 2 days. */
const END_0 = START + 10 * DAY;
const END_1 = START + 2 * DAY;
const twoMarkets = (more: Partial<BacktestResult> = {}): BacktestResult =>
  result({
    forecasts: [
      forecast(START, 0, 0.6, 0.5),
      forecast(START, 3, 0.7, 0.6),
      forecast(START + 9 * DAY, 0, 0.9, 0.8),
      forecast(END_0 - HOUR + 1, 0, 1, 0.99),
    ],
    prices: [
      prices(0, [START, 0.5], [START + 3 * DAY, 0.55], [START + 9 * DAY, 0.8], [END_0 - 2 * HOUR, 0.9]),
      prices(1, [START, 0.4], [START + DAY, 0.3], [START + DAY + 1, 0.2], [END_1 - 2 * HOUR, -1]),
    ],
    settlements: [settlement(END_1, 1, 0), settlement(END_0, 0, 1)],
    ...more,
  });

describe('scores at the forecast', () => {
  it('count each market once', () => {
    const run = twoMarkets();
    // First market: (0.4^2 + 0.1^2 + 0^2) / 3 = 0.17 / 3. Second market: 0.3^2 = 0.09. Mean of the two: 0.44 / 6.
    expect(metricOf(run, 'brier')).toMatchObject({ value: 0.0733333333333, samples: 2 });
    // First market: -(ln 0.6 + ln 0.9 + ln 1) / 3 = 0.205395..., second market: -ln 0.7 = 0.356675...
    expect(numberOf(run, 'log-loss')).toBeCloseTo((0.616_186_139_423_817_3 / 3 + 0.356_674_943_938_732_4) / 2, 11);
  });

  it('compare with the middle of the book at the same moments', () => {
    // Market: (0.5^2 + 0.2^2 + 0.01^2) / 3 = 0.0967, and 0.4^2 = 0.16; mean 0.12835. 1 - 0.0733333 / 0.12835.
    expect(numberOf(twoMarkets(), 'skill')).toBeCloseTo(1 - 0.44 / 6 / 0.128_35, 11);
  });

  it('leave forecasts without a middle out of the comparison, not out of the score', () => {
    const run = twoMarkets({ forecasts: [forecast(START, 0, 0.6, 0.5), forecast(START, 3, 0.7)] });
    // (0.16 + 0.09) / 2, and 1 - 0.16 / 0.25 from the first market alone.
    expect(figuresOf(run, 'brier', 'skill')).toEqual([0.125, 0.36]);
  });

  it('do not depend on the outcome that is named', () => {
    const of = (token: number, probability: number, mid: number): BacktestResult =>
      twoMarkets({ forecasts: [forecast(START, token, probability, mid)] });
    for (const id of ['brier', 'log-loss', 'skill']) {
      expect(numberOf(of(0, 0.75, 0.5), id), id).toBe(numberOf(of(1, 0.25, 0.5), id));
    }
    expect(numberOf(of(1, 0.25, 0.5), 'brier')).toBe(0.0625);
  });

  it('bound the loss of certainty that proves wrong', () => {
    const run = twoMarkets({ forecasts: [forecast(START, 0, 0, 0.5)] });
    // -ln 0.000001 = 6 x ln 10.
    expect(figuresOf(run, 'log-loss', 'brier')).toEqual([13.815510558, 1]);
  });
});

describe('scores at fixed times before the settlement', () => {
  it('take the forecast that stood then, against the book of that moment', () => {
    const run = twoMarkets();
    // A week before only the first market had a forecast: 0.6 against 0.55 in the book. 1 - 0.16 / 0.2025.
    expect(metricOf(run, 'brier-7d')).toMatchObject({ value: 0.16, samples: 1 });
    expect(numberOf(run, 'skill-7d')).toBeCloseTo(1 - 0.16 / 0.202_5, 11);
    // A day before: 0.9 against 0.8, and 0.7 against 0.7. Brier: (0.01 + 0.09) / 2; the market: (0.04 + 0.09) / 2.
    expect(metricOf(run, 'brier-1d')).toMatchObject({ value: 0.05, samples: 2 });
    expect(numberOf(run, 'skill-1d')).toBeCloseTo(1 - 0.1 / 0.13, 11);
    // An hour before: 0.9 against 0.9; the second book is unknown. The last forecast came a microsecond too late.
    expect(figuresOf(run, 'brier-1h', 'skill-1h')).toEqual([0.05, 0]);
  });

  it('are listed side by side', () => {
    expect(
      rowsOf(twoMarkets(), 'forecast-horizons')?.map(({ horizon, markets, forecasts }) => [
        horizon,
        markets,
        forecasts,
      ]),
    ).toEqual([
      ['at the forecast', 2, 4],
      ['7 days before', 1, 1],
      ['1 day before', 2, 2],
      ['1 hour before', 2, 2],
    ]);
  });
});

describe('calibration', () => {
  it('puts forecasts into ten bins, the last with 1', () => {
    const rows = rowsOf(twoMarkets(), 'calibration') ?? [];
    expect(rows).toHaveLength(10);
    expect(rows[6]).toEqual({ from: 0.6, to: 0.7, forecasts: 1, markets: 1, forecast: 0.6, frequency: 1 });
    expect(rows[7]).toEqual({ from: 0.7, to: 0.8, forecasts: 1, markets: 1, forecast: 0.7, frequency: 1 });
    expect(rows[9]).toEqual({ from: 0.9, to: 1, forecasts: 2, markets: 1, forecast: 0.95, frequency: 1 });
    expect(rows[0]).toEqual({ from: 0, to: 0.1, forecasts: 0, markets: 0, forecast: null, frequency: null });
  });

  it('weighs the errors of the bins', () => {
    // Weights: 1/3 in bin 6 (error 0.4), 1 in bin 7 (error 0.3), 2/3 in bin 9 (error 0.05); of 2 in all:
    // (0.4 / 3 + 0.3 + 0.1 / 3) / 2 = 0.7 / 3.
    expect(metricOf(twoMarkets(), 'calibration-error')).toMatchObject({ value: 0.233333333333, samples: 4 });
  });

  it('is perfect when half of the coins fall', () => {
    const run = result({
      markets: [market(0), market(1)],
      forecasts: [forecast(START, 0, 0.5), forecast(START, 2, 0.5)],
      settlements: [settlement(minute(1), 0, 1), settlement(minute(1), 1, 0)],
    });
    expect(figuresOf(run, 'calibration-error', 'brier')).toEqual([0, 0.25]);
  });
});

describe('markets without an outcome', () => {
  it.each([
    ['without forecasts', result(), 'the strategy made no forecasts'],
    ['without a settlement', twoMarkets({ settlements: [] }), 'no market with a forecast was settled to one outcome'],
    [
      'that are void',
      twoMarkets({ settlements: [settlement(END_0, 0, 0.5), settlement(END_1, 1, 0.5)] }),
      'no market with a forecast was settled to one outcome',
    ],
  ])('%s have no scores', (_, run, reason) => {
    for (const id of ['brier', 'log-loss', 'skill', 'calibration-error']) {
      expect(metricOf(run, id), id).toMatchObject({ value: null, reason, samples: 0 });
    }
  });

  it('and a market that was never wrong leave no skill to compute', () => {
    const run = twoMarkets({ forecasts: [forecast(START, 0, 0.9, 1)] });
    expect(metricOf(run, 'skill')).toMatchObject({ value: null, reason: 'the market was never wrong' });
  });

  it('and unknown middles leave no skill to compute', () => {
    const run = twoMarkets({ forecasts: [forecast(START, 0, 0.9)] });
    expect(metricOf(run, 'skill')).toMatchObject({ reason: 'the middle of the book was unknown at every forecast' });
  });

  it('and forecasts after the settlement do not count', () => {
    const run = twoMarkets({ forecasts: [forecast(END_0, 0, 1, 1)] });
    expect(metricOf(run, 'brier')).toMatchObject({ value: null });
  });
});

describe('intervals of scores', () => {
  it('draw markets', () => {
    const run = result({
      markets: Array.from({ length: 6 }, (_, index) => market(index)),
      forecasts: Array.from({ length: 6 }, (_, index) => forecast(START, 2 * index, 0.5, 0.5)),
      settlements: Array.from({ length: 6 }, (_, index) => settlement(minute(1), index, index % 2)),
    });
    expect(metricOf(run, 'brier')).toMatchObject({ value: 0.25, interval: { low: 0.25, high: 0.25 } });
    expect(metricOf(run, 'skill')).toMatchObject({ value: 0, interval: { low: 0, high: 0 } });
  });
});

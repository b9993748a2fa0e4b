import { describe, expect, it } from 'vitest';
import type { BacktestResult } from '../result.ts';
import { analyse } from './analysis.ts';
import { fiveMinutes } from './fixtures/five-minutes.ts';
import { figuresOf, metricOf, numberOf } from './fixtures/measured.ts';
import {
  DAY,
  equity,
  fill,
  HOUR,
  holding,
  market,
  minute,
  order,
  prices,
  result,
  START,
  settlement,
} from './fixtures/results.ts';
import { metricsOf } from './metrics.ts';

describe('profit', () => {
  it('is split at average cost', () => {
    const run = fiveMinutes();
    // 40 shares sold at 0.50 that cost 0.40.
    expect(numberOf(run, 'pnl-realised')).toBe(4);
    // 60 shares that cost 0.40 paid a dollar each.
    expect(numberOf(run, 'pnl-settled')).toBe(36);
    // 200 shares that cost 0.30 are at 0.35.
    expect(figuresOf(run, 'pnl-unrealised', 'fees')).toEqual([10, 0.5]);
    // 4 + 36 + 10 - 0.5, and 979.50 cash + 70 in shares - 1000.
    expect(figuresOf(run, 'pnl', 'equity', 'return', 'accounting-difference')).toEqual([49.5, 1_049.5, 0.0495, 0]);
  });

  it('averages the cost of purchases', () => {
    const run = result({
      fills: [
        fill(1, minute(1), 'BUY', 10, 0, 0.2),
        fill(2, minute(2), 'BUY', 20, 0, 0.5),
        fill(3, minute(3), 'SELL', 15, 0, 0.6),
      ],
      // 1000 - 2 - 10 + 9 = 997.
      equity: equity([minute(0), 1_000, 0], [minute(4), 997, 15 * 0.7]),
      holdings: [holding(0, 15, 6, 0.7)],
    });
    // 30 shares cost 12, so 0.40 each: 15 x (0.60 - 0.40) and 15 x (0.70 - 0.40).
    expect(figuresOf(run, 'pnl-realised', 'pnl-unrealised', 'accounting-difference')).toEqual([3, 4.5, 0]);
  });

  it('counts a split as two purchases at half a dollar, and a merge as two sales', () => {
    const run = result({
      sets: [
        { at: minute(1), market: 0, kind: 'split', size: 100_000_000 },
        { at: minute(3), market: 0, kind: 'merge', size: 60_000_000 },
      ],
      fills: [fill(1, minute(1), 'SELL', 40, 0, 0.7)],
      // 1000 - 100 + 28 + 60 = 988, and 40 shares of the second outcome at 0.35.
      equity: equity([minute(0), 1_000, 0], [minute(4), 988, 14]),
      holdings: [holding(1, 40, 20, 0.35)],
    });
    // 40 x (0.70 - 0.50); the merge sells at cost. 40 x (0.35 - 0.50).
    expect(figuresOf(run, 'pnl-realised', 'pnl-unrealised', 'pnl', 'accounting-difference')).toEqual([8, -6, 2, 0]);
  });

  it('gives half a dollar for each share of a void market', () => {
    const run = result({
      fills: [fill(1, minute(1), 'BUY', 50, 1, 0.8)],
      settlements: [settlement(minute(3), 0, 0.5, [0, 50], 40)],
      equity: equity([minute(0), 1_000, 0], [minute(3), 985, 0]),
    });
    // 50 x (0.50 - 0.80).
    expect(figuresOf(run, 'pnl-settled', 'pnl', 'accounting-difference')).toEqual([-15, -15, 0]);
  });

  it('follows the order of time, not that of the lists', () => {
    const run = result({
      fills: [fill(1, minute(1), 'BUY', 10, 0, 0.2), fill(2, minute(2), 'SELL', 10, 0, 0.3)],
      sets: [{ at: minute(3), market: 0, kind: 'split', size: 10_000_000 }],
    });
    // 10 x (0.30 - 0.20). Had the split come first, the average would be 0.35.
    expect(numberOf(run, 'pnl-realised')).toBe(1);
  });

  it('divides a payout between the outcomes that were held', () => {
    const run = result({
      fills: [fill(1, minute(1), 'BUY', 30, 0, 0.4), fill(2, minute(1), 'BUY', 10, 1, 0.5)],
      settlements: [settlement(minute(2), 0, 1, [30, 10], 17)],
      equity: equity([minute(0), 1_000, 0], [minute(2), 1_013, 0]),
    });
    // 30 x (1 - 0.40) - 10 x 0.50.
    expect(figuresOf(run, 'pnl-settled', 'accounting-difference')).toEqual([13, 0]);
  });

  it('values shares at the bids that were known last when the book is unknown in the end', () => {
    const run = result({
      fills: [fill(1, minute(1), 'BUY', 100, 1, 0.4)],
      equity: equity([minute(0), 1_000, 0], [minute(3), 960, 45]),
      holdings: [holding(1, 100, 40, 0.45, { mid: -1, age: 60 })],
    });
    expect(figuresOf(run, 'pnl-unrealised', 'accounting-difference')).toEqual([5, 0]);
  });

  it('counts shares that no record explains as free', () => {
    const run = result({ fills: [fill(1, minute(1), 'BUY', 10, 0, 0.5), fill(2, minute(2), 'SELL', 30, 0, 0.6)] });
    // 30 x 0.60 - 10 x 0.50, and nothing is left.
    expect(figuresOf(run, 'pnl-realised', 'pnl-unrealised')).toEqual([13, 0]);
  });

  it('takes a reversed trade back with its fee', () => {
    const run = result({
      fills: [
        fill(1, minute(1), 'BUY', 100, 0, 0.4, { fee: 1, reversedAt: minute(2) }),
        fill(2, minute(3), 'BUY', 10, 0, 0.5, { fee: 0.25 }),
      ],
      equity: equity([minute(0), 1_000, 0], [minute(4), 994.75, 6]),
      holdings: [holding(0, 10, 5, 0.6)],
    });
    expect(figuresOf(run, 'pnl-realised', 'pnl-unrealised', 'fees', 'accounting-difference')).toEqual([0, 1, 0.25, 0]);
    expect(figuresOf(run, 'fills', 'fills-reversed')).toEqual([1, 1]);
  });

  it('shows equity that no record explains', () => {
    const run = fiveMinutes({ equity: equity([minute(0), 1_000, 0], [minute(5), 979.5, 77]) });
    expect(numberOf(run, 'accounting-difference')).toBe(7);
  });

  it('is stated at the middle of the books as well', () => {
    const run = result({ equity: [{ at: START, cash: 960e6, holdings: 30e6, middle: 45e6 }] });
    expect([numberOf(run, 'pnl'), numberOf(run, 'pnl-middle')]).toEqual([-10, 5]);
  });
});

describe('risk', () => {
  it('measures the largest fall from a high', () => {
    const run = fiveMinutes();
    // 1000 to 998.50 is 1.50; 1009.50 (minute 2) to 1006.50 (minute 4) is 3.
    expect(numberOf(run, 'drawdown')).toBe(3);
    // 3 / 1009.5
    expect(figuresOf(run, 'drawdown-share', 'drawdown-from')).toEqual([0.00297176820208, minute(2)]);
    expect(numberOf(run, 'drawdown-to')).toBe(minute(4));
  });

  it('measures exposure over time', () => {
    const run = fiveMinutes();
    // (0 + 39 + 30 + 90 + 87) / 5 minutes.
    expect(figuresOf(run, 'exposure-mean', 'exposure-peak')).toEqual([49.2, 90]);
    // 90 / 1009.5
    expect(numberOf(run, 'exposure-peak-share')).toBe(0.0891530460624);
    // 4 of 5 minutes.
    expect(numberOf(run, 'time-in-market')).toBe(0.8);
  });

  it('adds up capital over days', () => {
    const run = fiveMinutes();
    // At cost: 40 for a minute, 24 for a minute, 24 + 60 for two minutes = 232 dollar-minutes; a day has 1440.
    expect(numberOf(run, 'capital-days-positions')).toBe(0.161111111111);
    // Order 3: 60 for a minute. Order 4: 5 for two minutes. Order 1 traded at once, order 5 was rejected. 70 / 1440.
    expect(numberOf(run, 'capital-days-orders')).toBe(0.0486111111111);
    // 49.5 / (302 / 1440)
    expect(numberOf(run, 'return-on-capital')).toBe(236.026490066);
  });

  it('frees the capital of the part of an order that filled', () => {
    const run = result({
      orders: [order(1, 'BUY', 100, 0, 0.5, { arrivedAt: START })],
      fills: [fill(1, START + DAY, 'BUY', 40, 0, 0.5)],
      equity: equity([START, 1_000, 0], [START + 3 * DAY, 980, 20]),
      prices: [prices(0, [START, 0.5])],
    });
    // 50 dollars for a day, then 30 for two; 20 dollars of shares for two days.
    expect(figuresOf(run, 'capital-days-orders', 'capital-days-positions')).toEqual([110, 40]);
  });

  it.each([
    [19 * HOUR, 'minute'],
    [20 * HOUR, 'hour'],
    [20 * DAY, 'day'],
  ])('over %d microseconds takes one return a %s', (duration, period) => {
    const run = result({ equity: equity([START, 1_000, 0], [START + duration, 1_000, 0]) });
    expect(metricOf(run, 'sharpe')?.title).toBe(`Sharpe ratio per ${period}`);
  });
});

describe('intervals', () => {
  /** One market for each gain: 100 shares bought at 0.50 a minute apart, each pays a dollar or nothing. */
  const markets = (gains: readonly (1 | 0)[], event?: string): BacktestResult => {
    const total = gains.reduce<number>((sum, payout) => sum + 100 * payout - 50, 0);
    return result({
      markets: gains.map((_, index) => market(index, event === undefined ? {} : { event })),
      fills: gains.map((_, index) => fill(index, minute(index + 1), 'BUY', 100, 2 * index, 0.5)),
      settlements: gains.map((payout, index) => settlement(minute(index + 1), index, payout, [100, 0], 50)),
      equity: equity([minute(0), 1_000, 0], [minute(gains.length), 1_000 + total, 0]),
    });
  };

  it('have no width when all markets earned the same', () => {
    expect(metricOf(markets([1, 1, 1, 1, 1]), 'pnl')).toMatchObject({ value: 250, interval: { low: 250, high: 250 } });
  });

  it('have the bounds that draws of markets have', () => {
    const { interval, samples } = metricOf(markets([1, 1, 1, 1, 0]), 'pnl') ?? {};
    // With k losers drawn the P&L is 250 - 100 k; k is binomial (5, 0.2):
    // P(k >= 3) = 5.8%, P(k >= 4) = 0.7%, P(k = 0) = 33%.
    expect(interval).toEqual({ low: -50, high: 250 });
    expect(samples).toBe(5);
  });

  it('count the markets of one event once', () => {
    expect(metricOf(markets([1, 1, 1, 1, 0], 'election'), 'pnl')).toMatchObject({
      intervalReason: 'an interval needs at least 5 events or markets, there are 1',
    });
  });

  it('lie around ratios that divide the mean by the deviation', () => {
    const run = markets(Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? 0 : 1)));
    // 20 minutes with 50 and 10 with -50: the mean is 50 / 3; squared distances: 20 * 1111.1 + 10 * 4444.4 = 66666.7.
    // The deviation is the root of 66666.7 / 29 = 2298.85, which is 47.9463...
    expect(numberOf(run, 'sharpe')).toBeCloseTo(0.347_611, 6);
    // The root of 10 * 2500 / 30 is 28.8675...
    expect(numberOf(run, 'sortino')).toBeCloseTo(0.577_35, 6);
    expect(metricOf(run, 'sharpe')).toMatchObject({ title: 'Sharpe ratio per minute', samples: 30 });
  });

  it.each(['sharpe', 'sortino'])('%s of fewer than 30 minutes is not stated', (id) => {
    const run = markets(Array.from({ length: 29 }, (_, index) => (index % 3 === 0 ? 0 : 1)));
    expect(metricOf(run, id)).toMatchObject({
      value: null,
      reason: 'too few observations: a ratio needs 30 returns, and there are 29',
    });
    expect(metricOf(run, id)?.interval).toBeUndefined();
  });

  it('lie around the ratio, although some events are drawn several times', () => {
    const run = markets(Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? 0 : 1)));
    const { value, interval } = metricOf(run, 'sharpe') ?? {};
    const middle = ((interval?.low ?? 0) + (interval?.high ?? 0)) / 2;
    // 40 minutes with 50 and 20 with -50: the mean is 50 / 3, the deviation about 47.5.
    expect(value).toBeCloseTo(0.3506, 3);
    expect(Math.abs(middle / (value ?? 0) - 1)).toBeLessThan(0.15);
  });

  it('are the same for the same seed and surround the value', () => {
    const run = markets(Array.from({ length: 35 }, (_, index) => (index % 7 === 1 || index % 7 === 4 ? 0 : 1)));
    const metric = metricOf(run, 'sharpe');
    expect(metricOf(run, 'sharpe')).toEqual(metric);
    expect(metric?.interval?.low).toBeLessThan(metric?.value ?? 0);
    expect(metric?.interval?.high).toBeGreaterThan(metric?.value ?? 0);
    expect(metricOf({ ...run, seed: '2' }, 'sharpe')?.interval).not.toEqual(metric?.interval);
  });
});

describe('runs without much in them', () => {
  it('that never began earn nothing', () => {
    const run = result();
    expect(figuresOf(run, 'pnl', 'equity', 'drawdown')).toEqual([0, 1_000, 0]);
    expect(metricOf(run, 'drawdown-from')?.reason).toBe('equity never fell below an earlier high');
    expect(metricOf(run, 'exposure-mean')?.reason).toBe('the run has no duration');
    expect(metricOf(run, 'sharpe')?.reason).toBe('too few observations: a ratio needs 30 returns, and there are 1');
    expect(metricOf(run, 'return-on-capital')?.reason).toBe('no capital was tied up');
  });

  it('that never trade have no Sharpe ratio', () => {
    const run = result({ equity: equity([minute(0), 1_000, 0], [minute(30), 1_000, 0]) });
    expect(metricOf(run, 'sharpe')?.reason).toBe('the returns do not vary');
  });

  it('have a value or a reason for every metric, and never a number that JSON does not know', () => {
    const runs = [result(), fiveMinutes(), result({ deposit: 0 }), result({ equity: equity([minute(0), 1_000, 0]) })];
    for (const metric of runs.flatMap((run) => metricsOf(analyse(run)))) {
      if (metric.value === null) expect(metric.reason, metric.id).toMatch(/^\w.+/);
      else expect(Number.isFinite(metric.value), metric.id).toBe(true);
      expect(metric.definition, metric.id).toMatch(/^[A-Z0-9].+\.$/);
    }
  });

  it('have ids that are all different', () => {
    const ids = metricsOf(analyse(result())).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

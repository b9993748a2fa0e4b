import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fiveMinutes } from './metrics/fixtures/five-minutes.ts';
import { forecast, minute, result } from './metrics/fixtures/results.ts';
import { DEFAULT_ASSUMPTIONS, LATENCIES } from './options.ts';
import { reportOf } from './report.ts';
import { BacktestReport } from './report-schema.ts';

const version = '1.2.3';
const full = fiveMinutes({
  params: { size: 10, name: 'a', fast: true },
  forecasts: [forecast(minute(0), 0, 0.6, 0.5)],
  sets: [{ at: minute(0), market: 1, kind: 'split', size: 2_000_000 }],
  log: [{ at: minute(1), text: 'bought' }],
});

describe('the report', () => {
  it.each([
    ['of a run of five minutes', full],
    ['of an empty recording', result()],
    ['of an interrupted run', result({ end: { kind: 'interrupted', row: 7 } })],
    [
      'of a strategy that failed',
      result({ end: { kind: 'strategy-failed', row: 7, callback: 'onBook', message: 'no', stack: 'at onBook' } }),
    ],
    ['of a strategy that hung', result({ end: { kind: 'strategy-hung', row: 7, callback: 'onBook', seconds: 10 } })],
  ])('%s has the published schema', (_, run) => {
    const report = reportOf(run, { version });
    expect(BacktestReport.parse(report)).toEqual(report);
    // Values that JSON cannot hold would be lost.
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('has a JSON Schema', () => {
    expect(z.toJSONSchema(BacktestReport)).toMatchObject({ additionalProperties: false, type: 'object' });
  });

  it('states orders and fills in dollars, shares and seconds', () => {
    const { orders, fills, sets, settlements, holdings, equity } = reportOf(full, { version });
    expect(orders[0]).toEqual({
      id: 1,
      market: 0,
      token: 0,
      side: 'BUY',
      type: 'GTC',
      postOnly: false,
      price: 0.41,
      size: 100,
      filled: 100,
      sentAt: minute(0),
      arrivedAt: minute(1),
      endedAt: minute(1),
      sentMid: 0.38,
      arrivalMid: 0.39,
      state: 'filled',
      reason: '',
      queueAhead: null,
    });
    expect(fills[1]).toEqual({
      order: 2,
      at: minute(2),
      market: 0,
      token: 0,
      side: 'SELL',
      price: 0.5,
      size: 40,
      fee: 0,
      isMaker: true,
      reason: 'trade-at-price',
      queueAhead: 10,
      waitedSeconds: 60,
      row: 6,
      mid: 0.5,
      mid1s: 0.49,
      mid10s: 0.48,
      mid60s: 0.5,
      reversedAt: null,
    });
    expect(fills[2]).toMatchObject({ market: 1, token: 3, mid1s: null });
    expect(sets).toEqual([{ at: minute(0), market: 1, kind: 'split', size: 2 }]);
    expect(settlements).toEqual([
      { at: minute(5), market: 0, payout: [1, 0], basis: 'recorded', held: [60, 0], cost: 24, paid: 60 },
    ]);
    expect(holdings).toEqual([
      { market: 1, token: 3, size: 200, cost: 60, mid: 0.35, price: 0.35, basis: 'bid', ageSeconds: 0 },
    ]);
    expect([equity.at[5], equity.cash[5], equity.holdings[5]]).toEqual([minute(5), 979.5, 70]);
  });

  it('states assumptions in milliseconds, shares and dollars, and which of them are rosier than the defaults', () => {
    const assumptions = {
      ...DEFAULT_ASSUMPTIONS,
      latency: LATENCIES.none,
      fee: { ...DEFAULT_ASSUMPTIONS.fee, rate: 20_000 },
    };
    const report = reportOf(result({ assumptions }), { version });
    expect(report.assumptions).toMatchObject({
      latencyMs: { feed: 0, order: 0 },
      fee: { rate: 0.02, exponent: 1, takerOnly: true },
      minSize: 5,
      quoteSize: 100,
      deposit: 10_000,
    });
    expect(report.rosier[0]).toBe('feed latency of 0 ms instead of 50 ms');
    expect(reportOf(full, { version }).assumptions.latencyMs).toMatchObject({ feed: 50, order: 150, compute: 1 });
  });

  it('carries the badge of an audit', () => {
    const audit = {
      passed: true,
      audits: [{ id: 'idle', title: 'Doing nothing', verdict: 'pass' as const, detail: '' }],
    };
    expect(reportOf(full, { version, audit }).audit).toEqual(audit);
    expect(reportOf(full, { version })).not.toHaveProperty('audit');
  });

  it('has null instead of moments that an empty recording lacks', () => {
    expect(reportOf(result(), { version }).data).toMatchObject({ first: null, last: null });
  });

  it('does not change the result', () => {
    const before = JSON.stringify(full);
    reportOf(full, { version });
    expect(JSON.stringify(full)).toBe(before);
  });
});

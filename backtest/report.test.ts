import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { profitRange } from '../reports/backtest/figures.ts';
import { at, runOn, runOver, withRecording } from './fixtures/recorded.ts';
import { fiveMinutes } from './metrics/fixtures/five-minutes.ts';
import { forecast, minute, result } from './metrics/fixtures/results.ts';
import { type Assumptions, DEFAULT_ASSUMPTIONS, LATENCIES } from './options.ts';
import { reliedOn, reportOf } from './report.ts';
import { BacktestReport } from './report-schema.ts';
import type { Strategy } from './strategy.ts';
import { BOUNDS, boundRun, markoutDoubt } from './without-inferred.ts';

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

const { latency, minSize } = DEFAULT_ASSUMPTIONS;
const BOOK = '0 snapshot yes buy 0.40 10 | sell 0.42 100';
const LATER = '9 level yes buy 0.30 5';
const take: Strategy = at({ 1: (c) => void c.place({ token: 0, side: 'BUY', price: 0.42, size: 10 }) });
const rest: Strategy = at({ 1: (c) => void c.place({ token: 0, side: 'BUY', price: 0.4, size: 10 }) });

const CASES: readonly [
  string,
  { rows: string; winner?: 'yes'; closesAt?: 'never' },
  Strategy,
  Partial<Assumptions>,
  RegExp[],
][] = [
  ['nothing', { rows: `${BOOK}\n${LATER}` }, take, {}, []],
  [
    'quotes without sizes',
    { rows: '0 quote yes buy 0.40\n0 quote yes sell 0.42\n9 quote yes sell 0.43' },
    take,
    {},
    [/^quotes without sizes, taken as 100 shares: 1 of 1 fills/],
  ],
  [
    'larger sizes of such quotes',
    { rows: '0 quote yes buy 0.40\n0 quote yes sell 0.42\n9 quote yes sell 0.43' },
    take,
    { quoteSize: 500e6 },
    [/^a quote without a size counts as 500 shares instead of 100/, /taken as 500 shares: 1 of 1 fills/],
  ],
  [
    'quotes with sizes',
    { rows: '0 quote yes buy 0.40 10\n0 quote yes sell 0.42 10\n9 quote yes sell 0.43 5' },
    take,
    { quoteSize: 500e6 },
    [],
  ],
  [
    'trades alone',
    { rows: '0 trade yes sell 0.40 50\n5 trade yes sell 0.39 900\n9 trade yes sell 0.30 5' },
    rest,
    {},
    [/^no books in 1 of 1 markets: no order fills/],
  ],
  [
    'inferred trades',
    { rows: `${BOOK}\n3 level yes buy 0.40 5\n4 level yes buy 0.40 100\n5 level yes buy 0.40 0\n${LATER}` },
    rest,
    { tradeShare: 0.5 },
    [/^0.5 of size decreases/, /^inferred trades: 1 of 1 fills/],
  ],
  ['a trade share without a use', { rows: `${BOOK}\n${LATER}` }, take, { tradeShare: 0.5 }, []],
  [
    'payments at the end',
    { rows: `${BOOK}\n${LATER}`, winner: 'yes', closesAt: 'never' },
    take,
    { settleAtEnd: true },
    [/^markets that did not resolve/, /^payments at the end: 1 of 1 fills/],
  ],
  ['payments of nothing', { rows: `${BOOK}\n${LATER}` }, take, { settleAtEnd: true }, []],
  [
    'rows without receive times',
    { rows: `${BOOK}\n${LATER}` },
    { ...take, onBook: () => undefined },
    { latency: { ...latency, feed: 'recorded' } },
    [/^3 rows have no receive time.*1 fills may/],
  ],
  [
    'a queue model without a use',
    { rows: `${BOOK}\n${LATER}` },
    take,
    { fidelity: 'injected', queue: 'none', consumption: false, tradeShare: 1 },
    [],
  ],
];

it.each(CASES)('%s', async (_, recorded, strategy, assumed, expected) => {
  const result = await runOver(recorded, strategy, { latency, minSize, ...assumed });
  const lines = reliedOn(result);
  expect(lines).toHaveLength(expected.length);
  for (const [number, line] of lines.entries()) expect(line).toMatch(expected[number] as RegExp);
  expect(result.orders).toHaveLength(1);
});

it('states the P&L as a range when fills rest on inferred trades', async () => {
  // Of 10 shares at 40 cents a fifth fills from a loss of 100; at the end they bring 30 cents each.
  // If every loss is a trade, all ten fill.
  const rows = `${BOOK}\n5 level yes buy 0.40 200\n6 level yes buy 0.40 0 | buy 0.30 50\n9 level yes buy 0.29 5`;
  const first = await runOver({ rows }, rest, { latency, minSize });
  const [withoutInferred, everyInferred] = await Promise.all(
    Object.values(BOUNDS).map((bound) => runOver({ rows }, rest, { latency, minSize, ...bound })),
  );
  if (withoutInferred === undefined || everyInferred === undefined) throw new Error('there are two bounds');
  expect(profitRange(reportOf(first, { version: '1', withoutInferred, everyInferred }))).toBe('-1.00 to 0.00 dollars');
});

const SNAPSHOT = '2 snapshot yes buy 0.40 10 | sell 0.42 100';
const FALLING = '3 snapshot yes buy 0.40 60 | sell 0.42 100\n9 snapshot yes buy 0.30 50 | sell 0.42 90';

it.each([
  // At 40 cents, 10 shares fill in the bound; at the end they bring 30 cents each.
  ['differs from the book before it', FALLING, '-1.00 to 0.00 dollars'],
  ['repeats the book', `${SNAPSHOT}\n${SNAPSHOT.replace('2', '9')}`, '0.00 to 0.00 dollars'],
  ['lies between recorded trades', `0 trade yes buy 0.42 1\n${FALLING}`, '-1.00 to 0.00 dollars'],
  ['repeats the book between trades', `0 trade yes buy 0.42 1\n${SNAPSHOT}`, undefined],
  ['is a quote between trades', '0 trade yes buy 0.42 1\n9 quote yes buy 0.40 1 | sell 0.42 1', undefined],
])('states the P&L as a range without an inferred fill: a snapshot that %s', async (_, rows, range) => {
  const recorded = { rows: `${BOOK}\n${rows}` };
  const given = { latency, minSize };
  const [first, bound] = await withRecording(recorded, (recording) => {
    const options = { recording, strategy: rest, name: 'test', params: {}, seed: '1' };
    const assumptions = { ...DEFAULT_ASSUMPTIONS, ...given };
    const result = runOn(recording, rest, given);
    expect(boundRun({ ...options, assumptions }, result, () => rest, 'none')).toBeUndefined();
    const again = boundRun({ ...options, assumptions }, result, () => rest, 'all');
    return [result, again && runOn(recording, rest, again.assumptions)];
  });
  expect(first?.fills).toEqual([]);
  const report = first && reportOf(first, { version: '1', ...(bound ? { everyInferred: bound } : {}) });
  expect(report && profitRange(report)).toBe(range);
});

it.each([
  ['is the same with enough fills', -0.02, -0.01, 10, []],
  ['is another one', 0.02, -0.01, 10, ['0.0200 dollars a share with them, -0.0100 with 10 fills without']],
  ['is the same with few fills', -0.02, -0.01, 9, ['-0.0200 dollars a share with them, -0.0100 with 9 fills without']],
  ['does not exist', 0.02, null, 0, ['0.0200 dollars a share with them, no value without']],
  ['exists in neither run', null, null, 0, []],
] as const)('doubts a markout whose sign without inferred trades %s', (_, first, markout10s, fills, doubts) => {
  const found = markoutDoubt({ profit: 0, markout1s: null, markout60s: null, fills, markout10s }, first);
  expect(found).toHaveLength(doubts.length);
  for (const [number, doubt] of doubts.entries()) expect(found[number]).toContain(doubt);
});

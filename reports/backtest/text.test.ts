import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fiveMinutes } from '../../backtest/metrics/fixtures/five-minutes.ts';
import { forecast, minute, result, START, settlement } from '../../backtest/metrics/fixtures/results.ts';
import { DEFAULT_ASSUMPTIONS, LATENCIES } from '../../backtest/options.ts';
import { reportOf } from '../../backtest/report.ts';
import type { BacktestResult } from '../../backtest/result.ts';
import { isoMicros } from './figures.ts';
import { backtestText } from './text.ts';

const textOf = (run: BacktestResult): string => backtestText(reportOf(run, { version: '1.2.3' }));

describe('the summary of a backtest', () => {
  it('states assumptions, data, result, risk and execution', () => {
    expect(textOf(fiveMinutes())).toBe(`\
Touchstone 1.2.3  backtest of by hand  seed 1
fidelity   overlay, queue model risk-averse
           latency in ms: feed 50, order 150, cancel 150, response 50, compute 1

data       12 rows, 2 markets, 2026-01-01T00:00:00Z to 2026-01-01T00:05:00Z, checksum abc
defects    2 crossed-book; 1 gap, no book for 25.00% of the time
audit      not done (--audit)

P&L        +49.50 dollars, 4.95% of 1000; an interval needs at least 5 events or markets, there are 2
           realised +4.00, settled +36.00, unrealised +10.00, fees 0.50; +49.50 at the middle of the books
Sharpe     none: too few observations: a ratio needs 30 returns, and there are 5
Sortino    none: too few observations: a ratio needs 30 returns, and there are 5
drawdown   3.00 dollars, 0.30%, 2026-01-01T00:02:00Z to 2026-01-01T00:04:00Z
exposure   mean 49.20, peak 90.00 dollars (8.92% of equity)
capital    0.16 dollar-days in shares, 0.05 in orders, in the market 80.00% of the time

orders     5, rejected 1 (not enough balance 1); 87.18% of accepted shares filled
fills      3, volume 120.00 dollars; makers 66.67%, takers 33.33%
queue      median wait 45.000 s, 90% within 60.000 s
slippage   +0.0100 dollars a share from arrival, +0.0200 from the decision
markouts   1 s +0.0100, 10 s +0.0200, 60 s +0.0714, settlement +0.2857 dollars a share; \
the signs rest on 2 fills, too few to trust
forecasts  none: the strategy made no forecasts
`);
  });

  it('says first which assumptions are rosier than the defaults', () => {
    const assumptions = { ...DEFAULT_ASSUMPTIONS, queue: 'none' as const, latency: LATENCIES.fast };
    const lines = textOf(result({ assumptions })).split('\n');
    expect(lines.slice(3, 5)).toEqual([
      'ROSIER     queue model none instead of risk-averse',
      'ROSIER     feed latency of 10 ms instead of 50 ms',
    ]);
  });

  it('states the P&L as a range when inferred trades decide it', () => {
    const bound = (profit: number) => ({ profit, fills: 1, markout1s: null, markout10s: null, markout60s: null });
    const report = { ...reportOf(result(), { version: '1' }), withoutInferred: bound(-2), everyInferred: bound(3.5) };
    const text = backtestText(report);
    expect(text).toContain('from none to all that it may hide, the P&L is -2.00 to +3.50 dollars');
    expect(text).toContain('without inferred trades: P&L -2.00 dollars, 1 fill,');
  });

  it('scores forecasts', () => {
    const run = result({ forecasts: [forecast(START, 0, 0.6, 0.5)], settlements: [settlement(minute(5), 0, 1)] });
    // Brier 0.4^2; -ln 0.6; 1 - 0.16 / 0.25; |0.6 - 1|.
    expect(textOf(run)).toContain(`\
forecasts  Brier score 0.1600, log loss 0.5108, 1 market
           skill against the market +0.360, 1 day before none; calibration error 0.4000
`);
  });

  it('shows the badge of an audit and what failed', () => {
    const audits = [
      { id: 'a', title: 'Doing nothing', verdict: 'pass' as const, detail: '' },
      { id: 'b', title: 'Cutting the future off', verdict: 'fail' as const, detail: 'order 3 differs' },
    ];
    const text = backtestText(reportOf(result(), { version: '1.2.3', audit: { passed: false, audits } }));
    expect(text).toContain(
      'audit      FAILED: 1 of 2 audits passed\n           Cutting the future off: order 3 differs\n',
    );
  });

  it.each([
    [{ kind: 'interrupted', row: 7 }, 'interrupted at row 7: the report ends there\n'],
    [
      { kind: 'strategy-hung', row: -1, callback: 'onStart', seconds: 10 },
      'the strategy hung for more than 10 seconds in onStart before the first row: the report ends there\n',
    ],
    [
      { kind: 'strategy-hung', row: 7, callback: 'onBook', seconds: 10 },
      'the strategy hung for more than 10 seconds in onBook at row 7: the report ends there\n',
    ],
    [
      {
        kind: 'strategy-failed',
        row: 7,
        callback: 'onBook',
        message: 'no\u001b[2J',
        stack: 'Error: no\n    at onBook',
      },
      'the strategy threw in onBook at row 7: the report ends there\nno\\u001b[2J\n    at onBook\n',
    ],
  ] as const)('ends with why the run ended: %j', (end, last) => {
    expect(textOf(result({ end })).endsWith(`\n\n${last}`)).toBe(true);
  });

  it('says the same in colours', () => {
    const assumptions = { ...DEFAULT_ASSUMPTIONS, queue: 'none' as const };
    const report = reportOf(fiveMinutes({ assumptions, end: { kind: 'interrupted', row: 7 } }), { version: '1.2.3' });
    const coloured = backtestText(report, true);
    expect(coloured).not.toBe(backtestText(report));
    expect(stripVTControlCharacters(coloured)).toBe(backtestText(report));
  });
});

describe('moments', () => {
  it('keep their microseconds', () => {
    expect([isoMicros(START), isoMicros(START + 11), isoMicros(START + 250_000)]).toEqual([
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00.000011Z',
      '2026-01-01T00:00:00.25Z',
    ]);
  });
});

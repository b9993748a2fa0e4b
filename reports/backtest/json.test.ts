import { describe, expect, it } from 'vitest';
import { fiveMinutes } from '../../backtest/metrics/fixtures/five-minutes.ts';
import { minute, result } from '../../backtest/metrics/fixtures/results.ts';
import { reportOf } from '../../backtest/report.ts';
import { backtestJson } from './json.ts';

describe('the JSON report of a backtest', () => {
  it('has the value of the report', () => {
    const report = reportOf(fiveMinutes(), { version: '1.2.3' });
    expect(JSON.parse(backtestJson(report))).toEqual(report);
  });

  it('has the same bytes for the same result, and a line for each fill', () => {
    const text = backtestJson(reportOf(fiveMinutes(), { version: '1.2.3' }));
    expect(backtestJson(reportOf(fiveMinutes(), { version: '1.2.3' }))).toBe(text);
    expect(
      text.split('\n').filter((line) => line.includes('"queueAhead"') && line.includes('"waitedSeconds"')),
    ).toHaveLength(3);
  });

  it('may be put into a page, whatever the strategy logs', () => {
    const text = '</script><!-- \u202e\u001b[2J & \u2028';
    const json = backtestJson(reportOf(result({ log: [{ at: minute(0), text }] }), { version: '1.2.3' }));
    for (const char of '<>&\u001b\u2028\u202e') expect(json).not.toContain(char);
    expect(JSON.parse(json).log[0].text).toBe(text);
  });
});

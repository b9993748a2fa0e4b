import { describe, expect, it } from 'vitest';
import { fiveMinutes } from '../../backtest/metrics/fixtures/five-minutes.ts';
import { minute, result } from '../../backtest/metrics/fixtures/results.ts';
import { reportOf, reportViewOf } from '../../backtest/report.ts';
import type { ReportView } from '../../backtest/report-schema.ts';
import { linedJson } from './json.ts';

const jsonOf = (report: ReportView): string => [...linedJson(report)].join('');

describe('the JSON report of a backtest', () => {
  it('has the value of the report', () => {
    const report = reportOf(fiveMinutes(), { version: '1.2.3' });
    expect(JSON.parse(jsonOf(report))).toEqual(report);
  });

  it('has the same bytes for the same result, and a line for each fill', () => {
    const text = jsonOf(reportOf(fiveMinutes(), { version: '1.2.3' }));
    expect(jsonOf(reportOf(fiveMinutes(), { version: '1.2.3' }))).toBe(text);
    expect(
      text.split('\n').filter((line) => line.includes('"queueAhead"') && line.includes('"waitedSeconds"')),
    ).toHaveLength(3);
  });

  it('comes in pieces, since no string can hold the report of a run with millions of orders', () => {
    const log = Array.from({ length: 40_000 }, (_, index) => ({ at: minute(0), text: `line ${index}` }));
    const report = reportViewOf(result({ log }), { version: '1.2.3' });
    const pieces = [...linedJson(report)];
    expect(pieces.length).toBeGreaterThan(4);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(300_000);
    expect(JSON.parse(pieces.join(''))).toEqual(reportOf(result({ log }), { version: '1.2.3' }));
  });

  it('may be put into a page with any log of the strategy', () => {
    const text = '</script><!-- \u202e\u001b[2J & \u2028';
    const json = jsonOf(reportOf(result({ log: [{ at: minute(0), text }] }), { version: '1.2.3' }));
    for (const char of '<>&\u001b\u2028\u202e') expect(json).not.toContain(char);
    expect(JSON.parse(json).log[0].text).toBe(text);
  });
});

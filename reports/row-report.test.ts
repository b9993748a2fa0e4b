/** reports/row-report tests: rows become a report of the schema, with one verdict and lasting ids. */
import { expect, it } from 'vitest';
import { Report } from '../conformance/report.ts';
import { markdownReport } from './markdown.ts';
import { type Row, rowReport } from './row-report.ts';
import { textReport } from './text.ts';

const failure = { expected: 'a fill', actual: 'no fill', again: 'touchstone soak --replay 7' };
const passed: Row = { id: 'a', title: 'A', kind: 'seed' };
const failed: Row = { id: 'b', title: 'B', kind: 'seed', clauses: ['4.8/limit.max'], failures: [failure, failure] };
const untested: Row = { id: 'c', title: 'C', kind: 'seed', verdict: 'not-testable', reason: 'no market' };
const reportOf = (...rows: Row[]) =>
  rowReport({ command: 'soak', touchstone: '0.1.0', target: 'the venue', seed: '1', rows });

it.each([
  ['passed', [passed, untested]],
  ['failed', [passed, failed]],
  ['failed', [{ ...passed, verdict: 'error' }]],
  ['incomplete', [untested]],
  ['incomplete', []],
] as [string, Row[]][])('%s: %j', (verdict, rows) => {
  const report = reportOf(...rows);
  expect(Report.parse(report)).toEqual(report);
  expect(report.verdict).toBe(verdict);
});

it('is incomplete if it was cut short', () => {
  const cut = rowReport({
    command: 'run',
    touchstone: '0',
    target: '',
    seed: '1',
    rows: [passed],
    stopped: 'max-time',
  });
  expect(cut).toMatchObject({ verdict: 'incomplete', complete: false, stopped: 'max-time' });
});

it('has a finding with the command that repeats it; the same one again is counted', () => {
  const [check] = reportOf(failed).checks;
  expect(check).toMatchObject({
    verdict: 'fail',
    level: 'MUST',
    findings: [{ curl: failure.again, clause: '4.8/limit.max', more: 1 }],
  });
  expect(check?.findings).toHaveLength(1);
});

it('has findings whose ids depend on the row, and not on numbers', () => {
  const idOf = (expected: string, id = 'seed 1') =>
    reportOf({ ...failed, id, failures: [{ ...failure, expected }] }).checks[0]?.findings[0]?.id;
  expect(idOf('order 17 to fill')).toBe(idOf('order 4 to fill'));
  expect(idOf('order 17 to fill')).not.toBe(idOf('order 17 to rest'));
  expect(idOf('order 17 to fill')).not.toBe(idOf('order 17 to fill', 'seed 2'));
});

it.each([textReport, markdownReport])('%o: has the rows and nothing about clauses that they lack', (write) => {
  const text = write(reportOf(passed, failed, untested));
  expect(text).toContain('1 of 2 rows passed');
  expect(text).not.toMatch(/capabilities/i);
});

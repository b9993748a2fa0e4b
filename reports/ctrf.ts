/** reports/ctrf: the report in the Common Test Report Format. Without timings durations are 0; the run starts at 0. */
import type { CheckResult, Report } from '../conformance/report.ts';
import { evidenceOf, headlineOf, outcomeOf, reasonOf, type TestOutcome } from './outcome.ts';
import type { ReportExtras } from './report-writer.ts';
import { safeJson, visible } from './untrusted.ts';

type Status = 'passed' | 'failed' | 'skipped';

/** An error of Touchstone is a failed test, because no run with one may be green. */
const STATUSES: Readonly<Record<TestOutcome, Status>> = {
  passed: 'passed',
  failed: 'failed',
  errored: 'failed',
  expected: 'skipped',
  skipped: 'skipped',
};

export function ctrfReport(report: Report, { timings }: ReportExtras): string {
  const tests = [
    ...report.checks.map((check) => testOf(check, timings?.get(check.id) ?? 0)),
    ...report.stale.map((entry) => staleTest(visible(entry))),
  ];
  const count = (wanted: Status): number => tests.filter(({ status }) => status === wanted).length;
  const results = {
    tool: { name: 'touchstone', version: report.touchstone },
    summary: {
      tests: tests.length,
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      pending: 0,
      other: 0,
      start: 0,
      stop: tests.reduce((sum, { duration }) => sum + duration, 0),
    },
    tests,
    environment: {
      appName: visible(report.target),
      ...(report.labels !== undefined && { extra: { labels: report.labels } }),
    },
    extra: { command: report.command, verdict: report.verdict, coverage: report.coverage, complete: report.complete },
  };
  return `${safeJson({ reportFormat: 'CTRF', specVersion: '0.0.0', generatedBy: 'touchstone', results })}\n`;
}

function testOf(check: CheckResult, milliseconds: number) {
  const [first] = check.findings;
  const message = first === undefined ? reasonOf(check) : headlineOf(first);
  const lines = check.findings.flatMap((found) => [headlineOf(found), ...evidenceOf(found)]);
  return {
    name: visible(check.id),
    status: STATUSES[outcomeOf(check)],
    duration: Math.round(milliseconds),
    suite: [visible(check.kind)],
    rawStatus: check.expected === true ? 'expected failure' : check.verdict,
    tags: check.clauses.map(visible),
    ...(message === '' ? {} : { message: visible(message) }),
    ...(lines.length === 0 ? {} : { trace: lines.map(visible).join('\n') }),
  };
}

function staleTest(entry: string) {
  const message = 'a stale expectation: remove it from the file';
  return { name: entry, status: 'failed' as const, duration: 0, suite: ['expectations'], rawStatus: 'stale', message };
}

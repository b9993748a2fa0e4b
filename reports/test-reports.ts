/** reports/test-reports: the report as JUnit XML and as CTRF. */
import type { CheckResult, Finding, Report } from '../conformance/report.ts';
import { evidenceOf, headlineOf, outcomeOf, reasonOf, type TestOutcome } from './outcome.ts';
import type { ReportExtras } from './report-writer.ts';
import { jsonFile, visible, xml } from './untrusted.ts';

/** Milliseconds by check id. Without them the XML has no `time`, and equal runs give equal bytes. */
type Timings = ReadonlyMap<string, number> | undefined;

/**
 * JUnit XML in the dialect of Jenkins, one test case per check. Warnings and notes pass and appear in system-out. A
 * check that could not judge is skipped with its reason. An expected failure is skipped as well, so that CI stays
 * green. A stale expectation fails.
 */
export function junitReport(report: Report, { timings }: ReportExtras = {}): string {
  const groups = [...Map.groupBy(report.checks, ({ kind }) => kind)].map(([kind, checks]) =>
    suite(kind, checks, timings, report.labels),
  );
  const { tests, failures, errors } = totals(report.checks);
  const stale = report.stale.length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="touchstone" tests="${tests + stale}" failures="${failures + stale}" ` +
      `errors="${errors}"${timeOf(report.checks, timings)}>`,
    ...groups,
    ...(stale === 0 ? [] : [staleSuite(report.stale)]),
    '</testsuites>',
    '',
  ].join('\n');
}

function timeOf(checks: readonly CheckResult[], timings: Timings): string {
  if (timings === undefined) return '';
  const milliseconds = checks.reduce((sum, { id }) => sum + (timings.get(id) ?? 0), 0);
  return ` time="${(milliseconds / 1_000).toFixed(3)}"`;
}

function suite(kind: string, checks: readonly CheckResult[], timings: Timings, labels: Report['labels']): string {
  const { tests, failures, errors, skipped } = totals(checks);
  return [
    `  <testsuite name="${xml(kind)}" tests="${tests}" failures="${failures}" errors="${errors}" ` +
      `skipped="${skipped}"${timeOf(checks, timings)}>`,
    ...propertiesOf(labels),
    ...checks.map((check) => testCase(check, timings)),
    '  </testsuite>',
  ].join('\n');
}

function propertiesOf(labels: Report['labels'] = {}): readonly string[] {
  const rows = Object.entries(labels).map(
    ([name, value]) => `      <property name="${xml(name)}" value="${xml(value)}"/>`,
  );
  return rows.length === 0 ? [] : ['    <properties>', ...rows, '    </properties>'];
}

function staleSuite(stale: readonly string[]) {
  return [
    `  <testsuite name="expectations" tests="${stale.length}" failures="${stale.length}" errors="0" skipped="0">`,
    ...stale.flatMap((entry) => [
      `    <testcase classname="expectations" name="${xml(entry)}">`,
      '      <failure message="a stale expectation: take it out of the file"/>',
      '    </testcase>',
    ]),
    '  </testsuite>',
  ].join('\n');
}

function totals(checks: readonly CheckResult[]): Record<'tests' | 'failures' | 'errors' | 'skipped', number> {
  const count = (...wanted: TestOutcome[]) => checks.filter((check) => wanted.includes(outcomeOf(check))).length;
  const skipped = count('skipped', 'expected');
  return { tests: checks.length, failures: count('failed'), errors: count('errored'), skipped };
}

function testCase(check: CheckResult, timings: Timings): string {
  const content = contentOf(check).map((line) => `      ${line}`);
  const name = `classname="${xml(check.route ?? 'general')}" name="${xml(check.id)}"`;
  const open = `    <testcase ${name}${timeOf([check], timings)}`;
  return content.length === 0 ? `${open}/>` : [`${open}>`, ...content, '    </testcase>'].join('\n');
}

function contentOf(check: CheckResult): readonly string[] {
  const reason = xml(reasonOf(check));
  const details = xml(check.verdict) + check.findings.map((found) => `&#10;${detail(found)}`).join('');
  switch (outcomeOf(check)) {
    case 'failed': {
      const [first] = check.findings;
      return [`<failure message="${first === undefined ? reason : xml(headlineOf(first))}">${details}</failure>`];
    }
    case 'errored':
      return [`<error message="${reason}"/>`];
    case 'expected':
      return ['<skipped message="failed as expected"/>'];
    case 'skipped':
      return [`<skipped message="${xml(check.verdict)}: ${reason}"/>`];
    case 'passed':
      return check.findings.length === 0 ? [] : [`<system-out>${details}</system-out>`];
  }
}

function detail(found: Finding) {
  return [headlineOf(found), ...evidenceOf(found)].map(xml).join('&#10;  ');
}

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
  const count = (wanted: Status) => tests.filter(({ status }) => status === wanted).length;
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
  return jsonFile({ reportFormat: 'CTRF', specVersion: '0.0.0', generatedBy: 'touchstone', results });
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
    ...(message !== '' && { message: visible(message) }),
    ...(lines.length > 0 && { trace: lines.map(visible).join('\n') }),
  };
}

function staleTest(entry: string) {
  const message = 'a stale expectation: remove it from the file';
  return { name: entry, status: 'failed' as const, duration: 0, suite: ['expectations'], rawStatus: 'stale', message };
}

/** reports/tap: the report as TAP 14. Deviations are diagnostics in YAML; a run that was cut short bails out. */
import type { CheckResult, Report } from '../conformance/report.ts';
import { outcomeOf, reasonOf } from './outcome.ts';
import { visible } from './untrusted.ts';

export function tapReport(report: Report): string {
  const { checks, stale, complete, stopped, verdict, labels = {} } = report;
  const lines = [
    'TAP version 14',
    `1..${checks.length + stale.length}`,
    ...checks.flatMap((check, index) => [pointOf(check, index + 1), ...diagnosticsOf(check)]),
    ...stale.map((entry, index) => `not ok ${checks.length + index + 1} - ${plain(`stale expectation: ${entry}`)}`),
    ...Object.entries(labels).map(([name, value]) => `# label ${plain(`${name}=${value}`)}`),
    `# verdict ${verdict}`,
    ...(complete ? [] : [`Bail out! The run was cut short: ${stopped ?? 'incomplete'}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function pointOf(check: CheckResult, number: number): string {
  const description = `${number} - ${plain(check.id)}`;
  switch (outcomeOf(check)) {
    case 'passed':
      return `ok ${description}`;
    case 'failed':
    case 'errored':
      return `not ok ${description}`;
    case 'expected':
      return `not ok ${description} # todo failed as expected`;
    case 'skipped':
      return `ok ${description} # SKIP ${plain(`${check.verdict}: ${reasonOf(check)}`)}`;
  }
}

/** A `#` would begin a directive. */
function plain(text: string) {
  return visible(text).replaceAll(/[\\#]/g, '\\$&');
}

function diagnosticsOf(check: CheckResult): readonly string[] {
  const { findings, verdict } = check;
  if (findings.length === 0 && verdict !== 'error' && verdict !== 'fail') return [];
  const reason = reasonOf(check);
  const lines = [
    `verdict: ${scalar(verdict)}`,
    ...(reason === '' ? [] : [`message: ${scalar(reason)}`]),
    ...(findings.length === 0 ? [] : ['findings:']),
    ...findings.flatMap(({ clause, level, severity, pointer, expected, actual, request, response, curl }) => {
      const rows = { clause, level, severity, pointer, expected, actual, request, response, curl };
      return Object.entries(rows).map(
        ([name, text], index) => `${index === 0 ? '  - ' : '    '}${name}: ${scalar(text)}`,
      );
    }),
  ];
  return ['---', ...lines, '...'].map((line) => `  ${line}`);
}

/** A string of JSON is a string of YAML. */
function scalar(text: string) {
  return JSON.stringify(visible(text));
}

/** reports/markdown: the report as a job summary: verdict and numbers in a table, then each failure with its curl line. */
import type { CheckResult, Finding, Report } from '../conformance/report.ts';
import {
  adviceLines,
  baselineLine,
  capabilitiesLine,
  countsLine,
  coverageLine,
  hasNewFinding,
  notedChoices,
  resultLine,
  unexpectedFailures,
  withVerdict,
} from './summary.ts';
import { fenced, markdown } from './untrusted.ts';

/** Checks shown in full; a job summary has a size limit. */
const SHOWN = 50;

export function markdownReport(report: Report): string {
  const baseline = baselineLine(report);
  const rows: readonly (readonly [string, string])[] = [
    ['Target', report.target],
    ['Seed', report.seed],
    ...(report.profile === undefined ? [] : ([['Profile', report.profile]] as const)),
    ['Capabilities', capabilitiesLine(report)],
    ['Checks', countsLine(report)],
    ['Coverage', coverageLine(report)],
    ['Result', resultLine(report)],
    ...(baseline === undefined ? [] : ([['Baseline', baseline]] as const)),
  ];
  const sections = [
    `## Touchstone: ${markdown(report.verdict)}`,
    ['| | |', '|---|---|', ...rows.map(([name, text]) => `| ${name} | ${markdown(text)} |`)].join('\n'),
    adviceLines(report).map(markdown).join('\n'),
    bullets('Remarks', report.remarks),
    bullets('Stale expectations', report.stale),
    bullets(
      'Errors of Touchstone itself',
      withVerdict(report.checks, 'error').map(({ id, reason }) => `${id}: ${reason ?? ''}`),
    ),
    detailed('Failures', unexpectedFailures(report)),
    bullets(
      'Failed as expected',
      withVerdict(report.checks, 'fail').flatMap(({ id, expected }) => (expected === true ? [id] : [])),
    ),
    detailed('Warnings', withVerdict(report.checks, 'warn')),
    bullets(
      'Notes',
      notedChoices(report).map(
        ({ check, choice }) => `${choice.isNew === true ? 'NEW ' : ''}${check}: ${choice.clause} differs`,
      ),
    ),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function bullets(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  const lines = items.slice(0, SHOWN).map((item) => `- ${markdown(item)}`);
  return [`### ${title} (${items.length})`, '', ...lines, ...(items.length > SHOWN ? ['- and more'] : [])].join('\n');
}

function detailed(title: string, checks: readonly CheckResult[]): string {
  if (checks.length === 0) return '';
  const shown = checks.slice(0, SHOWN).map(checkBlock);
  const more = checks.length > SHOWN ? [`and ${checks.length - SHOWN} more`] : [];
  return [`### ${title} (${checks.length})`, ...shown, ...more].join('\n\n');
}

function checkBlock(check: CheckResult): string {
  const { id, title, findings } = check;
  const blocks = findings.filter(({ severity }) => severity !== 'note').map(findingBlock);
  return `<details><summary>${hasNewFinding(check) ? '<b>NEW</b> ' : ''}${markdown(id)}: ${markdown(title)}</summary>\n\n${blocks.join('\n\n')}\n\n</details>`;
}

function findingBlock({ clause, level, expected, actual, pointer, request, response, curl }: Finding): string {
  const place = pointer === '' ? '' : ` at ${pointer}`;
  return [
    `- clause ${markdown(clause)} (${level})`,
    `- request ${markdown(request)}`,
    `- expected ${markdown(expected)}`,
    `- actual ${markdown(actual + place)}`,
    `- response ${markdown(response)}`,
    '',
    fenced(curl, 'sh'),
  ].join('\n');
}

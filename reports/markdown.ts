/** reports/markdown: the report as a job summary: verdict and numbers in a table, then each failure with curl. */
import { atPointer } from '../base/json-pointer.ts';
import type { CheckResult, Finding, Report } from '../conformance/report.ts';
import {
  adviceLines,
  counterexampleText,
  countsLine,
  factRows,
  hasNewFinding,
  nextSteps,
  notedChoices,
  scenarioFile,
  stepLine,
  unexpectedFailures,
  withVerdict,
} from './summary.ts';
import { fenced, joinedSections, markdown, markdownSection } from './untrusted.ts';

/** Rows of a list, and checks shown in full. */
const SHOWN = 50;
/** GitHub drops a job summary above 1 MiB. The rest is for what other steps append. */
const SUMMARY_BYTES = 1_000_000;

/** The report for `$GITHUB_STEP_SUMMARY`: with fewer details if it would be too long. */
export function summaryReport(report: Report): string {
  for (let shown = SHOWN; shown > 0; shown = Math.floor(shown / 2)) {
    const text = markdownReport(report, shown);
    if (Buffer.byteLength(text) <= SUMMARY_BYTES) return text;
  }
  return `## Touchstone: ${markdown(report.verdict)}\n\n${markdown(countsLine(report))}\n`;
}

/** `shown`: how many rows each list has. */
export function markdownReport(report: Report, shown = SHOWN): string {
  const bullets = (title: string, items: readonly string[]) => markdownSection(title, items, shown);
  const detailed = (title: string, checks: readonly CheckResult[]) => blockList(title, checks, shown);
  const rows: readonly (readonly [string, string])[] = [
    ['Target', report.target],
    ['Seed', report.seed],
    ...(report.runId === undefined ? [] : ([['Run', report.runId]] as const)),
    ...(report.profile === undefined ? [] : ([['Profile', report.profile]] as const)),
    ...factRows(report),
  ];
  const sections = [
    `## Touchstone: ${markdown(report.verdict)}`,
    ['| | |', '|---|---|', ...rows.map(([name, text]) => `| ${name} | ${markdown(text)} |`)].join('\n'),
    adviceLines(report).map(markdown).join('\n'),
    bullets(
      'Fix these first',
      nextSteps(report).map((step) => stepLine(step)),
    ),
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
  return joinedSections(sections);
}

function blockList(title: string, checks: readonly CheckResult[], shown: number): string {
  if (checks.length === 0) return '';
  const blocks = checks.slice(0, shown).map(checkBlock);
  const more = checks.length > shown ? [`and ${checks.length - shown} more`] : [];
  return [`### ${title} (${checks.length})`, ...blocks, ...more].join('\n\n');
}

function checkBlock(check: CheckResult): string {
  const { id, title, findings } = check;
  const blocks = findings.filter(({ severity }) => severity !== 'note').map(findingBlock);
  const mark = hasNewFinding(check) ? '<b>NEW</b> ' : '';
  const summary = `${mark}${markdown(id)}: ${markdown(title)}`;
  return `<details><summary>${summary}</summary>\n\n${blocks.join('\n\n')}\n\n</details>`;
}

function findingBlock(found: Finding): string {
  const { clause, level, expected, actual, pointer, object, before = [], request, response, curl } = found;
  const file = scenarioFile(found);
  return [
    `- clause ${markdown(clause)} (${level})`,
    ...(request === '' ? [] : [`- request ${markdown(request)}`]),
    `- expected ${markdown(expected)}`,
    `- actual ${markdown(actual + atPointer(pointer))}`,
    ...(object === undefined ? [] : [`- in ${markdown(object)}`]),
    ...before.map((write) => `- after ${markdown(write)}`),
    ...(response === '' ? [] : [`- response ${markdown(response)}`]),
    ...(found.counterexample === undefined ? [] : [`- drawn ${markdown(counterexampleText(found))}`]),
    ...(file === undefined ? [] : [`- scenario ${markdown(file)}`]),
    '',
    fenced(curl, 'sh'),
  ].join('\n');
}

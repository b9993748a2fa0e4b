/**
 * reports/brief: the report on one screen: verdict, numbers, and the first failures in one line each. The lines are cut at the width
 * of the terminal; the command at the end may wrap.
 */
import type { CheckResult, Report } from '../conformance/report.ts';
import { createPaint, type Paint, verdictStyle } from './paint.ts';
import { adviceLines, numberRows, unexpectedFailures, withVerdict } from './summary.ts';
import { visible } from './untrusted.ts';

export type Screen = { readonly rows: number; readonly columns: number; readonly hasColours: boolean };

/** Remarks and stale expectations that are shown. */
const REMARKS = 3;
/** Failures that are shown on a screen of any height. */
const FAILURES_MIN = 3;

/** `whole`: how to get the whole report, in words. */
export function briefReport(report: Report, { rows, columns, hasColours }: Screen, whole: string): string {
  const paint = createPaint(hasColours);
  const cut = (text: string): string => visible(text).slice(0, columns - 1);
  const profile = report.profile === undefined ? '' : `  profile ${report.profile}`;
  const head = cut(`Touchstone ${report.touchstone}  target ${report.target}  seed ${report.seed}${profile}`);
  const remarks = [...report.remarks, ...report.stale.map((entry) => `stale: ${entry}`)];
  // A command that is cut off is of no use.
  const last = visible(`${'whole report'.padEnd(13)} ${whole}`);
  const closing = [
    ...numberRows(report).map(([name, text]) => cut(`${name.padEnd(13)} ${text}`)),
    ...adviceLines(report).map(cut),
    '',
    `${'verdict'.padEnd(13)} ${paint(verdictStyle(report), report.verdict)}`,
    last,
  ];
  const top = [paint('bold', head), ...limited(remarks, REMARKS, 'remarks').map(cut), ''];
  const room = Math.max(FAILURES_MIN, rows - top.length - closing.length - Math.ceil(last.length / columns) - 1);
  const failures = limited(failureRows(report), room, 'failures and warnings').map((row) =>
    failureLine(row, cut, paint),
  );
  return [...top, ...failures, ...(failures.length === 0 ? [] : ['']), ...closing, ''].join('\n');
}

/** Errors, unexpected failures, then warnings, as plain lines. */
function failureRows(report: Report): readonly string[] {
  return [
    ...withVerdict(report.checks, 'error').map(({ id, reason }) => `ERROR ${id}  ${reason ?? ''}`),
    ...unexpectedFailures(report).map((check) => `FAIL  ${findingText(check)}`),
    ...withVerdict(report.checks, 'warn').map((check) => `WARN  ${findingText(check)}`),
  ];
}

function findingText({ id, findings: [first] }: CheckResult): string {
  if (first === undefined) return id;
  return `${first.id}  ${id}  ${first.clause}: expected ${first.expected}; got ${first.actual}`;
}

const STYLES = { ERROR: 'red', 'FAIL ': 'red', 'WARN ': 'yellow' } as const;

function failureLine(row: string, cut: (text: string) => string, paint: Paint): string {
  const line = cut(row);
  const word = line.slice(0, 5);
  return Object.hasOwn(STYLES, word) ? `${paint(STYLES[word as keyof typeof STYLES], word)}${line.slice(5)}` : line;
}

/** At most `max` lines; the last one counts the others. */
function limited(lines: readonly string[], max: number, noun: string): readonly string[] {
  if (lines.length <= max) return lines;
  return [...lines.slice(0, max - 1), `... and ${lines.length - max + 1} more ${noun}`];
}

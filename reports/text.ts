/** reports/text: the report for people at a terminal: whole, or on one screen. */
import { atPointer } from '../base/json-pointer.ts';
import type { CheckResult, Finding, Report } from '../conformance/report.ts';
import { createPaint, type Paint, verdictStyle } from './paint.ts';
import {
  adviceLines,
  counterexampleText,
  hasNewFinding,
  moreLikeIt,
  type NextStep,
  nextSteps,
  notedChoices,
  numberRows,
  scenarioFile,
  stepLine,
  titleOf,
  unexpectedFailures,
  withVerdict,
} from './summary.ts';
import { clipped, joinedSections, listed, SHOWN, visible } from './untrusted.ts';

/** Bytes of the failures, and of the warnings, that are printed in full. */
const FAILURES_LENGTH = 40 * 1024;
const WARNINGS_LENGTH = 10 * 1024;

/** The report as text. `hasColours`: with terminal colours. */
export function textReport(report: Report, hasColours = false): string {
  const paint = createPaint(hasColours);
  const sections = [
    paint('bold', titleOf(report)),
    listed('remarks', report.remarks),
    listed('stale expectations', report.stale),
    ...errors(report),
    ...whileRoom('failures', unexpectedFailures(report), FAILURES_LENGTH, paint),
    expected(report),
    ...whileRoom('warnings', withVerdict(report.checks, 'warn'), WARNINGS_LENGTH, paint),
    notes(report),
    idle(report, 'not-testable', 'not testable'),
    idle(report, 'blocked', 'blocked'),
    // A user who chose a few checks knows that the rest did not run.
    report.filtered ? '' : listed('MUST clauses not verified', report.unverified),
    closing(report, paint),
    nextSteps(report)
      .slice(0, SHOWN)
      .map((step) => `${paint('bold', 'next')}  ${clipped(stepLine(step))}`)
      .join('\n'),
  ];
  return joinedSections(sections);
}

/** Checks in full until they have `room` bytes; then the ids of the others. */
function whileRoom(title: string, checks: readonly CheckResult[], room: number, paint: Paint): readonly string[] {
  const printed: string[] = [];
  let left = room;
  for (const [index, check] of checks.entries()) {
    const text = failure(check, paint);
    left -= Buffer.byteLength(text);
    if (left < 0) {
      const others = checks.slice(index).map(({ id }) => id);
      return [...printed, listed(`further ${title}, printed in --report json=FILE`, others)];
    }
    printed.push(text);
  }
  return printed;
}

function closing(report: Report, paint: Paint) {
  return [
    ...numberRows(report).map(([name, text]) => `${name.padEnd(13)} ${visible(text)}`),
    ...adviceLines(report),
    '',
    `${'verdict'.padEnd(13)} ${paint(verdictStyle(report), report.verdict)}`,
  ].join('\n');
}

function errors({ checks, command }: Report): readonly string[] {
  const blame = command === 'check' ? '\n  an error of Touchstone, not of the target' : '';
  return withVerdict(checks, 'error').map(
    ({ id, reason }) => `ERROR ${visible(id)}\n  ${visible(reason ?? '')}${blame}`,
  );
}

function failure(check: CheckResult, paint: Paint): string {
  const word = check.verdict === 'fail' ? paint(['bold', 'red'], 'FAIL') : paint(['bold', 'yellow'], 'WARN');
  const findings = check.findings.filter(({ severity }) => severity !== 'note').map((found) => finding(found));
  const mark = hasNewFinding(check) ? `${paint('bold', 'NEW')} ` : '';
  return [`${word} ${mark}${visible(check.id)}  ${visible(check.title)}`, ...findings].join('\n');
}

function finding(found: Finding): string {
  const more = found.more === undefined ? '' : ` (${moreLikeIt(found.more)})`;
  const rows: readonly (readonly [string, string])[] = [
    ['clause', `${found.clause} (${found.level})${more}`],
    ['request', found.request],
    ['expected', found.expected],
    ['actual', found.actual + atPointer(found.pointer)],
    ['in', found.object ?? ''],
    ...(found.before ?? []).map((write, index) => [index === 0 ? 'after' : '', write] as const),
    ['response', found.response],
    ['drawn', counterexampleText(found)],
    ['curl', found.curl],
    ['scenario', scenarioFile(found) ?? ''],
  ];
  return rows
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `  ${name.padEnd(9)} ${visible(text)}`)
    .join('\n');
}

function expected({ checks }: Report): string {
  const foreseen = withVerdict(checks, 'fail').filter((check) => check.expected === true);
  return listed('failed as expected', foreseen, ({ id }) => `  ${clipped(id)}`);
}

function notes(report: Report): string {
  const lines = notedChoices(report).map(
    ({ check, choice: { clause, expected, actual, isNew } }) =>
      `${isNew === true ? 'NEW ' : ''}${check}: ${clause} differs, expected ${expected}, was ${actual}`,
  );
  return listed('notes', lines);
}

function idle({ checks }: Report, verdict: 'not-testable' | 'blocked', title: string): string {
  const lines = withVerdict(checks, verdict).map(
    ({ id, reason, remedy }) => `${id}: ${reason ?? 'no reason given'}${remedy === undefined ? '' : `; ${remedy}`}`,
  );
  return listed(title, lines);
}

export type Screen = { readonly rows: number; readonly columns: number; readonly hasColours: boolean };

/** Remarks and stale expectations that are shown. */
const REMARKS = 3;
/** Steps that are shown on a screen of any height. */
const STEPS_MIN = 3;

/** `whole`: how to get the whole report, in words. */
export function briefReport(report: Report, { rows, columns, hasColours }: Screen, whole: string): string {
  const paint = createPaint(hasColours);
  const cut = (text: string) => visible(text).slice(0, columns - 1);
  const head = cut(titleOf(report));
  const remarks = [...report.remarks, ...report.stale.map((entry) => `stale: ${entry}`)];
  const errors = withVerdict(report.checks, 'error').map(({ id, reason }) => `ERROR ${id}  ${reason ?? ''}`);
  // A command that is cut off is of no use.
  const last = visible(`${'whole report'.padEnd(13)} ${whole}`);
  const top = [
    paint('bold', head),
    ...limited(remarks, REMARKS, 'remarks').map(cut),
    ...limited(errors, REMARKS, 'errors').map((line) => paint('red', cut(line))),
    '',
    ...numberRows(report).map(([name, text]) => cut(`${name.padEnd(13)} ${text}`)),
    ...adviceLines(report).map(cut),
    '',
    `${'verdict'.padEnd(13)} ${paint(verdictStyle(report), report.verdict)}`,
    last,
  ];
  const room = Math.max(STEPS_MIN, rows - top.length - Math.ceil(last.length / columns) - 1);
  const steps = stepRows(nextSteps(report), room, columns).map((line) =>
    line.startsWith(NEXT) ? `${paint('bold', 'next')}${cut(line).slice(4)}` : cut(line),
  );
  return [...top, ...(steps.length === 0 ? [] : ['', ...steps]), ''].join('\n');
}

const NEXT = 'next  ';

/** The steps, each with an example if all of them have room. */
function stepRows(steps: readonly NextStep[], room: number, columns: number): readonly string[] {
  const lineOf = (step: NextStep) => `${NEXT}${visible(stepLine(step, columns - NEXT.length - 1))}`;
  const detailed = steps.flatMap((step) => [lineOf(step), ...exampleLines(step)]);
  return detailed.length <= room ? detailed : limited(steps.map(lineOf), room, 'steps');
}

/** A clause, a request and the difference, unless the title of the step has it. */
function exampleLines({ example, title }: NextStep): readonly string[] {
  if (example === undefined || example.check.id.endsWith('.exists')) return [];
  const { clause, request, expected, actual, pointer } = example.finding;
  const difference = title.includes(expected) ? '' : `: expected ${expected}; got ${actual}${atPointer(pointer)}`;
  return [`      ${clause}  ${request}${difference}`];
}

/** At most `max` lines; the last one counts the others. */
function limited(lines: readonly string[], max: number, noun: string): readonly string[] {
  if (lines.length <= max) return lines;
  return [...lines.slice(0, max - 1), `... and ${lines.length - max + 1} more ${noun}`];
}

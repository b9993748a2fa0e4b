/** reports/brief: the report on one screen: verdict, numbers, and what to fix next, cut to the terminal's width. */
import { atPointer } from '../base/json-pointer.ts';
import type { Report } from '../conformance/report.ts';
import { type NextStep, nextSteps, stepLine } from './next-steps.ts';
import { createPaint, verdictStyle } from './paint.ts';
import { adviceLines, numberRows, titleOf, withVerdict } from './summary.ts';
import { visible } from './untrusted.ts';

export type Screen = { readonly rows: number; readonly columns: number; readonly hasColours: boolean };

/** Remarks and stale expectations that are shown. */
const REMARKS = 3;
/** Steps that are shown on a screen of any height. */
const STEPS_MIN = 3;

/** `whole`: how to get the whole report, in words. */
export function briefReport(report: Report, { rows, columns, hasColours }: Screen, whole: string): string {
  const paint = createPaint(hasColours);
  const cut = (text: string): string => visible(text).slice(0, columns - 1);
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
  const lineOf = (step: NextStep): string => `${NEXT}${visible(stepLine(step, columns - NEXT.length - 1))}`;
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

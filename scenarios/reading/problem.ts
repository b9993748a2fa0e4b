/** scenarios/reading/problem: a problem of a scenario file, its place, and the lines around it. */
import type { LineCounter } from 'yaml';

/** One problem. `line` and `column` count from 1; `frame`: the line, its neighbours and a caret, separated by `\n`. */
export type Problem = Readonly<{
  file: string;
  line: number;
  column: number;
  message: string;
  frame: string;
}>;

/** Problems beyond this number are not reported. */
export const PROBLEMS_MAX = 50;

const MESSAGE_MAX = 600;
const FRAME_WIDTH = 110;

/** The text of a file and the starts of its lines. */
export type Lines = { readonly file: string; readonly text: string; readonly lines: LineCounter };

export function problemAt({ file, text, lines }: Lines, offset: number, message: string): Problem {
  const found = lines.lineStarts.length === 0 ? { line: 1, col: 1 } : lines.linePos(Math.min(offset, text.length));
  const line = Math.max(found.line, 1);
  const column = Math.max(found.col, 1);
  return { file, line, column, message: oneLine(message), frame: frameOf(text, lines.lineStarts, line, column) };
}

/** The problem of a file that has no text to show. */
export function problemOfFile(file: string, message: string): Problem {
  return { file, line: 1, column: 1, message: oneLine(message), frame: '' };
}

/** In order of place; the files in the order in which they first occur. At most `PROBLEMS_MAX`. */
export function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const files = [...new Set(problems.map(({ file }) => file))];
  const place = new Map(files.map((file, index) => [file, index]));
  return problems
    .map((problem, index) => ({ problem, index, file: place.get(problem.file) ?? 0 }))
    .sort(
      (a, b) =>
        a.file - b.file || a.problem.line - b.problem.line || a.problem.column - b.problem.column || a.index - b.index,
    )
    .map(({ problem }) => problem)
    .slice(0, PROBLEMS_MAX);
}

function frameOf(text: string, starts: readonly number[], line: number, column: number): string {
  const from = Math.max(1, line - 1);
  const to = Math.min(starts.length, line + 1);
  const width = String(to).length;
  // A long line is shown around the place.
  const skipped = Math.max(0, column - Math.floor(FRAME_WIDTH / 2) - 1);
  const rows: string[] = [];
  for (let number = from; number <= to; number += 1) {
    const whole = text.slice(starts[number - 1] ?? 0, starts[number] ?? text.length).replace(/\r?\n$/, '');
    const shown = printable(whole.slice(skipped, skipped + FRAME_WIDTH));
    rows.push(`${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${shown}`.trimEnd());
    if (number === line) rows.push(`  ${' '.repeat(width)} | ${' '.repeat(column - 1 - skipped)}^`);
  }
  return rows.join('\n');
}

/** One character for one, so that carets stay in place; files must not send control characters to terminals. */
function printable(text: string) {
  return text.replaceAll('\t', ' ').replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, '?');
}

function oneLine(message: string) {
  const line = printable(message.replaceAll(/\s+/g, ' ').trim());
  return line.length > MESSAGE_MAX ? `${line.slice(0, MESSAGE_MAX - 3)}...` : line;
}

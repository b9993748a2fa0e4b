/** scenarios/reading/fault: a fault of a scenario file, its place, and the lines around it. */
import type { LineCounter } from 'yaml';

/** One fault. `line` and `column` count from 1; `frame` shows the line, its neighbours and a caret, lines separated by `\n`. */
export type Fault = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** One line: the expectation. */
  readonly message: string;
  readonly frame: string;
};

/** Faults beyond this number are not reported. */
export const FAULTS_MAX = 50;

const MESSAGE_MAX = 600;
const FRAME_WIDTH = 110;

/** The text of a file and the starts of its lines. */
export type Lines = { readonly file: string; readonly text: string; readonly lines: LineCounter };

/** The fault at `offset` of a text. */
export function faultAt({ file, text, lines }: Lines, offset: number, message: string): Fault {
  const found = lines.lineStarts.length === 0 ? { line: 1, col: 1 } : lines.linePos(Math.min(offset, text.length));
  const line = Math.max(found.line, 1);
  const column = Math.max(found.col, 1);
  return { file, line, column, message: oneLine(message), frame: frameOf(text, lines.lineStarts, line, column) };
}

/** The fault of a file that has no text to show. */
export function faultOfFile(file: string, message: string): Fault {
  return { file, line: 1, column: 1, message: oneLine(message), frame: '' };
}

/** In order of place; the files in the order in which they first occur. At most `FAULTS_MAX`. */
export function inOrder(faults: readonly Fault[]): readonly Fault[] {
  const files = [...new Set(faults.map(({ file }) => file))];
  const place = new Map(files.map((file, index) => [file, index]));
  return faults
    .map((fault, index) => ({ fault, index, file: place.get(fault.file) ?? 0 }))
    .sort(
      (a, b) => a.file - b.file || a.fault.line - b.fault.line || a.fault.column - b.fault.column || a.index - b.index,
    )
    .map(({ fault }) => fault)
    .slice(0, FAULTS_MAX);
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
function printable(text: string): string {
  return text.replaceAll('\t', ' ').replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, '?');
}

function oneLine(message: string): string {
  const line = printable(message.replaceAll(/\s+/g, ' ').trim());
  return line.length > MESSAGE_MAX ? `${line.slice(0, MESSAGE_MAX - 3)}...` : line;
}

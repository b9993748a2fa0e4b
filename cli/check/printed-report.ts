/** cli/check/printed-report: the report on standard output: whole if it fits one screen, otherwise what fits. */
import type { Report } from '../../conformance/report.ts';
import { briefReport, type Screen } from '../../reports/brief.ts';
import { textReport } from '../../reports/text.ts';
import { hasColours } from '../terminal/colors.ts';
import { shellWord } from '../terminal/shell-word.ts';

type Terminal = { readonly isTTY?: boolean; readonly rows?: number; readonly columns?: number };

const DEFAULT_ROWS = 24;
const DEFAULT_COLUMNS = 80;
/** A pipe has room for one screen of long lines. */
const PIPE: Required<Terminal> = { isTTY: false, rows: 50, columns: 300 };

type Layout = {
  /** `--short` and `--full`; without them the report is whole if it fits. */
  readonly isShort: boolean;
  readonly isFull: boolean;
  /** Rows that are printed after the report. */
  readonly below: number;
  /** The JSON report, if one is written. */
  readonly file: string | undefined;
};

export function printedReport(report: Report, stream: Terminal, { isShort, isFull, below, file }: Layout): string {
  const whole = textReport(report, hasColours(stream));
  if (isFull) return whole;
  const terminal = stream.isTTY ? stream : PIPE;
  // A terminal without a size says 0.
  const { rows, columns }: Pick<Screen, 'rows' | 'columns'> = {
    rows: (terminal.rows || DEFAULT_ROWS) - below,
    columns: terminal.columns || DEFAULT_COLUMNS,
  };
  if (!isShort && rowsOf(textReport(report), columns) < rows) return whole;
  const how = file === undefined ? 'add --full, or --report json=FILE' : `touchstone report ${shellWord(file)}`;
  return briefReport(report, { rows, columns, hasColours: hasColours(stream) }, how);
}

function rowsOf(text: string, columns: number): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), -1);
}

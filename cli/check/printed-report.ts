/** cli/check/printed-report: the report on standard output: whole, or on a terminal that is too short for it, what fits. */
import type { Report } from '../../conformance/report.ts';
import { briefReport, type Screen } from '../../reports/brief.ts';
import { textReport } from '../../reports/text.ts';
import { hasColours } from '../terminal/colors.ts';
import { shellWord } from '../terminal/shell-word.ts';

type Terminal = { readonly isTTY?: boolean; readonly rows?: number; readonly columns?: number };

const DEFAULT_ROWS = 24;
const DEFAULT_COLUMNS = 80;

/** `below`: rows that are printed after the report. `file`: the JSON report, if one is written. */
export function printedReport(
  report: Report,
  terminal: Terminal,
  { isFull, below, file }: { readonly isFull: boolean; readonly below: number; readonly file: string | undefined },
): string {
  const whole = textReport(report, hasColours(terminal));
  if (terminal.isTTY !== true || isFull) return whole;
  // A terminal without a size says 0.
  const { rows, columns }: Pick<Screen, 'rows' | 'columns'> = {
    rows: (terminal.rows || DEFAULT_ROWS) - below,
    columns: terminal.columns || DEFAULT_COLUMNS,
  };
  if (rowsOf(textReport(report), columns) < rows) return whole;
  const how = file === undefined ? 'add --full, or --report json=FILE' : `touchstone report ${shellWord(file)}`;
  return briefReport(report, { rows, columns, hasColours: hasColours(terminal) }, how);
}

function rowsOf(text: string, columns: number): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), -1);
}

/** reports/backtest/csv: orders, fills and equity as CSV (RFC 4180, UTF-8, LF), with empty cells for no value. */
import type { ReportView } from '../../backtest/report-schema.ts';
import { inPieces } from './pieces.ts';
import { type ColumnValue, type Table, tablesOf } from './tables.ts';

export type CsvFile = { readonly name: string; readonly pieces: Iterable<string> };

type CsvTable = { readonly columns: readonly { readonly name: string }[]; readonly rows: Table['rows'] };

export function backtestCsv(report: ReportView): readonly CsvFile[] {
  return tablesOf(report).map((table) => ({ name: `${table.name}.csv`, pieces: csvOf(table) }));
}

export function csvOf(table: CsvTable): Iterable<string> {
  return inPieces(lines(table));
}

function* lines({ columns, rows }: CsvTable): Generator<string> {
  yield `${columns.map(({ name }) => name).join(',')}\n`;
  for (const row of rows) yield `${row.map((value) => cellText(value)).join(',')}\n`;
}

function cellText(value: ColumnValue): string {
  if (value === null) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

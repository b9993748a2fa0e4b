/** reports/backtest/csv: orders, fills and equity as CSV (RFC 4180, UTF-8, LF). Times are Unix microseconds; an empty cell has no value. */
import type { BacktestReport } from '../../backtest/report-schema.ts';
import { type Column, type ColumnValue, tablesOf } from './tables.ts';

export type CsvFile = { readonly name: string; readonly text: string };

export function backtestCsv(report: BacktestReport): readonly CsvFile[] {
  return tablesOf(report).map((table) => ({ name: `${table.name}.csv`, text: csvOf(table) }));
}

/** Columns of equal length as CSV. */
export function csvOf({ columns }: { readonly columns: readonly Pick<Column, 'name' | 'values'>[] }): string {
  const lines = [columns.map(({ name }) => name).join(',')];
  const count = columns[0]?.values.length ?? 0;
  for (let row = 0; row < count; row += 1) {
    lines.push(columns.map(({ values }) => cellText(values[row] ?? null)).join(','));
  }
  return `${lines.join('\n')}\n`;
}

function cellText(value: ColumnValue): string {
  if (value === null) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

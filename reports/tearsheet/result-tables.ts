/** reports/tearsheet/result-tables: the report's tables (P&L by market, by price, ...) as tables of the page. */
import type { ReportTable } from '../../backtest/report-schema.ts';
import { type Content, type Html, html } from '../page/html.ts';
import { type Column, table } from '../page/table.ts';
import { formatOf } from './unit-text.ts';

type Row = ReportTable['rows'][number];

/** A table with more columns has the width of the page for itself. */
const NARROW = 6;

/** Narrow tables stand side by side. */
export function resultTables(tables: readonly ReportTable[]): Content {
  const isNarrow = ({ columns }: ReportTable): boolean => columns.length <= NARROW;
  return [
    tables.filter((each) => !isNarrow(each)).map(resultTable),
    html`<div class="pair">${tables.filter(isNarrow).map(resultTable)}</div>`,
  ];
}

export function resultTable({ id, title, definition, columns, rows }: ReportTable): Html {
  const addsUp = id.startsWith('pnl-by-');
  return table<Row>({
    caption: title,
    note: definition,
    columns: columns.map((column) => columnOf(column, addsUp)),
    rows,
    empty: 'No rows.',
  });
}

const SIGNED = /pnl|realised/i;

function columnOf({ id, title, unit }: ReportTable['columns'][number], addsUp: boolean): Column<Row> {
  if (unit === 'text') return { head: title, text: (row) => String(row[id] ?? ''), isProse: true };
  return {
    head: title,
    value: (row) => numberIn(row[id]),
    format: formatOf(unit),
    isSigned: unit === 'dollars a share' || (unit === 'dollars' && SIGNED.test(id)),
    hasTotal: addsUp && (unit === 'dollars' || unit === 'count'),
  };
}

function numberIn(value: Row[string] | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** reports/page/table: HTML tables that need no scripts, cut with a note if they are long. A browser sorts them. */
import { firstRows, type Rows } from '../../backtest/rows.ts';
import { type Content, count, Html, html } from './html.ts';

/** Rows of a table in the page; more would make it slow to open. */
const ROWS_MAX = 2_000;

/** The style sheet hides later rows of a `long` table in print. */
const PRINTED_ROWS = 40;

/** The fields of a row whose values are of this type. */
type FieldOf<Row, Value> = keyof { [Name in keyof Row as Row[Name] extends Value ? Name : never]: unknown };

type TextColumn<Row> = Readonly<{
  head: string;
  /** A field of the row, or a function of it. */
  text: FieldOf<Row, string> | ((row: Row) => Content);
  /** Sentences break into lines; other cells do not. */
  isProse?: boolean;
}>;

type Amount = number | null | undefined;

type NumberColumn<Row> = Readonly<{
  head: string;
  /** A field of the row, or a function of it. Null or undefined: unknown or meaningless in this row. */
  value: FieldOf<Row, Amount> | ((row: Row) => Amount);
  format: (value: number) => Content;
  /** Gains and losses are coloured. */
  isSigned?: boolean;
  /** Shown in the last row, the sum of the values. */
  hasTotal?: boolean;
}>;

export type Column<Row> = TextColumn<Row> | NumberColumn<Row>;

export type Table<Row> = Readonly<{
  caption: string;
  columns: readonly Column<Row>[];
  rows: Rows<Row>;
  /** The text in place of a table without rows. */
  empty: string;
  limit?: number;
  /** Rows that exist when `rows` is itself an excerpt. */
  of?: number;
  note?: Content;
}>;

export function table<Row>({ caption, columns, rows, empty, limit = ROWS_MAX, of, note }: Table<Row>): Html {
  const start = html`<h3>${caption}</h3>${note !== undefined && html`<p class="note">${note}</p>`}`;
  if (rows.length === 0) return html`<section class="block">${start}<p class="empty">${empty}</p></section>`;
  const shown = firstRows(rows, limit);
  const all = of ?? rows.length;
  const hasTotals = columns.some((column) => 'value' in column && column.hasTotal) && rows.length > 1;
  return html`<section class="block${shown.length > PRINTED_ROWS && ' long'}">${start}
<div class="scroll" role="region" tabindex="0" aria-label="${caption}">
<table data-sortable>
<thead><tr>${columns.map(heading)}</tr></thead>
<tbody>
${shown.map((row) => html`<tr>${columns.map((column) => cell(column, row))}</tr>\n`)}</tbody>
${hasTotals && html`<tfoot><tr>${columns.map((column, index) => totalCell(column, index, rows))}</tr></tfoot>`}
</table>
</div>
${all > shown.length && html`<p class="note">The first ${count(shown.length)} of ${count(all)} rows.</p>`}
${shown.length > PRINTED_ROWS && html`<p class="note in-print">Only the first ${PRINTED_ROWS} rows are printed.</p>`}
</section>`;
}

function heading<Row>(column: Column<Row>): Html {
  return html`<th scope="col"${Html.ours('value' in column ? ' class="number"' : '')}>${column.head}</th>`;
}

function cell<Row>(column: Column<Row>, row: Row): Html {
  if ('text' in column) {
    const text = typeof column.text === 'function' ? column.text(row) : String(row[column.text]);
    return html`<td${Html.ours(column.isProse ? ' class="prose"' : '')}>${text}</td>`;
  }
  const value = amountOf(column, row);
  if (value == null) return html`<td class="number none" data-value="">–</td>`;
  return html`<td class="number${tone(column, value)}" data-value="${value}">${column.format(value)}</td>`;
}

function amountOf<Row>({ value }: NumberColumn<Row>, row: Row): Amount {
  if (typeof value === 'function') return value(row);
  const amount: unknown = row[value];
  return typeof amount === 'number' ? amount : undefined;
}

function totalCell<Row>(column: Column<Row>, index: number, rows: Rows<Row>): Html {
  if (index === 0) return html`<th scope="row">Total</th>`;
  if (!('value' in column) || !column.hasTotal) return html`<td></td>`;
  let total = 0;
  for (const row of rows) total += amountOf(column, row) ?? 0;
  return html`<td class="number${tone(column, total)}">${column.format(total)}</td>`;
}

function tone<Row>(column: NumberColumn<Row>, value: number): string {
  if (!column.isSigned || value === 0) return '';
  return value > 0 ? ' gain' : ' loss';
}

/**
 * reports/page/html: HTML templates that escape every value but the result of a template; numbers as text; and tables
 * that need no scripts, cut with a note if they are long. A browser sorts them.
 */

import { firstRows, type Rows } from '../../backtest/rows.ts';
import { safeJson, xml } from '../untrusted.ts';

/** Markup that is safe to put into a page. */
export class Html {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  /** Markup from the source of the program. Never pass data here. */
  static ours(markup: string): Html {
    return new Html(markup);
  }

  toString(): string {
    return this.#markup;
  }
}

/** Text and numbers are escaped, lists are joined, undefined and false leave nothing. */
export type Content = Html | string | number | undefined | false | readonly Content[];

/** Values are allowed in content and in quoted attributes: html`<a title="${text}">${text}</a>`. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return Html.ours(parts.map((part, index) => part + markupOf(values[index])).join(''));
}

function markupOf(value: Content): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'string') return xml(value);
  if (typeof value === 'number') return String(value);
  return value.map(markupOf).join('');
}

/** The parts with a separator between them. */
export function separated(parts: readonly Content[], separator: Content = ' · '): Html {
  return html`${parts.map((part, index) => [index > 0 && separator, part])}`;
}

/** Lines of text, each escaped; line feeds become line breaks. */
export function multiline(text: string): Html {
  return separated(text.split(/\r?\n/), html`<br>`);
}

/** Data for the scripts of the page. The browser never runs it, and nothing in it can end the element. */
export function dataBlock(id: string, value: unknown): Html {
  return html`<script type="application/json" id="${id}">${Html.ours(safeJson(value, 0))}</script>`;
}

const MINUS = '\u2212';

/** `1,234.50` */
export function decimal(value: number, digits: number): string {
  const [whole = '', fraction] = Math.abs(value).toFixed(digits).split('.');
  const text = `${grouped(whole)}${fraction === undefined ? '' : `.${fraction}`}`;
  return value < 0 && /[1-9]/.test(text) ? `${MINUS}${text}` : text;
}

function grouped(digits: string): string {
  const first = digits.length % 3;
  const groups = digits.slice(first).match(/.{3}/g) ?? [];
  return (first > 0 ? [digits.slice(0, first), ...groups] : groups).join(',');
}

export const count = (value: number): string => decimal(value, 0);

/** `1 fill`, `1,234 fills`. */
export const countOf = (number: number, noun: string): string => `${count(number)} ${noun}${number === 1 ? '' : 's'}`;

/** `$1,234.50` */
export function money(dollars: number, digits = 2): string {
  const text = decimal(dollars, digits);
  return text.startsWith(MINUS) ? `${MINUS}$${text.slice(1)}` : `$${text}`;
}

export const percent = (fraction: number, digits = 1): string => `${decimal(fraction * 100, digits)}%`;

/** Whole shares without decimals, other sizes with two. */
export const shares = (size: number): string => decimal(size, Number.isInteger(size) ? 0 : 2);

/** A difference of prices in cents, with its sign: `+0.25¢`. */
export function cents(dollars: number): string {
  const text = `${decimal(dollars * 100, 2)}¢`;
  return dollars > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** The decimals with which all of these prices are exact: 2 to 4. */
export function priceDigits(prices: Iterable<number>): number {
  let digits = 2;
  for (const dollars of prices) {
    const units = Math.round(dollars * 1e4);
    if (units % 10 !== 0) return 4;
    if (units % 100 !== 0) digits = 3;
  }
  return digits;
}

/** `2026-03-01 14:05:09`, in UTC. */
export function moment(micro: number): string {
  return exactMoment(micro).slice(0, 19);
}

/** `2026-03-01 14:05:09.123`, in UTC. */
export function exactMoment(micro: number): string {
  const date = new Date(Math.floor(micro / 1_000));
  return Number.isNaN(date.getTime()) ? String(micro) : date.toISOString().slice(0, 23).replace('T', ' ');
}

/** Each with the next smaller one, which is shown beside it. */
const SPANS = [
  { seconds: 86_400, name: 'd', part: 3_600, partName: 'h' },
  { seconds: 3_600, name: 'h', part: 60, partName: 'min' },
  { seconds: 60, name: 'min', part: 1, partName: 's' },
] as const;

/** `3 d 4 h`, `12 min 5 s`, `1.25 s`, `40 ms`. */
export function duration(seconds: number): string {
  if (seconds < 0) return `${MINUS}${duration(-seconds)}`;
  const span = SPANS.find((each) => seconds >= each.seconds);
  if (span !== undefined) {
    const parts = Math.floor((seconds % span.seconds) / span.part);
    const whole = `${count(Math.floor(seconds / span.seconds))} ${span.name}`;
    return parts === 0 ? whole : `${whole} ${parts} ${span.partName}`;
  }
  if (seconds >= 1 || seconds === 0) return `${trimmed(seconds, 2)} s`;
  return `${trimmed(seconds * 1_000, 1)} ms`;
}

export function trimmed(value: number, digits: number): string {
  const text = decimal(value, digits);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

export function shortNumber(value: number, significant = 4): string {
  const digits = value === 0 ? 0 : Math.max(0, significant - 1 - Math.floor(Math.log10(Math.abs(value))));
  const text = value.toFixed(Math.min(8, digits));
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text;
}

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

function heading<Row>(column: Column<Row>) {
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

/** reports/backtest/tables: orders, fills and equity of a report as rows, and as CSV (RFC 4180, UTF-8, LF). */
import type { BacktestReport, ReportView } from '../../backtest/report-schema.ts';
import { LazyRows, type Rows } from '../../backtest/rows.ts';
import { inPieces } from './pieces.ts';

export type ColumnType = 'text' | 'number' | 'integer' | 'time' | 'boolean';
export type ColumnValue = string | number | boolean | null;
export type Table = {
  readonly name: 'orders' | 'fills' | 'equity';
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  /** The values of each row in the order of the columns. */
  readonly rows: Iterable<readonly ColumnValue[]>;
};

/** One type for each field, in the order of the columns: a new field does not compile without one. */
const ORDER_TYPES: Readonly<Record<keyof BacktestReport['orders'][number], ColumnType>> = {
  id: 'integer',
  market: 'integer',
  token: 'integer',
  side: 'text',
  type: 'text',
  postOnly: 'boolean',
  price: 'number',
  size: 'number',
  filled: 'number',
  sentAt: 'time',
  arrivedAt: 'time',
  endedAt: 'time',
  sentMid: 'number',
  arrivalMid: 'number',
  state: 'text',
  reason: 'text',
  queueAhead: 'number',
};

const FILL_TYPES: Readonly<Record<keyof BacktestReport['fills'][number], ColumnType>> = {
  order: 'integer',
  at: 'time',
  market: 'integer',
  token: 'integer',
  side: 'text',
  price: 'number',
  size: 'number',
  fee: 'number',
  isMaker: 'boolean',
  reason: 'text',
  queueAhead: 'number',
  waitedSeconds: 'number',
  row: 'integer',
  mid: 'number',
  mid1s: 'number',
  mid10s: 'number',
  mid60s: 'number',
  reversedAt: 'time',
};

export function tablesOf(report: ReportView): readonly Table[] {
  return [
    { name: 'orders', ...namedRows(report, report.orders, ORDER_TYPES) },
    { name: 'fills', ...namedRows(report, report.fills, FILL_TYPES) },
    { name: 'equity', ...equityRows(report.equity) },
  ];
}

type Content = Omit<Table, 'name'>;

/** The fields of each row, then the names of its market and outcome. */
function namedRows<Row extends Readonly<Record<string, ColumnValue>> & { market: number; token: number }>(
  { markets }: ReportView,
  rows: Rows<Row>,
  types: Readonly<Record<keyof Row & string, ColumnType>>,
): Content {
  const fields = Object.entries<ColumnType>(types).map(([name, type]) => ({ name, type }));
  const outcomeOf = ({ market, token }: Row) =>
    markets[market]?.outcomes.find((outcome) => outcome.token === token)?.outcome ?? '';
  return {
    columns: [...fields, { name: 'marketName', type: 'text' }, { name: 'outcome', type: 'text' }],
    rows: new LazyRows(rows, (row) => {
      const values: ColumnValue[] = fields.map(({ name }) => row[name] ?? null);
      values.push(markets[row.market]?.name ?? '', outcomeOf(row));
      return values;
    }),
  };
}

function equityRows({ at, cash, holdings }: ReportView['equity']): Content {
  return {
    columns: [
      { name: 'at', type: 'time' },
      { name: 'cash', type: 'number' },
      { name: 'holdings', type: 'number' },
      { name: 'equity', type: 'number' },
    ],
    rows: at.map((moment, index) => {
      const [free = 0, shares = 0] = [cash[index], holdings[index]];
      return [moment, free, shares, Number((free + shares).toPrecision(15))];
    }),
  };
}

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

function cellText(value: ColumnValue) {
  if (value === null) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

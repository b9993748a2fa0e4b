/**
 * reports/backtest/tables: orders, fills and equity of a report as columns, for CSV and Parquet. The names and units are those of the JSON
 * report; the name of the market and of the outcome stand beside their numbers.
 */
import type { BacktestReport } from '../../backtest/report-schema.ts';

export type ColumnType = 'text' | 'number' | 'integer' | 'time' | 'boolean';
export type ColumnValue = string | number | boolean | null;
export type Column = { readonly name: string; readonly type: ColumnType; readonly values: readonly ColumnValue[] };
export type Table = { readonly name: 'orders' | 'fills' | 'equity'; readonly columns: readonly Column[] };

type OrderRow = BacktestReport['orders'][number];
type FillRow = BacktestReport['fills'][number];

/** One type for each field, in the order of the columns: a new field of the schema does not compile before it has one. */
const ORDER_TYPES: Readonly<Record<keyof OrderRow, ColumnType>> = {
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

const FILL_TYPES: Readonly<Record<keyof FillRow, ColumnType>> = {
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

export function tablesOf(report: BacktestReport): readonly Table[] {
  const { orders, fills, equity } = report;
  const total = equity.cash.map((cash, index) => cash + (equity.holdings[index] ?? 0));
  return [
    { name: 'orders', columns: [...columnsOf(orders, ORDER_TYPES), ...nameColumns(report, orders)] },
    { name: 'fills', columns: [...columnsOf(fills, FILL_TYPES), ...nameColumns(report, fills)] },
    {
      name: 'equity',
      columns: [
        { name: 'at', type: 'time', values: equity.at },
        { name: 'cash', type: 'number', values: equity.cash },
        { name: 'holdings', type: 'number', values: equity.holdings },
        { name: 'equity', type: 'number', values: total.map((value) => Number(value.toPrecision(15))) },
      ],
    },
  ];
}

function columnsOf<Row extends Readonly<Record<string, ColumnValue>>>(
  rows: readonly Row[],
  types: Readonly<Record<keyof Row & string, ColumnType>>,
): readonly Column[] {
  return Object.entries<ColumnType>(types).map(([name, type]) => ({
    name,
    type,
    values: rows.map((row) => row[name] ?? null),
  }));
}

function nameColumns(
  { markets }: BacktestReport,
  rows: readonly { market: number; token: number }[],
): readonly Column[] {
  const outcomeOf = (market: number, token: number): string =>
    markets[market]?.outcomes.find((outcome) => outcome.token === token)?.outcome ?? '';
  return [
    { name: 'marketName', type: 'text', values: rows.map(({ market }) => markets[market]?.name ?? '') },
    { name: 'outcome', type: 'text', values: rows.map(({ market, token }) => outcomeOf(market, token)) },
  ];
}

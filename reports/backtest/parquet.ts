/** reports/backtest/parquet: orders, fills and equity as Parquet. Times are timestamps in microseconds (UTC). The same report gives the same bytes. */
import { parquetWriteBuffer, type SchemaElement } from 'hyparquet-writer';
import type { BacktestReport } from '../../backtest/report-schema.ts';
import { type Column, type ColumnType, type Table, tablesOf } from './tables.ts';

export type ParquetFile = { readonly name: string; readonly bytes: Uint8Array };

export function backtestParquet(report: BacktestReport): readonly ParquetFile[] {
  return tablesOf(report).map((table) => ({ name: `${table.name}.parquet`, bytes: parquetOf(table) }));
}

const TYPES: Readonly<Record<ColumnType, Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
  boolean: { type: 'BOOLEAN' },
};

function parquetOf({ columns }: Table): Uint8Array {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...TYPES[type] })),
  ];
  const columnData = columns.map((column) => ({ name: column.name, data: dataOf(column) }));
  return new Uint8Array(parquetWriteBuffer({ schema, columnData, createdBy: 'touchstone' }));
}

/** Integers of 64 bits are BigInts in Parquet. */
function dataOf({ type, values }: Column): (string | number | bigint | boolean | null)[] {
  const isWhole = type === 'integer' || type === 'time';
  return values.map((value) => (isWhole && typeof value === 'number' ? BigInt(value) : value));
}

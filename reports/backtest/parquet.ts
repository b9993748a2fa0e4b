/** reports/backtest/parquet: orders, fills and equity as Parquet, the same bytes for the same report. */
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { ReportView } from '../../backtest/report-schema.ts';
import { type ColumnType, type ColumnValue, type Table, tablesOf } from './tables.ts';

export type ParquetFile = { readonly name: string; readonly pieces: Iterable<Uint8Array> };

/** Rows that are in memory at a time. */
const GROUP_ROWS = 32_768;

export function backtestParquet(report: ReportView): readonly ParquetFile[] {
  return tablesOf(report).map((table) => ({ name: `${table.name}.parquet`, pieces: pieces(table) }));
}

const TYPES: Readonly<Record<ColumnType, Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
  boolean: { type: 'BOOLEAN' },
};

function* pieces({ columns, rows }: Table): Generator<Uint8Array> {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...TYPES[type] })),
  ];
  const writer = new ByteWriter();
  // Nothing to wait for: the writer holds its bytes in memory.
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'touchstone' });
  for (const group of grouped(rows)) {
    const columnData = columns.map(({ name, type }, column) => ({
      name,
      data: group.map((row) => cellOf(type, row[column] ?? null)),
    }));
    void parquet.write({ columnData, rowGroupSize: GROUP_ROWS });
    yield taken(writer);
  }
  void parquet.finish();
  yield taken(writer);
}

function* grouped<Row>(rows: Iterable<Row>): Generator<readonly Row[]> {
  let group: Row[] = [];
  for (const row of rows) {
    if (group.push(row) < GROUP_ROWS) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** The bytes that were written since the last call. The writer goes on counting its offset in the file. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}

/** Integers of 64 bits are BigInts in Parquet. */
function cellOf(type: ColumnType, value: ColumnValue): string | number | bigint | boolean | null {
  return (type === 'integer' || type === 'time') && typeof value === 'number' ? BigInt(value) : value;
}

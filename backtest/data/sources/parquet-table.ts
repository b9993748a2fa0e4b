/** backtest/data/sources/parquet-table: a Parquet file as a table, some thousand rows at a time. */
import { type FileHandle, open } from 'node:fs/promises';
import { type AsyncBuffer, parquetMetadataAsync, parquetSchema } from 'hyparquet';
import type { Cell } from '../cell-values.ts';
import { DataError } from '../data-error.ts';
import { WindowColumns, windowsOf } from './parquet-windows.ts';
import type { RowBatch, Table } from './table.ts';

/** Rows of a batch: more of them would be rows as objects of which most wait. */
const BATCH_ROWS = 8_192;

/** Times in microseconds, which dates would cut to milliseconds. */
const parsers = {
  timestampFromMilliseconds: (time: bigint): bigint => time * 1_000n,
  timestampFromMicroseconds: (time: bigint): bigint => time,
  timestampFromNanoseconds: (time: bigint): bigint => time / 1_000n,
};

export async function withParquetTable(file: string, use: (table: Table) => Promise<void>): Promise<void> {
  const handle = await open(file);
  try {
    await use(await parquetTable(file, handle));
  } finally {
    await handle.close();
  }
}

async function parquetTable(name: string, handle: FileHandle): Promise<Table> {
  const { size } = await handle.stat();
  const file: AsyncBuffer = {
    byteLength: size,
    async slice(start, end = size) {
      const bytes = new Uint8Array(end - start);
      await handle.read(bytes, 0, bytes.length, start);
      return bytes.buffer;
    },
  };
  const metadata = await explained(name, () => parquetMetadataAsync(file));
  const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
  return {
    name,
    columns,
    places: (names) => names.map((column, place) => (columns.includes(column) ? place : -1)),
    async *batches(names) {
      const present = names.filter((column) => columns.includes(column));
      for (const window of windowsOf(metadata, present)) {
        const source = { file, metadata, parsers };
        const read = await explained(name, () => WindowColumns.read(source, present, window));
        const cells = names.map((column) => read.column(column));
        for (let start = window.start; start < window.end; start += BATCH_ROWS) {
          yield batchOf(cells, start, Math.min(start + BATCH_ROWS, window.end));
        }
      }
    },
  };
}

function batchOf(cells: readonly ((row: number) => Cell)[], start: number, end: number): RowBatch {
  const rows: Cell[][] = [];
  const numbers: number[] = [];
  for (let row = start; row < end; row += 1) {
    rows.push(cells.map((cell) => cell(row)));
    numbers.push(row + 1);
  }
  return { rows, numbers, refused: [] };
}

async function explained<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DataError(`${name} is not a whole Parquet file (${reason}): copy it again`);
  }
}

/** backtest/data/sources/parquet-table: a Parquet file, some thousand rows at a time. */
import { type FileHandle, open } from 'node:fs/promises';
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { DataError } from '../data-error.ts';
import type { Table } from './table.ts';

/** Times in microseconds, which dates would cut to milliseconds. */
const parsers = {
  timestampFromMilliseconds: (time: bigint): bigint => time * 1_000n,
  timestampFromMicroseconds: (time: bigint): bigint => time,
  timestampFromNanoseconds: (time: bigint): bigint => time / 1_000n,
};

/** Opens the file for as long as `use` runs. */
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
      let start = 0;
      for (const group of metadata.row_groups) {
        const end = start + Number(group.num_rows);
        const rows = await explained(name, () =>
          parquetReadObjects({ file, metadata, compressors, parsers, columns: present, rowStart: start, rowEnd: end }),
        );
        yield {
          rows: rows.map((row) => names.map((column) => row[column])),
          numbers: rows.map((_, index) => start + index + 1),
          refused: [],
        };
        start = end;
      }
    },
  };
}

async function explained<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DataError(`${name} is not a whole Parquet file (${reason}): copy it again`);
  }
}

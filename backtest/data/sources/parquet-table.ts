/** backtest/data/sources/parquet-table: a Parquet file as a table, some thousand rows at a time. */

import { type FileHandle, open } from 'node:fs/promises';
import {
  type AsyncBuffer,
  type DecodedArray,
  type FileMetaData,
  type ParquetParsers,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { addTo } from '../../../base/record.ts';
import type { Cell } from '../cell-values.ts';
import { DataError } from '../data-error.ts';
import type { RowBatch, Table } from './table.ts';

/** Rows whose columns are in memory at a time. */
const WINDOW_ROWS = 131_072;

/** Windows of a row group without a page index: each reads the columns of the group again. */
const UNINDEXED_WINDOWS = 16;

type RowWindow = { readonly start: number; readonly end: number };

/** The windows in which a file is read. Lists and structs are decoded whole, so that their row groups are windows. */
export function* windowsOf(file: FileMetaData, columns: readonly string[], rows = WINDOW_ROWS): Generator<RowWindow> {
  const canCut = parquetSchema(file).children.every(
    ({ element, children }) =>
      !columns.includes(element.name) || (children.length === 0 && element.repetition_type !== 'REPEATED'),
  );
  let first = 0;
  for (const { num_rows, columns: chunks } of file.row_groups) {
    const count = Number(num_rows);
    const isIndexed = chunks.every(({ offset_index_offset }) => offset_index_offset !== undefined);
    const step = !canCut ? count : isIndexed ? rows : Math.max(rows, Math.ceil(count / UNINDEXED_WINDOWS));
    for (let start = 0; start < count; start += step) {
      yield { start: first + start, end: first + Math.min(start + step, count) };
    }
    first += count;
  }
}

type ParquetSource = {
  readonly file: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly parsers: Partial<ParquetParsers>;
};

/** The decoded values of one column in a window: a piece may begin before the window and end behind it. */
type Piece = { readonly start: number; readonly end: number; readonly values: DecodedArray };

class WindowColumns {
  readonly #pieces = new Map<string, Piece[]>();

  static async read(source: ParquetSource, columns: readonly string[], rows: RowWindow): Promise<WindowColumns> {
    const window = new WindowColumns();
    await parquetRead({
      ...source,
      compressors,
      columns: [...columns],
      rowStart: rows.start,
      rowEnd: rows.end,
      useOffsetIndex: true,
      onChunk: ({ columnName, columnData, rowStart, rowEnd }) => {
        addTo(window.#pieces, columnName, { start: rowStart, end: rowEnd, values: columnData });
      },
    });
    return window;
  }

  /** A function that returns the value of a column in a row. Rows have to be requested in their order. */
  column(name: string): (row: number) => Cell {
    const pieces = this.#pieces.get(name) ?? [];
    let at = 0;
    return (row) => {
      while (at < pieces.length - 1 && row >= (pieces[at] as Piece).end) at += 1;
      const piece = pieces[at];
      return piece?.values[row - piece.start];
    };
  }
}

/** Rows of a batch: more of them would be rows as objects of which most wait. */
const BATCH_ROWS = 8_192;

/** Times in microseconds, which dates would cut to milliseconds. */
const parsers = {
  timestampFromMilliseconds: (time: bigint) => time * 1_000n,
  timestampFromMicroseconds: (time: bigint) => time,
  timestampFromNanoseconds: (time: bigint) => time / 1_000n,
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

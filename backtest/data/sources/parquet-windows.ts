/** backtest/data/sources/parquet-windows: the decoded columns of a Parquet file in windows that bound the memory. */
import {
  type AsyncBuffer,
  type DecodedArray,
  type FileMetaData,
  type ParquetParsers,
  parquetRead,
  parquetSchema,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { Cell } from '../cell-values.ts';

/** Rows whose columns are in memory at a time. */
const WINDOW_ROWS = 131_072;

/** Windows of a row group without a page index: each reads the columns of the group again. */
const UNINDEXED_WINDOWS = 16;

export type RowWindow = { readonly start: number; readonly end: number };

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

export type ParquetSource = {
  readonly file: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly parsers: Partial<ParquetParsers>;
};

/** The decoded values of one column in a window: a piece may begin before the window and end behind it. */
type Piece = { readonly start: number; readonly end: number; readonly values: DecodedArray };

export class WindowColumns {
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
        const pieces = window.#pieces.get(columnName) ?? [];
        window.#pieces.set(columnName, pieces);
        pieces.push({ start: rowStart, end: rowEnd, values: columnData });
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

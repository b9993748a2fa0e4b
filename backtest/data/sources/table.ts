/** backtest/data/sources/table: rows of a source of any format: columns, batches of cells, rows that did not parse. */
import type { Cell } from '../cell-values.ts';

export type RowBatch = {
  readonly rows: readonly (readonly Cell[])[];
  /** The number of each row in its source, from 1 for the first row of data. */
  readonly numbers: readonly number[];
  readonly refused: readonly { readonly row: number; readonly what: string }[];
};

export type Table = {
  readonly name: string;
  /** The columns, which decide the layout. */
  readonly columns: readonly string[];
  /** The place of each named column in the cells that `batches` returns, -1 for a column that is absent. */
  places(names: readonly string[]): readonly number[];
  batches(names: readonly string[]): AsyncIterable<RowBatch>;
};

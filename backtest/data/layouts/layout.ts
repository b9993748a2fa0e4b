/** backtest/data/layouts/layout: a way to lay out rows in columns, and the function that reads one row of it. */
import type { Cell } from '../cell-values.ts';
import type { Intake } from '../intake.ts';

type Reader = (cells: readonly Cell[], intake: Intake) => void;

/** The places of columns in a row; -1 for a column that is absent. */
type Places<Name extends string> = Readonly<Record<Name, number>>;

type Columns<Name extends string> = Readonly<{
  name: string;
  /** Its contents in a few words. */
  holds: string;
  /** A table with all these columns has this layout. */
  required: readonly Name[];
  optional?: readonly Name[];
  bind: (at: Places<Name>) => Reader;
}>;

export type Layout = Columns<string>;

export function layout<const Name extends string>(columns: Columns<Name>): Columns<Name> {
  return columns;
}

/** All columns, required ones first. */
export function columnsOf({ required, optional = [] }: Layout): readonly string[] {
  return [...required, ...optional];
}

/** The reader for a table whose columns are at these places of a row. */
export function readerOf(layout: Layout, places: readonly number[]): Reader {
  return layout.bind(Object.fromEntries(columnsOf(layout).map((name, index) => [name, places[index] ?? -1])));
}

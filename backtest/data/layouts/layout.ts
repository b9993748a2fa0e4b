/** backtest/data/layouts/layout: a way to lay out rows in columns, and the function that reads one row of it. */
import type { Cell } from '../cell-values.ts';
import type { Intake } from '../intake.ts';

export type Layout = {
  readonly name: string;
  /** Its contents in a few words. */
  readonly holds: string;
  /** A table with all these columns has this layout. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** The reader for tables whose columns, required ones first, are at these places of a row (-1: absent). */
  readonly bind: (places: readonly number[]) => (cells: readonly Cell[], intake: Intake) => void;
};

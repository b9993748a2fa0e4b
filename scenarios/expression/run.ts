/** scenarios/expression/run: a compiled expression and its bounds. Numbers are JavaScript's: `5 / 2` is 2.5. */
import type { Work } from '../../wire/pattern/work.ts';

/** One evaluation: its variables, those of the macros around (`list.all(x, ...)`), and the work that is left to it. */
export type Run = {
  readonly scope: Readonly<Record<string, unknown>>;
  readonly locals: unknown[];
  readonly work: Work;
};

/** An expression or a part of one, ready to be evaluated again and again. */
export type Compiled = (run: Run) => unknown;

/** The most steps of one evaluation: list elements visited, values compared. Some tenths of a second. */
export const WORK_MAX = 1_000_000;
/** Characters a text may have that an expression makes. */
export const TEXT_MAX = 1_000_000;

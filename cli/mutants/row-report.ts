/** cli/mutants/row-report: the matrix of `touchstone mutants` as a report, with a row for each mutant. A survivor fails. */

import type { Report } from '../../conformance/report.ts';
import type { Matrix, MatrixRow } from '../../proof/judge/matrix.ts';
import { type Row, rowReport } from '../../reports/row-report.ts';

type Settings = {
  readonly seed: string;
  readonly profile: string | undefined;
  readonly touchstone: string;
  readonly isCut: boolean;
};

export function mutantsReport({ rows }: Matrix, { seed, profile, touchstone, isCut }: Settings): Report {
  return rowReport({
    command: 'mutants',
    touchstone,
    target: 'built-in simulator',
    seed,
    rows: rows.map((row) => rowOf(row, `${profile === undefined ? '' : ` --profile ${profile}`} --seed ${seed}`)),
    stopped: isCut ? 'interrupted' : undefined,
  });
}

function rowOf({ id, title, clause, family, world, killedBy }: MatrixRow, words: string): Row {
  const failure = {
    expected: `a check to fail through ${clause}`,
    actual: 'no check did',
    again: `touchstone mutants --only ${id}${words} --world ${world}`,
  };
  return { id, title, clauses: [clause], kind: family, failures: killedBy.length === 0 ? [failure] : [] };
}

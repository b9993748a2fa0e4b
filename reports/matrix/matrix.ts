/** reports/matrix/matrix: the schema of the JSON of `touchstone matrix`: implementations by section. */
import { z } from 'zod';
import { Finding } from '../../conformance/report.ts';
import { RunFacts } from '../run-facts.ts';

export const MATRIX_FORMAT = 1;

const Implementation = RunFacts.extend({
  /** Unique in the matrix. */
  name: z.string(),
});
export type Implementation = z.infer<typeof Implementation>;

const Failure = Finding.pick({
  clause: true,
  level: true,
  pointer: true,
  expected: true,
  actual: true,
  request: true,
}).extend({
  check: z.string(),
  title: z.string(),
  /** An expectation of the run names the failure of this check. */
  expectedFailure: z.literal(true).optional(),
});
export type Failure = z.infer<typeof Failure>;

const Cell = z.strictObject({
  /** MUST clauses of the section that the capabilities demand; 0 if the implementation claims none of them. */
  must: z.int(),
  verified: z.int(),
  /** Verified clauses without a failure. */
  passed: z.int(),
  /** Clauses with a failure, SHOULD clauses of a strict run among them. */
  failed: z.int(),
  failures: z.array(Failure),
});
export type Cell = z.infer<typeof Cell>;

export const Matrix = z.strictObject({
  format: z.literal(MATRIX_FORMAT),
  implementations: z.array(Implementation),
  /** In the order of the interface. `cells` are in the order of `implementations`. */
  sections: z.array(z.strictObject({ section: z.string(), title: z.string(), cells: z.array(Cell) })),
  /** Reasons why an implementation is hard to compare with the others. */
  remarks: z.array(z.string()),
});
export type Matrix = z.infer<typeof Matrix>;

/** conformance/counterexample: a drawn case that fails, in the report of a property. */

/** A drawn case that fails, as `touchstone explore --seed S --path P --only ID` repeats it. */
export type Counterexample = {
  seed: number;
  path: string;
  /** Cases judged until the first failure, and further ones to shrink it. */
  runs: number;
  shrinks: number;
  /** How many of `repetitions` of the smallest case, alone, failed in the same way. */
  repeated: number;
  repetitions: number;
  /** The same with concurrent requests sent in sequence: 0 for a fault that shows only under concurrency. */
  repeatedInTurn?: number | undefined;
  /** The size of the case before and after shrinking: its requests or commands, or the characters of its JSON. */
  sizes: [before: number, after: number];
};

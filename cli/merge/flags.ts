/** cli/merge/flags: the parsed flags of `touchstone merge`. */

export type MergeFlags = {
  readonly output?: string;
  readonly report?: readonly string[];
  readonly expect?: string;
  readonly baseline?: string;
  readonly sameDeployment?: true;
  readonly minCoverage?: number;
};

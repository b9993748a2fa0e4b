/** cli/compare/flags: the parsed flags of `touchstone compare`. */

export type CompareFlags = {
  readonly failOn: 'regressions' | 'any' | 'none';
  readonly report: readonly string[];
};

/** conformance/selection: validates `only` and `skip` against the suite before any request is sent. */
import type { Check } from './check.ts';
import { selectChecks } from './execution/execute.ts';

/** The message about the first pattern without a check or clause; undefined if every pattern matches. */
export function unmatchedPattern(checks: readonly Check[], patterns: readonly string[]): string | undefined {
  const unmatched = patterns.find((pattern) => selectChecks(checks, [pattern], []).size === 0);
  return unmatched === undefined ? undefined : `no check is named by "${unmatched}"; see touchstone check --list`;
}

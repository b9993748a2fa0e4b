/** conformance/selection: validates `only` and `skip` against the suite before any request is sent. */
import type { Check } from './check.ts';
import { selectChecks } from './execution/execute.ts';

/** The message about the first pattern without a check or clause; undefined if every pattern matches. */
export function strayPattern(checks: readonly Check[], patterns: readonly string[]): string | undefined {
  const stray = patterns.find((pattern) => selectChecks(checks, [pattern], []).size === 0);
  return stray === undefined ? undefined : `no check is named by "${stray}"; see touchstone check --list`;
}

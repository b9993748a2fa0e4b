/** conformance/judge: the whole suite in one call, for programs. */
import { registerOf } from '../spec/clauses/register.ts';
import { withApiKeys } from './client/own-keys.ts';
import { assertExpectations } from './input/expectations.ts';
import { checkJudgeOptions, type JudgeOptions } from './judge-options.ts';
import type { Report } from './report.ts';
import { runChecks } from './run.ts';
import { unmatchedPattern } from './selection.ts';
import { suiteOf } from './suite.ts';

/**
 * Judges a deployment by every check that applies and returns the report (`touchstone spec report-schema`). Reads
 * only, unless `credentials` and `allowWrites` are given. If the target is down, the verdict is `inconclusive`; but a
 * private key without an API key needs one from it. Throws before the first request if an option is unknown or
 * invalid, if `only` or `skip` names no check, or if an expectation expires and `today` is missing, because a report
 * does not depend on the clock of this machine.
 */
export async function judge(options: JudgeOptions): Promise<Report> {
  checkJudgeOptions(options);
  const { only = [], skip = [], expectations = [], today, profile } = options;
  const { checks = suiteOf(profile), register = registerOf(profile) } = options;
  const unmatched = unmatchedPattern(checks, [...only, ...skip]);
  if (unmatched !== undefined) throw new Error(unmatched);
  assertExpectations(expectations, today);
  const { credentials, target } = options;
  const keyed = credentials && (await withApiKeys(target, credentials, options));
  return await runChecks({ ...options, credentials: keyed, checks, register });
}

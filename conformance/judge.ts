/** conformance/judge: the whole suite in one call, for those who run the checks from their own program. */
import { loadRegister } from '../spec/clauses/register.ts';
import { assertExpectations } from './input/expectations.ts';
import { checkJudgeOptions } from './judge-options.ts';
import type { Report } from './report.ts';
import { runChecks } from './run.ts';
import type { RunOptions } from './run-options.ts';
import { strayPattern } from './selection.ts';
import { allChecks } from './suite.ts';

/** What to judge, and how; suite and register are Touchstone's own unless others are given. */
export type JudgeOptions = Omit<RunOptions, 'checks' | 'register'> & Partial<Pick<RunOptions, 'checks' | 'register'>>;

/**
 * Judges a deployment by every check that applies and answers the report (`touchstone spec report-schema`). Reads only, unless
 * `credentials` and `allowWrites` are given. Never throws because of the target: one that is down ends `inconclusive`. Throws,
 * before anything is sent, where an option is none or cannot be used, `only` or `skip` names no check, an expectation is not one, or one expires and `today` is not
 * given: a report does not depend on the clock of this machine.
 */
export async function judge(options: JudgeOptions): Promise<Report> {
  checkJudgeOptions(options);
  const { checks = allChecks(), register = loadRegister(), only = [], skip = [], expectations = [], today } = options;
  const stray = strayPattern(checks, [...only, ...skip]);
  if (stray !== undefined) throw new Error(stray);
  assertExpectations(expectations, today);
  return await runChecks({ ...options, checks, register });
}

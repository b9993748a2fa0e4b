/** reports/outcome: the outcome of a check in the words of test frameworks, and sentences of formats for CI. */
import { atPointer } from '../base/json-pointer.ts';
import { assertNever } from '../base/result.ts';
import type { CheckResult, Finding, Report } from '../conformance/report.ts';

/** `expected`: it failed, and an expectation accepts that. Warnings and notes pass. */
export type TestOutcome = 'passed' | 'failed' | 'expected' | 'skipped' | 'errored';

export function outcomeOf({ verdict, expected }: CheckResult): TestOutcome {
  switch (verdict) {
    case 'pass':
    case 'warn':
    case 'note':
      return 'passed';
    case 'fail':
      return expected === true ? 'expected' : 'failed';
    case 'not-testable':
    case 'not-applicable':
    case 'blocked':
    case 'not-run':
      return 'skipped';
    case 'error':
      return 'errored';
    default:
      return assertNever(verdict);
  }
}

/** True for a check that judged something, whatever an expectation says. */
export function isJudged(check: CheckResult): boolean {
  const outcome = outcomeOf(check);
  return outcome !== 'skipped' && outcome !== 'errored';
}

/** `4.8/limit.max: expected a number, was "5" at /0/size` */
export function headlineOf({ clause, expected, actual, pointer }: Finding): string {
  return `${clause}: expected ${expected}, was ${actual}${atPointer(pointer)}`;
}

/** Request, response and the line that repeats a finding. Other commands than `check` have no request for some rows. */
export function evidenceOf({ request, response, curl }: Finding): readonly string[] {
  return [request, response, curl].filter((text) => text !== '');
}

/** Why a check has no verdict, and the remedy. */
export function reasonOf({ reason, remedy }: CheckResult): string {
  return [reason, remedy].filter((part) => part !== undefined).join('; ');
}

/** `error` if the target is at fault or Touchstone is, `warning`, or `note`. */
export type Gravity = 'error' | 'warning' | 'note';

/** One statement of a format that lists problems. */
export type Problem = {
  readonly check: CheckResult;
  /** Absent if a check failed without a finding, and for an error of Touchstone. */
  readonly finding?: Finding;
  readonly gravity: Gravity;
  readonly text: string;
};

const GRAVITIES = { fail: 'error', warn: 'warning', note: 'note' } as const;

/** The findings, and the checks that failed without one, in order of the report. Expected failures are among them. */
export function problemsOf({ checks }: Report): readonly Problem[] {
  return checks.flatMap((check): readonly Problem[] => {
    const { findings, verdict, id } = check;
    if (findings.length > 0) {
      return findings.map((finding) => ({
        check,
        finding,
        gravity: GRAVITIES[finding.severity],
        text: headlineOf(finding),
      }));
    }
    if (verdict !== 'fail' && verdict !== 'error') return [];
    return [{ check, gravity: 'error', text: reasonOf(check) === '' ? `${id} failed` : reasonOf(check) }];
  });
}

/** The tone of a verdict in every format; colours only repeat its words. */
export function toneOf(verdict: Report['verdict']): 'good' | 'bad' | 'unsure' {
  if (verdict === 'non-conformant' || verdict === 'failed') return 'bad';
  return ['conformant', 'conformant-with-notes', 'passed'].includes(verdict) ? 'good' : 'unsure';
}

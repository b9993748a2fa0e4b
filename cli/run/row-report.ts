/** cli/run/row-report: the outcome of `touchstone run` as a report, with a row for each scenario and case. */

import type { Report } from '../../conformance/report.ts';
import { type Row, type RowFailure, rowReport } from '../../reports/row-report.ts';
import { headline } from '../../scenarios/running/failure-text.ts';
import type { ScenarioResult, StepFailure } from '../../scenarios/running/result.ts';
import type { RunFlags } from './command.ts';
import type { RunOutcome } from './outcome.ts';
import { againLine } from './report.ts';

export function runReport({ label, seed, ran, stopped }: RunOutcome, flags: RunFlags, touchstone: string): Report {
  return rowReport({
    command: 'run',
    touchstone,
    target: label,
    seed: String(seed),
    rows: ran.map(({ result }) => rowOf(result, againLine(result, flags))),
    stopped: stopped?.why,
  });
}

function rowOf(result: ScenarioResult, again: string): Row {
  const { file, scenario, clauses, verdict, missing, failures, requests } = result;
  const title = result.case === undefined ? scenario : `${scenario} [${result.case}]`;
  const reason = verdict === 'error' ? failures.map(headline).join('; ') : missing.join('; ');
  return {
    id: `${file}: ${title}`,
    title,
    clauses,
    kind: 'scenario',
    verdict,
    requests,
    ...(reason !== '' && { reason }),
    failures: verdict === 'fail' ? failures.flatMap((failure) => failuresOf(failure, again)) : [],
  };
}

/** A failure for each difference. A step that failed without one is a failure too. */
function failuresOf(failure: StepFailure, again: string): readonly RowFailure[] {
  const { differences, exchange } = failure;
  const { request, answer } = exchange ?? {};
  const shown = {
    again,
    ...(request !== undefined && { request: `${request.method} $TARGET${request.target}` }),
    ...(answer !== undefined && { response: `${answer.status} ${answer.body}` }),
  };
  if (differences.length === 0) return [{ ...shown, expected: 'the step to succeed', actual: headline(failure) }];
  return differences.map(({ pointer, expected, actual }) => ({
    ...shown,
    pointer,
    actual,
    expected: `${expected} (${headline(failure)})`,
  }));
}

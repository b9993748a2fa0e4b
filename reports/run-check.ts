/** reports/run-check: a run that was cut short as an erroneous check, so that no format shows it as green. */
import type { CheckResult, Report } from '../conformance/report.ts';
import type { ReportWriter } from './report-writer.ts';

/** The id of the check. */
const RUN = 'run.complete';

export function withRunCheck(write: ReportWriter): ReportWriter {
  return (report, extras) => write(withRun(report), extras);
}

function withRun(report: Report): Report {
  const reason = whyCutShort(report);
  if (reason === undefined) return report;
  const run: CheckResult = {
    id: RUN,
    title: 'the run judges the whole target',
    clauses: [],
    kind: 'status',
    level: 'MUST',
    capability: 'read',
    verdict: 'error',
    reason,
    requests: 0,
    findings: [],
  };
  return { ...report, checks: [...report.checks, run] };
}

/** Why a run does not show what it was to show; undefined for a run that came to its end and judged something. */
function whyCutShort({ complete, stopped, verdict, remarks }: Report): string | undefined {
  if (complete && verdict !== 'inconclusive') return undefined;
  const what = complete ? 'nothing could be judged' : `the run was cut short (${stopped ?? 'incomplete'})`;
  return remarks[0] === undefined ? what : `${what}: ${remarks[0]}`;
}
